import type { ClockName } from './timing.ts';

/** `connect`: nothing of the request has left, so it may be sent again. `sent`: the service may have seen it. */
export type TransportPhase = 'connect' | 'sent';

/**
 * A request that got no answer. It keeps the code and the words of the system's error but not the error itself, which may
 * hold headers or raw bytes of an answer.
 */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly phase: TransportPhase;
  readonly code: string | undefined;

  constructor(phase: TransportPhase, code: string | undefined, message: string) {
    super(message);
    this.phase = phase;
    this.code = code;
  }

  static from(error: unknown, phase: TransportPhase): TransportFailure {
    return error instanceof TransportFailure
      ? error
      : new TransportFailure(phase, errorCode(error), errorMessage(error));
  }
}

/** One of our clocks ran out; the reason with which the request is then aborted. */
export class ClockExpired extends Error {
  override readonly name = 'ClockExpired';
  readonly clock: ClockName;

  constructor(clock: ClockName, ms: number) {
    super(`The ${clock} clock ran out after ${ms} ms`);
    this.clock = clock;
  }
}

export function isConnectPhase(error: unknown): boolean {
  return (
    (error instanceof TransportFailure && error.phase === 'connect') ||
    (error instanceof ClockExpired && error.clock === 'connect')
  );
}

// Codes that can only come before a request is written. ECONNRESET is not among them: it may come after.
const CONNECT_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_PRX_CONN',
  // Chromium's, where VS Code sends fetch through Electron (`http.electronFetch`).
  'ERR_CONNECTION_REFUSED',
  'ERR_CONNECTION_TIMED_OUT',
  'ERR_NAME_NOT_RESOLVED',
  'ERR_ADDRESS_UNREACHABLE',
  'ERR_INTERNET_DISCONNECTED',
  'ERR_PROXY_CONNECTION_FAILED',
  'ERR_TUNNEL_CONNECTION_FAILED',
]);

/** What a `fetch` threw. The phase is told by the code alone, for it has no event for "connected". */
export function fetchFailure(error: unknown): TransportFailure {
  const inner = chain(error).at(-1);
  // Of a 407 undici's fetch makes an error without any words; our requests meet no other such error.
  if (inner !== error && inner?.message === '' && errorCode(error) === undefined) {
    return new TransportFailure('sent', undefined, 'proxy authentication required');
  }
  return TransportFailure.from(error, phaseOfFetchError(error));
}

function phaseOfFetchError(error: unknown): TransportPhase {
  const code = errorCode(error);
  if (proxyStatus(errorMessage(error)) !== undefined) return 'connect';
  if (code === undefined) return 'sent';
  if (CONNECT_CODES.has(code) || isTlsCode(code)) return 'connect';
  return code === 'ETIMEDOUT' && /connect/i.test(errorMessage(error)) ? 'connect' : 'sent';
}

const TLS_CODE =
  /^(?:CERT_|CRL_|ERR_CERT_|ERR_SSL_|ERR_TLS_|ERR_OSSL_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|EPROTO$|UND_ERR_PRX_TLS)/;

export function isTlsCode(code: string): boolean {
  return TLS_CODE.test(code);
}

// undici says it only so (proxy-agent.js: "Proxy response (407) !== 200 when HTTP Tunneling").
const PROXY_REFUSAL = /Proxy (?:response|Authentication Required) \((\d{3})\)/;

/** The status with which a proxy refused to connect us, where an error is about that. */
export function proxyStatus(message: string): number | undefined {
  const status = PROXY_REFUSAL.exec(message)?.[1];
  if (status !== undefined) return Number(status);
  return message === 'proxy authentication required' ? 407 : undefined;
}

/** The innermost code of an error: `fetch failed` hides it in its cause, several addresses in an aggregate. */
export function errorCode(error: unknown): string | undefined {
  for (const inner of chain(error).reverse()) {
    if ('code' in inner && typeof inner.code === 'string') return inner.code;
    // undici gives a code only to some of llhttp's errors.
    if (inner.name === 'HTTPParserError') return 'HPE_INVALID';
    const chromium = /net::(ERR_[A-Z_]+)/.exec(inner.message);
    if (chromium !== null) return chromium[1];
  }
  return undefined;
}

function errorMessage(error: unknown): string {
  const inner = chain(error).findLast((one) => one.message !== '');
  return inner?.message ?? 'unknown failure';
}

function chain(error: unknown): Error[] {
  const errors: Error[] = [];
  let inner = error;
  while (inner instanceof Error && errors.length < 8) {
    errors.push(inner);
    inner = inner.cause ?? (inner instanceof AggregateError ? inner.errors[0] : undefined);
  }
  return errors;
}
