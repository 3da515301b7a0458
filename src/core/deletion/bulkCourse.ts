import type { ServiceError } from '../../api/serviceError.ts';
import type { Logger } from '../../api/types.ts';
import type { Connection } from '../connections/connection.ts';
import { errorCode } from '../files/atomicFile.ts';
import type { BulkOutcome, WhyEnded } from './bulkOutcome.ts';
import { Streak } from './streak.ts';

interface CourseParts {
  /** As it was when the person agreed. */
  agreed: Pick<Connection, 'id' | 'baseUrl'>;
  /** As it is now; `undefined` once it is removed. */
  connection(): Connection | undefined;
  log: Logger;
  onDidEnd(): void;
}

/** Whether a bulk deletion still goes on, and why not: what its lanes look at before each step. */
export class BulkCourse {
  readonly #parts: CourseParts;
  readonly #streak = new Streak();
  readonly #halt = new AbortController();
  /** End the waits of deletions of which nothing has left yet. */
  readonly #stops = new Set<() => void>();
  #ended: WhyEnded | undefined;

  constructor(parts: CourseParts) {
    this.#parts = parts;
  }

  /** Aborted at the end. For retrieves and waits; a deletion that has left goes on. */
  get signal(): AbortSignal {
    return this.#halt.signal;
  }

  get ended(): WhyEnded | undefined {
    return this.#ended;
  }

  /** Only the first reason counts: the others follow from it. */
  end(why: WhyEnded): void {
    if (this.#ended !== undefined) return;
    this.#ended = why;
    this.#halt.abort(new Error(`The bulk deletion ended: ${why}.`));
    for (const stop of this.#stops) stop();
    this.#parts.onDidEnd();
  }

  notTried(): BulkOutcome {
    return { is: 'notTried', why: this.#ended ?? 'error' };
  }

  /** The connection, as long as something may be deleted through it. */
  writable(): Connection | undefined {
    const connection = this.#parts.connection();
    if (!connection) this.end('removed');
    else if (connection.baseUrl !== this.#parts.agreed.baseUrl) this.end('moved');
    else if (connection.readOnly) this.end('readOnly');
    return this.#ended === undefined ? connection : undefined;
  }

  /** What an entry came to; ends where going on is hopeless. */
  count(error: ServiceError | undefined): void {
    const why = this.#streak.add(error);
    if (why !== undefined) this.end(why);
  }

  /** Whether it could be written. What can't be ends the rest: the next deletion would leave no trace. */
  async written(write: () => Promise<unknown>): Promise<boolean> {
    try {
      await write();
      return true;
    } catch (error) {
      this.#parts.log.error(
        `A bulk deletion could not be written down: ${errorCode(error) ?? 'unknown error'}`,
      );
      this.end('disk');
      return false;
    }
  }

  /** Calls `stop` at the end, at once where it is over already. Returns what takes it back. */
  onEnd(stop: () => void): () => void {
    if (this.#ended !== undefined) stop();
    this.#stops.add(stop);
    return () => this.#stops.delete(stop);
  }
}
