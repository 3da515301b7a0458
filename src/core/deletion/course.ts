import type { ServiceError } from '../../api/serviceError.ts';
import type { Logger } from '../../api/types.ts';
import type { Connection } from '../connections/connection.ts';
import { failureLine } from '../files/errorCode.ts';
import type { Agreement, LoraClient } from './agreement.ts';
import type { DeletionRecord } from './openDeletions.ts';
import type { Outcome, WhyEnded } from './outcome.ts';
import { Streak } from './streak.ts';

/** What a deletion is sent through, and where it is recorded. */
export interface CourseOptions {
  agreed: Agreement;
  /** Returns the connection as it is now; `undefined` once it was removed. */
  connection(): Connection | undefined;
  /** Returns what identifies the API key and headers of `connection` now. */
  credentials(connection: Connection): Promise<string>;
  record: DeletionRecord;
  log: Logger;
}

/** Knows whether a deletion continues, or why not. Its lanes check this before each request. */
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

  /** Aborts when the deletion ends. It is for retrieves and waits; a sent delete request continues. */
  get signal(): AbortSignal {
    return this.#halt.signal;
  }

  get ended(): WhyEnded | undefined {
    return this.#ended;
  }

  /** Ends the deletion. Only the first reason counts; others follow from it. */
  end(why: WhyEnded): void {
    if (this.#ended !== undefined) return;
    this.#ended = why;
    this.#halt.abort(new Error(`The deletion ended: ${why}.`));
    this.#onDidEnd();
  }

  notTried(): Outcome {
    return { is: 'notTried', why: this.#ended ?? 'error' };
  }

  /**
   * Returns the client for the next request; `undefined` if another window has taken over the deletion, or the connection may no
   * longer delete.
   */
  async client(): Promise<LoraClient | undefined> {
    let isHeld = false;
    await this.written(async () => {
      isHeld = await this.#options.record.isHeld();
    });
    if (!isHeld) this.end('taken');
    await this.checkCredentials();
    // Checked last, so that nothing comes between this check and the request.
    return this.writable() && this.#options.agreed.client;
  }

  /** Resolves with true if the API key and headers are still those agreed to; if not, ends the deletion. */
  async checkCredentials(): Promise<boolean> {
    const connection = this.#options.connection();
    if (!connection) return false;
    const isSame = (await this.#options.credentials(connection)) === this.#options.agreed.credentials;
    if (!isSame) this.end('keyChanged');
    return isSame;
  }

  /** Returns the connection while something may be deleted through it; otherwise ends the deletion. */
  writable(): Connection | undefined {
    const connection = this.#options.connection();
    if (!connection) this.end('removed');
    else if (connection.baseUrl !== this.#options.agreed.connection.baseUrl) this.end('moved');
    else if (connection.readOnly) this.end('readOnly');
    return this.#ended === undefined ? connection : undefined;
  }

  /** Counts an entry's result. Ends the deletion if going on is hopeless. */
  count(error: ServiceError | undefined): void {
    const why = this.#streak.add(error);
    if (why !== undefined) this.end(why);
  }

  /** Resolves with true if `write` succeeded. If not, ends the deletion: the next request would leave no trace. */
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
