import type { Model, OnWait, RetryWait } from '../../api/index.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import type { DetailsState } from '../../protocol/details.ts';
import { type RetrievedModel, retrieveListed } from '../models/retrieveModel.ts';
import { type QueryOptions, StoppedByPerson, watched } from '../shared/stoppable.ts';
import type { DetailsParts } from './detailsParts.ts';

interface Running {
  abort: AbortController;
  /** Takes more than a moment, or is waiting. */
  isSlow: boolean;
  wait: RetryWait | undefined;
}

/** Retrieves the entry of a page. A new retrieve aborts and replaces the one under way. */
export class Retrieval {
  readonly #parts: Pick<DetailsParts, 'catalogs' | 'retrieve'>;
  readonly #onChange: () => void;
  #running: Running | undefined;

  constructor(parts: Pick<DetailsParts, 'catalogs' | 'retrieve'>, onChange: () => void) {
    this.#parts = parts;
    this.#onChange = onChange;
  }

  get isSlow(): boolean {
    return this.#running?.isSlow ?? false;
  }

  get wait(): RetryWait | undefined {
    return this.#running?.wait;
  }

  /** Rejects with `StoppedByPerson` after `stop`, and with `ListedButNotFoundError` like `retrieveListed`. */
  run(connection: Connection, ref: ModelRef): Promise<RetrievedModel> {
    this.stop();
    const running: Running = { abort: new AbortController(), isSlow: false, wait: undefined };
    this.#running = running;
    const { catalogs, retrieve } = this.#parts;
    const ask = (options: QueryOptions) =>
      retrieveListed(catalogs, connection, ref, () => retrieve(connection, ref, options), options.signal);
    const say: OnWait = (wait) => {
      if (this.#running !== running) return;
      Object.assign(running, { isSlow: true, wait });
      this.#onChange();
    };
    return watched(running.abort.signal, ask, say).finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
  }

  stop(): void {
    this.#running?.abort.abort(new StoppedByPerson('Stopped.'));
    this.#running = undefined;
  }
}

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
