import type { ServiceError } from '../../api/serviceError.ts';
import type { Logger } from '../../api/types.ts';
import type { Connection } from '../connections/connection.ts';
import { failureLine } from '../files/errorCode.ts';
import type { Agreement, LoraClient } from './agreement.ts';
import type { DeletionRecord } from './openDeletions.ts';
import type { Outcome, WhyEnded } from './outcome.ts';
import { Streak } from './streak.ts';

/** What is deleted through, and where it is written down. */
export interface CourseOptions {
  agreed: Agreement;
  /** As it is now; `undefined` once it is removed. */
  connection(): Connection | undefined;
  /** What identifies the API key and headers of `connection` now. */
  credentials(connection: Connection): Promise<string>;
  record: DeletionRecord;
  log: Logger;
}

/** Whether a deletion continues, or why not. Its lanes check this before each request. */
export class DeletionCourse {
  readonly #options: CourseOptions;
  readonly #onDidEnd: () => void;
  readonly #streak = new Streak();
  readonly #halt = new AbortController();
  #ended: WhyEnded | undefined;

  constructor(options: CourseOptions, onDidEnd: () => void) {
    this.#options = options;
    this.#onDidEnd = onDidEnd;
  }

  /** Aborts when the deletion ends. For retrieves and waits; a sent delete request continues. */
  get signal(): AbortSignal {
    return this.#halt.signal;
  }

  get ended(): WhyEnded | undefined {
    return this.#ended;
  }

  /** Only the first reason counts; others follow from it. */
  end(why: WhyEnded): void {
    if (this.#ended !== undefined) return;
    this.#ended = why;
    this.#halt.abort(new Error(`The deletion ended: ${why}.`));
    this.#onDidEnd();
  }

  notTried(): Outcome {
    return { is: 'notTried', why: this.#ended ?? 'error' };
  }

  /** Returns the client for the next request while this window holds the deletion and the connection may delete. */
  async client(): Promise<LoraClient | undefined> {
    let isHeld = false;
    await this.written(async () => {
      isHeld = await this.#options.record.isHeld();
    });
    if (!isHeld) this.end('taken');
    await this.checkCredentials();
    // Last, so that nothing comes between this check and the request.
    return this.writable() && this.#options.agreed.client;
  }

  /** Resolves with whether the API key and headers are still those agreed to; if not, ends the deletion. */
  async checkCredentials(): Promise<boolean> {
    const connection = this.#options.connection();
    if (!connection) return false;
    const isSame = (await this.#options.credentials(connection)) === this.#options.agreed.credentials;
    if (!isSame) this.end('keyChanged');
    return isSame;
  }

  /** Returns the connection while something may be deleted through it. */
  writable(): Connection | undefined {
    const connection = this.#options.connection();
    if (!connection) this.end('removed');
    else if (connection.baseUrl !== this.#options.agreed.connection.baseUrl) this.end('moved');
    else if (connection.readOnly) this.end('readOnly');
    return this.#ended === undefined ? connection : undefined;
  }

  /** Counts an entry's result; ends the deletion if going on is hopeless. */
  count(error: ServiceError | undefined): void {
    const why = this.#streak.add(error);
    if (why !== undefined) this.end(why);
  }

  /** Resolves with whether `write` succeeded. If not, ends the deletion: the next one would leave no trace. */
  async written(write: () => Promise<unknown>): Promise<boolean> {
    try {
      await write();
      return true;
    } catch (error) {
      this.#options.log.error(failureLine('A deletion could not be written down', error));
      this.end('disk');
      return false;
    }
  }
}
