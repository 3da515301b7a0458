import { ServiceError, type ServiceErrorDetails, type ServiceErrorKind } from '../serviceError.ts';
import { isTlsCode } from './tlsCodes.ts';
import { ClockExpired, isConnectPhase, proxyUnreachable, TransportFailure } from './transportFailure.ts';

/** What `api` knows of a failure beyond its `ServiceError`. */
interface FailureFacts {
  /** No part of the request was sent. */
  isConnectPhase?: boolean;
  /** Lost on a connection that had been open before, see `TransportPhase`. */
  isOnReused?: boolean;
  /** No byte of an answer had arrived. */
  isBeforeAnswer?: boolean;
  /** `x-should-retry`, if the service sent it. */
  shouldRetry?: boolean | undefined;
  /** The whole error body, JSON or text; searched for field names only. */
  said?: unknown;
}

/** What all calls fail with. Outside `api`, nobody knows its facts, nor do they show when it is printed. */
export class CallFailure extends ServiceError {
  readonly #facts: FailureFacts;

  /** `what` must be safe to log. */
  constructor(
    { endpoint, status, requestId }: ErrorContext,
    kind: ServiceErrorKind,
    what: string,
    details: Partial<ServiceErrorDetails> = {},
    facts: FailureFacts = {},
  ) {
    super(kind, `${endpoint}: ${what}`, { endpoint, status, requestId, ...details });
    this.#facts = facts;
  }

  /** A method, since getters show when an error is printed. */
  facts(): FailureFacts {
    return this.#facts;
  }
}

/** What errors of an attempt must say, and must not say. */
export interface ErrorContext {
  endpoint: string;
  secrets: readonly string[];
  status?: number | undefined;
  requestId?: string | undefined;
  /** The request went out without a key, where one is optional. */
  isKeyless?: boolean;
}

/** Returns the error kind for a non-2xx status; the caller handles 3xx. */
export function kindOfStatus(status: number, isKeyless = false): ServiceErrorKind {
  if (status === 401 && isKeyless) return 'noKey';
  if (status >= 500) return 'server';
  return kinds.get(status) ?? 'badRequest';
}

const kinds = new Map<number, ServiceErrorKind>([
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'notFound'],
  [407, 'network'],
  [408, 'timeout'],
  [409, 'conflict'],
  [410, 'notFound'],
  [412, 'conflict'],
  [413, 'tooLarge'],
  [429, 'rateLimited'],
]);

/** Converts what a transport or a body threw. The cause is never the original error: see `TransportFailure`. */
export function failureFrom(error: unknown, context: ErrorContext, isBeforeAnswer: boolean): CallFailure {
  if (error instanceof CallFailure) return error;
  const isOnReused = error instanceof TransportFailure && error.phase === 'reused';
  const facts = { isConnectPhase: isConnectPhase(error), isBeforeAnswer, isOnReused };
  if (error instanceof ClockExpired)
    return new CallFailure(context, 'timeout', error.message, { code: error.clock }, facts);
  const cause = TransportFailure.from(error, 'sent');
  const { kind, code } = !isBeforeAnswer && cutCodes.has(cause.code ?? '') ? closed : classify(cause);
  return new CallFailure(context, kind, cause.message, { code, cause }, facts);
}

function classify({ code, phase }: TransportFailure): Pick<ServiceError, 'kind' | 'code'> {
  if (code === undefined) return { kind: 'network', code };
  const known = knownCodes.get(code);
  if (known !== undefined) return { code, ...known };
  if (code === 'ETIMEDOUT' && phase === 'connect') return { kind: 'timeout', code: 'connect' };
  if (isTlsCode(code)) return { kind: 'tls', code };
  // HPE_: the answer is not HTTP. Z_ and ERR__: it is not compressed as it claims.
  if (/^(?:HPE_|Z_|ERR__|CONTENT_ENCODING$)/.test(code)) return { kind: 'protocol', code };
  return { kind: 'network', code };
}

// How undici says that a body ended too soon, if the connection was to be closed after it anyway.
const cutCodes = new Set(['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'HPE_INVALID_EOF_STATE']);
const closed = { kind: 'network', code: 'UND_ERR_SOCKET' } as const;
const knownCodes = new Map<string, { kind: ServiceErrorKind; code?: string }>([
  ['UND_ERR_CONNECT_TIMEOUT', { kind: 'timeout', code: 'connect' }],
  ['ERR_CONNECTION_TIMED_OUT', { kind: 'timeout', code: 'connect' }],
  // A proxy that closed the connection during CONNECT, and Chromium's code for an unreachable one.
  ['UND_ERR_PRX_CONN', { kind: 'network', code: proxyUnreachable }],
  ['ERR_PROXY_CONNECTION_FAILED', { kind: 'network', code: proxyUnreachable }],
  ['UND_ERR_HEADERS_TIMEOUT', { kind: 'timeout', code: 'headers' }],
  // With the host's fetch, undici's own 300 s between two reads still apply.
  ['UND_ERR_BODY_TIMEOUT', { kind: 'timeout', code: 'bytesIdle' }],
  ['UND_ERR_HEADERS_OVERFLOW', { kind: 'tooLarge' }],
  ['HPE_HEADER_OVERFLOW', { kind: 'tooLarge' }],
  // Two contradictory lengths, or a length for a chunked body.
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', { kind: 'protocol' }],
]);
