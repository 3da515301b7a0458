import type { ServiceError } from '../../api/serviceError.ts';
import type { Logger, Lora, ModelSource, RetryWait } from '../../api/types.ts';
import { BusyGate, type Pause } from '../busyGate.ts';
import type { Connection } from '../connections/connection.ts';
import { errorTrace, failureLine } from '../files/errorCode.ts';
import { joinWaits } from '../joinWaits.ts';
import type { DeletionPlace } from './journal.ts';
import type { DeletionRecord } from './openDeletions.ts';
import type { Outcome, WhyEnded } from './outcome.ts';
import { Streak } from './streak.ts';

export type LoraClient = Required<Pick<ModelSource, 'listLoras' | 'getLora' | 'deleteLora'>>;

/**
 * What the user agreed to delete through. All requests of a deletion are sent with its key and headers: another API key, or another
 * header for a gateway, may lead to another organization behind the same address.
 */
export interface Agreement {
  connection: DeletionPlace;
  /** Identifies the API key and headers without revealing them. */
  credentials: string;
  /** Sends requests with this key and these headers, whatever is set later. */
  client: LoraClient;
}

/** Returns why nothing may be deleted through a connection as it is now; `undefined` if it is as agreed. */
export function whyNotWritable({ baseUrl }: DeletionPlace, now: Connection | undefined) {
  if (!now) return 'removed';
  if (now.baseUrl !== baseUrl) return 'moved';
  return now.readOnly ? 'readOnly' : undefined;
}

export interface DeletionOptions {
  agreed: Agreement;
  /** Returns the connection as it is now; `undefined` once it was removed. */
  connection(): Connection | undefined;
  /** Returns what identifies the API key and headers of `connection` now. */
  credentials(connection: Connection): Promise<string>;
  record: DeletionRecord;
  /** Fields we don't know that may have changed since the user agreed. */
  ignored?: ReadonlySet<string> | undefined;
  /** Names of entries whose earlier request may still be carried out: only their absence from a list tells how they ended. */
  unsettled?: ReadonlySet<string>;
  /** Shows the entry as being deleted while `work` runs. */
  during(name: string, work: () => Promise<{ isGone: boolean }>): Promise<unknown>;
  onProgress(progress: DeletionProgress): void;
  log: Logger;
  pause?: Pause;
}

export interface DeletionProgress {
  done: number;
  total: number;
  wait: RetryWait | undefined;
  /** True if no further entry is started; sent requests are still awaited. */
  isEnding: boolean;
}

/** A deletion of one LoRA or many: what its lanes share, and check before each request. `runDeletion` runs it. */
export class Deletion {
  readonly loras: readonly Lora[];
  readonly options: DeletionOptions;
  /** By the names of the LoRAs. */
  readonly outcomes = new Map<string, Outcome>();
  readonly gate: BusyGate;
  /** Returns the `onWait` of one lane's requests. */
  readonly nextOnWait = joinWaits((wait) => {
    this.#wait = wait;
    this.tell();
  });
  readonly #streak = new Streak();
  readonly #halt = new AbortController();
  readonly #gone = new AbortController();
  /** Aborts when the deletion ends. It is for retrieves and waits; a sent delete request continues. */
  readonly signal = this.#halt.signal;
  /** Aborts when the window closes. It is for the list that settles unanswered requests, which is loaded even after a stop. */
  readonly gone = this.#gone.signal;
  #ended: WhyEnded | undefined;
  #wait: RetryWait | undefined;

  /** `loras` must not repeat a name. */
  constructor(loras: readonly Lora[], options: DeletionOptions) {
    this.loras = loras;
    this.options = options;
    this.gate = new BusyGate(options.pause);
  }

  get ended(): WhyEnded | undefined {
    return this.#ended;
  }

  /** Starts no further entry. Sent requests are awaited, since only their answers say how they ended. */
  stop(): void {
    this.end('stopped');
  }

  /** Like `stop`, for a closing window: the user did not stop the deletion, so the next window reports it. */
  interrupt(): void {
    this.end('interrupted');
    this.#gone.abort(new Error('The window goes.'));
  }

  /** Checks the connection now. If nothing may be deleted through it any more, ends the deletion and its waits. */
  async recheck(): Promise<void> {
    this.writable();
    await this.checkCredentials();
  }

  /** Ends the deletion. Only the first reason counts; others follow from it. */
  end(why: WhyEnded): void {
    if (this.#ended !== undefined) return;
    this.#ended = why;
    this.#halt.abort(new Error(`The deletion ended: ${why}.`));
    this.tell();
  }

  tell(): void {
    this.options.onProgress({
      done: this.outcomes.size,
      total: this.loras.length,
      wait: this.#wait,
      isEnding: this.#ended !== undefined,
    });
  }

  isUnsettled(name: string): boolean {
    return this.options.unsettled?.has(name) ?? false;
  }

  notTried(): Outcome {
    return { is: 'notTried', why: this.#ended ?? 'error' };
  }

  /** Ends the deletion after a fault of ours. Known outcomes stay. */
  failed(error: unknown, isSent: boolean): Outcome {
    this.options.log.error(`A deletion failed: ${errorTrace(error)}`);
    this.end('error');
    return isSent ? { is: 'unknown' } : this.notTried();
  }

  /** Returns the client for the next request; `undefined` if none may be sent any more. */
  async client(): Promise<LoraClient | undefined> {
    let isHeld = false;
    await this.written(async () => {
      isHeld = await this.options.record.isHeld();
    });
    if (!isHeld) this.end('taken');
    await this.checkCredentials();
    // Checked last, so that nothing comes between this check and the request.
    return this.writable() ? this.options.agreed.client : undefined;
  }

  /** Resolves with true if the API key and headers are still those agreed to; if not, ends the deletion. */
  async checkCredentials(): Promise<boolean> {
    const connection = this.options.connection();
    if (!connection) return false;
    const isSame = (await this.options.credentials(connection)) === this.options.agreed.credentials;
    if (!isSame) this.end('keyChanged');
    return isSame;
  }

  /** Returns true while something may be deleted through the connection; otherwise ends the deletion. */
  writable(): boolean {
    const why = whyNotWritable(this.options.agreed.connection, this.options.connection());
    if (why !== undefined) this.end(why);
    return this.#ended === undefined;
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
      this.options.log.error(failureLine('A deletion could not be written down', error));
      this.end('disk');
      return false;
    }
  }
}
