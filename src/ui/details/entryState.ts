import type { Model } from '../../api/index.ts';
import type { DetailsState } from '../../protocol/details.ts';
import type { RetrievedModel } from '../models/retrieveModel.ts';

/** What is known of the entry, and from where; replaced on each change. */
export interface EntryState {
  readonly state: DetailsState['state'];
  readonly notice?: string | undefined;
  readonly retrieved?: (RetrievedModel & { at: number }) | undefined;
  /** As it was before a change that the user had not seen when the page was opened or the list came. */
  readonly before?: Model | undefined;
  /** Base URL of the last request; `undefined` if the connection is gone. */
  readonly askedOf?: string | undefined;
  /** Base URL that `retrieved` and the posted state came from. */
  readonly knownOf?: string;
  /** The deletion in this window is already shown, or preceded the last retrieve, whose answer then counts. */
  readonly knowsDeletion: boolean;
  /** The last retrieve found the entry only in the list; kept until the next one ends. */
  readonly isOnlyListed: boolean;
  /** When the entry was found gone. */
  readonly goneAt: number;
}
