import type { ServiceError } from '../../api/serviceError.ts';
import { longestBusyMs } from './busyGate.ts';
import type { WhyEnded } from './outcome.ts';

/** So many failures of one kind in a row, with no success between them, end a deletion. */
const limits = { keyRefused: 1, busy: 1, forbidden: 5, unreachable: 5, broken: 10 } satisfies Partial<
  Record<WhyEnded, number>
>;
type Family = keyof typeof limits;

/**
 * Tells when going on is hopeless. A single failure never ends a deletion; but a key that is refused, a service that asks
 * to stay away for long, and one that fails again and again would be asked thousands of times in vain. A 403 may be meant for
 * one entry (some gateways know such rules), a 401 never is.
 */
export class Streak {
  #family: Family | undefined;
  #length = 0;

  /** What the next entry came to; `undefined` where the service answered it well. Returns why to end, if it is time. */
  add(error: ServiceError | undefined): WhyEnded | undefined {
    const family = error && familyOf(error);
    this.#length = family !== undefined && family === this.#family ? this.#length + 1 : 1;
    this.#family = family;
    return family !== undefined && this.#length >= limits[family] ? family : undefined;
  }
}

/** `undefined` for a refusal of the one entry. */
function familyOf({ kind, retryAfterMs }: ServiceError): Family | undefined {
  switch (kind) {
    case 'noKey':
    case 'unauthorized':
      return 'keyRefused';
    case 'forbidden':
      return 'forbidden';
    case 'network':
    case 'timeout':
    case 'tls':
      return 'unreachable';
    case 'notFound':
    case 'conflict':
    case 'badRequest':
      return undefined;
    case 'rateLimited':
      return (retryAfterMs ?? 0) > longestBusyMs ? 'busy' : 'broken';
    default:
      return 'broken';
  }
}
