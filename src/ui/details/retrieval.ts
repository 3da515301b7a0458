import type { Connection } from '../../core/connections/connection.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import { type RetryWait, RetryWaits } from '../../core/retryWait.ts';
import { retrieveListed } from '../models/retrieveListed.ts';
import type { RetrievedModel } from '../models/retrieveModel.ts';
import { StoppedByPerson } from '../shared/stoppable.ts';
import type { DetailsParts } from './detailsParts.ts';

/** A retrieve that takes longer than this can be stopped, in ms. */
const slowMs = 1000;

/** Retrieves the entry of a page. A new retrieve aborts and replaces the one under way. */
export class Retrieval {
  readonly #parts: Pick<DetailsParts, 'catalogs' | 'retrieve'>;
  readonly #onChange: () => void;
  #running: { abort: AbortController; isSlow: boolean; wait: RetryWait | undefined } | undefined;

  constructor(parts: Pick<DetailsParts, 'catalogs' | 'retrieve'>, onChange: () => void) {
    this.#parts = parts;
    this.#onChange = onChange;
  }

  /** True if it takes more than a moment or is waiting. */
  get isSlow(): boolean {
    return this.#running?.isSlow ?? false;
  }

  get wait(): RetryWait | undefined {
    return this.#running?.wait;
  }

  /** Rejects with `StoppedByPerson` after `stop`, and with `ListedButNotFoundError` like `retrieveListed`. */
  async run(connection: Connection, ref: ModelRef): Promise<RetrievedModel> {
    this.stop();
    const running = { abort: new AbortController(), isSlow: false, wait: undefined as RetryWait | undefined };
    this.#running = running;
    const say = (wait: RetryWait | undefined) => {
      if (this.#running !== running) return;
      running.isSlow = true;
      running.wait = wait;
      this.#onChange();
    };
    const slow = setTimeout(() => say(running.wait), slowMs);
    try {
      const { catalogs } = this.#parts;
      const { signal } = running.abort;
      const options = { signal, ...new RetryWaits(say).next() };
      const retrieve = () => this.#parts.retrieve(connection, ref, options);
      return await retrieveListed(catalogs, connection, ref, retrieve, signal);
    } finally {
      clearTimeout(slow);
      if (this.#running === running) this.#running = undefined;
    }
  }

  stop(): void {
    this.#running?.abort.abort(new StoppedByPerson('Stopped.'));
    this.#running = undefined;
  }
}
