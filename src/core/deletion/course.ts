import type { ServiceError, ServiceErrorKind } from '../../api/serviceError.ts';
import type { Logger, ModelSource, OnWait, RetryWait } from '../../api/types.ts';
import { BusyGate, longestBusyMs, type Pause } from '../busyGate.ts';
import type { Connection } from '../connections/connection.ts';
import { failureLine } from '../files/errorCode.ts';
import { joinWaits } from '../joinWaits.ts';
import type { DeletionRecord } from './openDeletions.ts';
import type { Outcome, WhyEnded } from './outcome.ts';

export type LoraClient = Required<Pick<ModelSource, 'listLoras' | 'getLora' | 'deleteLora'>>;

/**
 * What the user agreed to delete through. All requests of a deletion are sent with its key and headers: another API key, or another
 * header for a gateway, may lead to another organization behind the same address.
 */
export interface Agreement {
  connection: Pick<Connection, 'id' | 'name' | 'baseUrl'>;
  /** Identifies the API key and headers without revealing them. */
  credentials: string;
  /** Sends requests with this key and these headers, whatever is set later. */
  client: LoraClient;
}

/** What a deletion is sent through, and where it is recorded. */
export interface CourseOptions {
  agreed: Agreement;
  /** Returns the connection as it is now; `undefined` once it was removed. */
  connection(): Connection | undefined;
  /** Returns what identifies the API key and headers of `connection` now. */
  credentials(connection: Connection): Promise<string>;
  record: DeletionRecord;
  /** Fields we don't know that may have changed since the user agreed. */
  ignored?: ReadonlySet<string>;
  log: Logger;
  pause?: Pause;
}

/** What the lanes of a deletion share: its waits, and whether it continues, or why not, which they check before each request. */
export class DeletionCourse {
  readonly record: DeletionRecord;
  readonly ignored: ReadonlySet<string> | undefined;
  /** Returns the `onWait` of one lane's requests. */
  readonly nextOnWait: () => OnWait;
  readonly gate: BusyGate;
  readonly #options: CourseOptions;
  readonly #onDidChange: () => void;
  readonly #streak = new Streak();
  readonly #halt = new AbortController();
  #ended: WhyEnded | undefined;
  #wait: RetryWait | undefined;

  /** `onDidChange` is called when the deletion ends, and when its wait changes. */
  constructor(options: CourseOptions, onDidChange: () => void) {
    this.record = options.record;
    this.ignored = options.ignored;
    this.#options = options;
    this.#onDidChange = onDidChange;
    this.nextOnWait = joinWaits((wait) => {
      this.#wait = wait;
      onDidChange();
    });
    this.gate = new BusyGate(options.pause);
  }

  /** The wait before a request is sent again; `undefined` if none is waiting. */
  get wait(): RetryWait | undefined {
    return this.#wait;
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
    this.#onDidChange();
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
      isHeld = await this.record.isHeld();
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

/** Number of failures of one kind in a row that end a deletion. */
const limits = { keyRefused: 1, busy: 1, forbidden: 5, unreachable: 5, broken: 10 } satisfies Partial<
  Record<WhyEnded, number>
>;
type Family = keyof typeof limits;

/**
 * Tells when going on is hopeless: if the key is refused, or the service asks for a long wait or keeps failing, thousands of
 * requests would be sent in vain. Any other single failure does not end a deletion. A 403 may concern one entry (some gateways have
 * such rules), a 401 never does.
 */
export class Streak {
  #family: Family | undefined;
  #length = 0;

  /**
   * Adds the next entry's result, `undefined` for a good answer. Returns why the deletion should end; `undefined` if it need not.
   */
  add(error: ServiceError | undefined): WhyEnded | undefined {
    const family = error && familyOf(error);
    this.#length = family !== undefined && family === this.#family ? this.#length + 1 : 1;
    this.#family = family;
    return family !== undefined && this.#length >= limits[family] ? family : undefined;
  }
}

const families: Partial<Record<ServiceErrorKind, Family>> = {
  noKey: 'keyRefused',
  unauthorized: 'keyRefused',
  forbidden: 'forbidden',
  network: 'unreachable',
  timeout: 'unreachable',
  tls: 'unreachable',
};

/** Returns the kind of failure; `undefined` if only that entry was refused. */
function familyOf({ kind, retryAfterMs = 0 }: ServiceError): Family | undefined {
  if (kind === 'notFound' || kind === 'conflict' || kind === 'badRequest') return undefined;
  if (kind === 'rateLimited' && retryAfterMs > longestBusyMs) return 'busy';
  return families[kind] ?? 'broken';
}
