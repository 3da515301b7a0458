import type { DetailsState } from '../../protocol/details.ts';
import type { RetrievedModel } from '../models/retrieveModel.ts';

/** What is known of the entry, and how; replaced with each change. */
export interface EntryState {
  readonly state: DetailsState['state'];
  readonly notice?: string | undefined;
  readonly retrieved?: (RetrievedModel & { at: number }) | undefined;
  /** The base URL that was asked last; `undefined` where the connection is gone. */
  readonly askedOf?: string | undefined;
  /** The base URL that `retrieved` and what was posted are of. */
  readonly knownOf?: string;
  /** The deletion in this window was shown already, or came before the last retrieve, whose answer counts then. */
  readonly knowsDeletion: boolean;
  /** The last retrieve found that only the list has it; until the next one ends. */
  readonly isOnlyListed: boolean;
  /** When the entry was found gone. */
  readonly goneAt: number;
}
