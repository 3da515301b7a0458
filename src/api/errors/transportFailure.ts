import type { ClockName } from '../timing.ts';
import { openSslCode } from './tlsCodes.ts';

/**
 * `connect`: no part of the request was sent, so it may be repeated. `sent`: the service may have seen it. `reused`: the same,
 * but it was lost without a byte of an answer on a connection that had been open before, which the service was probably closing.
 */
export type TransportPhase = 'connect' | 'sent' | 'reused';

/** A service that was closing a connection loses a request within this time, in ms; one that is lost later, it may have worked on. */
export const closingMs = 1000;

/**
 * A request that got no answer. Keeps only the code of the system's error, which may hold headers or raw bytes of an
 * answer, and whose message may quote a proxy's address with parts of the user name and password.
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

  /** `url`: the request's target; if another address could not be reached, it is the proxy's. */
  static from(error: unknown, phase: TransportPhase, url?: URL): TransportFailure {
    if (error instanceof TransportFailure) return error;
    const isProxyLost = url !== undefined && chainOf(error).some((inner) => isElsewhere(inner, url));
    const code = isProxyLost ? proxyUnreachable : (proxyRefusal(error) ?? innermostCode(error));
    return new TransportFailure(phase, code, code ?? 'unknown failure');
  }
}

/** The reason with which a request is aborted when one of our clocks runs out. */
export class ClockExpired extends Error {
  override readonly name = 'ClockExpired';
  readonly clock: ClockName;

  constructor(clock: ClockName, ms: number) {
    super(`The ${clock} clock ran out after ${ms} ms`);
    this.clock = clock;
  }
}

export const proxyUnreachable = 'PROXY_UNREACHABLE';
/** The proxy closed the connection, or answered in something else than HTTP: it may expect TLS. */
export const proxyClosed = 'PROXY_CLOSED';
export const proxyAuth = 'PROXY_AUTH';
/** A 401 of the proxy itself: tinyproxy's word for a wrong password, where others say 407. */
export const proxyUnauthorized = 'PROXY_401';
/** The proxy's address is no URL, e.g. because its password holds a `#`. */
export const proxyAddress = 'PROXY_ADDRESS';

/** True if a proxy failed or refused, not the service behind it. */
export function isProxyFailure(error: unknown): boolean {
  if (!(error instanceof TransportFailure)) return false;
  return /^(?:PROXY_|UND_ERR_PRX_(?:CONN|TLS)$|ERR_PROXY_CONNECTION_FAILED$)/.test(error.code ?? '');
}

/** True if Node could not find or reach a host other than the request's. */
function isElsewhere(error: Error, url: URL): boolean {
  if (!('syscall' in error)) return false;
  if (error.syscall === 'getaddrinfo') return 'hostname' in error && error.hostname !== url.hostname;
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return error.syscall === 'connect' && 'port' in error && error.port !== port;
}

export function isConnectPhase(error: unknown): boolean {
  return (
    (error instanceof TransportFailure && error.phase === 'connect') ||
    (error instanceof ClockExpired && error.clock === 'connect')
  );
}

// undici says so only in words (proxy-agent.js: "Proxy response (407) !== 200 when HTTP Tunneling").
const proxyRefusalText = /Proxy (?:response|Authentication Required) \((\d{3})\)/;

/** Returns the code if a proxy refused to connect us: `PROXY_AUTH` for 407, else e.g. `PROXY_502`; otherwise `undefined`. */
export function proxyRefusal(error: unknown): string | undefined {
  const words = chainOf(error).findLast(({ message }) => message !== '')?.message ?? '';
  const status = words === 'proxy authentication required' ? '407' : proxyRefusalText.exec(words)?.[1];
  return status === '407' ? proxyAuth : status && `PROXY_${status}`;
}

/** True if a URL can't be read: it is the proxy's, as the request's own was read before. VS Code's message has no other mark. */
export function isBadProxyAddress(error: unknown): boolean {
  const last = chainOf(error).at(-1);
  if (last === undefined || !('code' in last)) return false;
  return (
    last.code === 'ERR_INVALID_URL' || (last.code === 'UND_ERR_INVALID_ARG' && last.message === 'invalid url')
  );
}

/** Returns an error's innermost code: `fetch failed` hides it in its cause, several addresses in an aggregate. */
export function innermostCode(error: unknown): string | undefined {
  const errors = chainOf(error);
  // undici's wrapper for a proxy's certificate error, which would otherwise seem to be about the service's.
  if (errors.some((one) => 'code' in one && one.code === 'UND_ERR_PRX_TLS')) return 'UND_ERR_PRX_TLS';
  for (const inner of errors.reverse()) {
    if ('code' in inner && typeof inner.code === 'string') {
      return inner.code === 'EPROTO' ? (openSslCode(inner.message) ?? inner.code) : inner.code;
    }
    // undici gives a code only to some of llhttp's errors.
    if (inner.name === 'HTTPParserError')
      return inner.message.includes('EOF state') ? 'HPE_INVALID_EOF_STATE' : 'HPE_INVALID';
    const chromium = codeInText(inner);
    if (chromium !== undefined) return chromium;
  }
  return undefined;
}

/** Returns Chromium's code; Electron's fetch, which VS Code may use (`http.electronFetch`), gives it only in words. */
export function chromiumCode(error: unknown): string | undefined {
  return chainOf(error)
    .map(codeInText)
    .findLast((code) => code !== undefined);
}

function codeInText({ message }: Error): string | undefined {
  return /net::(ERR_[A-Z_]+)/.exec(message)?.[1];
}

/** Returns the error and its causes, outermost first; of an aggregate, the first error. */
export function chainOf(error: unknown): Error[] {
  const errors: Error[] = [];
  let inner = error;
  while (inner instanceof Error && errors.length < 8) {
    errors.push(inner);
    inner = inner.cause ?? (inner instanceof AggregateError ? inner.errors[0] : undefined);
  }
  return errors;
}
