import type { OnWait, RetryWait } from '../../api/index.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import { retrieveListed } from '../models/retrieveListed.ts';
import type { RetrievedModel } from '../models/retrieveModel.ts';
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
