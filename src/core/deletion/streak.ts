import type { ServiceError, ServiceErrorKind } from '../../api/serviceError.ts';
import { longestBusyMs } from '../busyGate.ts';
import type { WhyEnded } from './outcome.ts';

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

  /** Adds an entry's result, `undefined` for a good answer. Returns why the deletion should end, if it should. */
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
