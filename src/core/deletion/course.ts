import type { ServiceError } from '../../api/serviceError.ts';
import type { Logger } from '../../api/types.ts';
import type { Connection } from '../connections/connection.ts';
import { errorCode } from '../files/atomicFile.ts';
import type { Outcome, WhyEnded } from './outcome.ts';
import { Streak } from './streak.ts';

interface CourseParts<R> {
  /** As it was when the person agreed. */
  agreed: Pick<Connection, 'id' | 'baseUrl'>;
  /** As it is now; `undefined` once it is removed. */
  connection(): Connection | undefined;
  remover(connection: Connection): R;
  record: { isHeld(): Promise<boolean> };
  log: Logger;
  onDidEnd(): void;
}

/** Whether a deletion still goes on, and why not: what its lanes look at before each request. */
export class DeletionCourse<R> {
  readonly #parts: CourseParts<R>;
  readonly #streak = new Streak();
  readonly #halt = new AbortController();
  #ended: WhyEnded | undefined;

  constructor(parts: CourseParts<R>) {
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
    this.#halt.abort(new Error(`The deletion ended: ${why}.`));
    this.#parts.onDidEnd();
  }

  notTried(): Outcome {
    return { is: 'notTried', why: this.#ended ?? 'error' };
  }

  /** What sends the next request, as long as it is this window's and something may be deleted through the connection. */
  async remover(): Promise<R | undefined> {
    let isHeld = false;
    await this.written(async () => {
      isHeld = await this.#parts.record.isHeld();
    });
    if (!isHeld) this.end('taken');
    // Last, so that nothing comes between this look and the request.
    const connection = this.writable();
    return connection && this.#parts.remover(connection);
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

  /** Whether the disk did as asked. Where it does not, that ends the rest: the next deletion would leave no trace. */
  async written(write: () => Promise<unknown>): Promise<boolean> {
    try {
      await write();
      return true;
    } catch (error) {
      this.#parts.log.error(`A deletion could not be written down: ${errorCode(error) ?? 'unknown error'}`);
      this.end('disk');
      return false;
    }
  }
}
