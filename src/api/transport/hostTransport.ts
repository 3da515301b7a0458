import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { certificatesUnchecked, isHandshakeCode } from '../errors/tlsCodes.ts';
import {
  chainOf,
  chromiumCode,
  closingMs,
  innermostCode,
  isBadProxyAddress,
  proxyAddress,
  proxyAuth,
  proxyClosed,
  proxyRefusal,
  TransportFailure,
  type TransportPhase,
} from '../errors/transportFailure.ts';
import type { Transport } from '../types.ts';
import { withHeaderClocks } from './callScope.ts';

/**
 * True if the host's `fetch` would accept any certificate of this address: it leaves the check to Node, which reads the variable
 * for each connection. A dispatcher of ours could check, but would disable the proxies.
 */
export function isUncheckedByHost(url: URL): boolean {
  return url.protocol === 'https:' && process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0';
}

/**
 * Sends through the host's `fetch`, which in VS Code knows the user's proxies and certificates. Looks it up for each call,
 * because VS Code replaces it, and passes no dispatcher, which would disable the proxies. Refuses to send where certificates
 * would not be checked.
 * `keepsConnections`: where it is Node's own, which sends nothing again by itself.
 */
export function createHostTransport(fetch?: typeof globalThis.fetch, keepsConnections = false): Transport {
  // Origins that have answered, so a connection to them may still be open.
  const answered = new Set<string>();
  return async (url, init) => {
    if (isUncheckedByHost(url)) {
      throw new TransportFailure('connect', certificatesUnchecked, certificatesUnchecked);
    }
    const send = fetch ?? globalThis.fetch;
    return withHeaderClocks(init, false, async (scope) => {
      const { signal } = scope;
      const sentAt = performance.now();
      const unwatch = watchProxy(url, () =>
        scope.abort(new TransportFailure('connect', proxyClosed, proxyClosed)),
      );
      try {
        const response = await send(url, {
          method: init.method,
          // A kept connection may be closing just now, and Electron would send the request again by itself.
          headers: keepsConnections ? init.headers : { ...init.headers, connection: 'close' },
          redirect: 'manual',
          signal,
          ...(init.body === undefined ? {} : { body: init.body }),
        });
        answered.add(url.origin);
        return { status: response.status, headers: response.headers, body: response.body, way: 'host' };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        const failure = fetchFailure(error, url, answered.has(url.origin));
        const isKept = keepsConnections && answered.has(url.origin);
        if (!isKept || failure.phase !== 'sent' || performance.now() - sentAt >= closingMs) throw failure;
        // Nobody tells which connection it was.
        throw TransportFailure.from(Object.assign(new Error(), { cause: error }), 'reused', url);
      } finally {
        unwatch();
      }
    });
  };
}

// undici's own name, which it keeps stable (docs/api/DiagnosticsChannel.md).
const channel = 'undici:client:connectError';

/**
 * Calls `onClosed` if a proxy closes the connection, or answers in something else than HTTP, before it has connected us to `url`,
 * as one does that expects TLS. The `fetch` of VS Code (undici 7.19, 7.29) would then ask it again and again, and never end. Only
 * at a proxy does connecting fail with these errors. Returns what ends the watch.
 */
function watchProxy({ host, protocol }: URL, onClosed: () => void): () => void {
  const listen = (message: unknown): void => {
    const { connectParams, error } = message as {
      connectParams: { host?: string | null; protocol: string };
      error: Error & { code?: string };
    };
    if (connectParams.host !== host || connectParams.protocol !== protocol) return;
    if (error.code === 'UND_ERR_SOCKET' || error.name === 'HTTPParserError') onClosed();
  };
  subscribe(channel, listen);
  return () => void unsubscribe(channel, listen);
}

/**
 * Converts what a `fetch` threw. The phase is `connect` only if no part of the request can have been sent: fetch has no event
 * for "connected", so the error alone must prove it. `isKept`: an earlier connection to this origin may still be open.
 */
function fetchFailure(error: unknown, url: URL, isKept: boolean): TransportFailure {
  const inner = chainOf(error).at(-1);
  // undici's fetch turns a 407 into an error without a message; our requests cause no other such error.
  if (inner !== error && inner?.message === '' && innermostCode(error) === undefined) {
    return new TransportFailure('sent', proxyAuth, proxyAuth);
  }
  if (isBadProxyAddress(error)) return new TransportFailure('connect', proxyAddress, proxyAddress);
  return TransportFailure.from(error, phaseOf(error, isKept), url);
}

function phaseOf(error: unknown, isKept: boolean): TransportPhase {
  if (proxyRefusal(error) !== undefined) return 'connect';
  const isUnsent =
    chromiumCode(error) === undefined ? isUnsentByNode(error) : isUnsentByChromium(error, isKept);
  return isUnsent ? 'connect' : 'sent';
}

const undiciConnectCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_PRX_CONN']);

function isUnsentByNode(error: unknown): boolean {
  const code = innermostCode(error) ?? '';
  if (undiciConnectCodes.has(code) || isHandshakeCode(code)) return true;
  const errors = chainOf(error);
  const tried = errors.find((one) => one instanceof AggregateError)?.errors ?? errors.slice(-1);
  return tried.length > 0 && tried.every(isFailedConnect);
}

const systemConnectCodes = new Set([
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
  'ETIMEDOUT',
]);
const connectCalls = new Set<unknown>(['connect', 'getaddrinfo']);

/**
 * The code alone is no proof: when a computer sleeps or changes networks, reads on an open connection fail with EHOSTUNREACH,
 * ENETDOWN or even ECONNREFUSED too (Linux reports the last ICMP error when it stops resending). The system call tells them
 * apart.
 */
function isFailedConnect(error: unknown): boolean {
  if (!(error instanceof Error && 'syscall' in error)) return false;
  return connectCalls.has(error.syscall) && systemConnectCodes.has(innermostCode(error) ?? '');
}

// Chromium names no system call, so a code is listed only if an open connection can't cause it within our clocks
// (net/base/net_error_list.h, net/base/net_errors_posix.cc, net/socket/socket_posix.cc). Not listed: ERR_ADDRESS_UNREACHABLE
// and ERR_INTERNET_DISCONNECTED, to which EHOSTUNREACH, ENETUNREACH and ENETDOWN also map after reads and writes.
const chromiumConnectCodes = new Set([
  // Nobody listens. An open connection causes it only after resending for about 15 minutes, which no clock of ours allows.
  'ERR_CONNECTION_REFUSED',
  // ETIMEDOUT while connecting; on an open connection it is ERR_TIMED_OUT.
  'ERR_CONNECTION_TIMED_OUT',
  'ERR_NAME_NOT_RESOLVED',
  // The proxy's name was not found or its port not reached. Failures during CONNECT have another code.
  'ERR_PROXY_CONNECTION_FAILED',
  // The proxy refused CONNECT, so the service was never reached.
  'ERR_TUNNEL_CONNECTION_FAILED',
]);

/**
 * When a kept connection breaks, Chromium resends the request on a new one, whatever its method, and reports only how that
 * ended (HttpNetworkTransaction::ShouldResendRequest). Its codes are proof only if no connection can have been kept.
 */
function isUnsentByChromium(error: unknown, isKept: boolean): boolean {
  const code = innermostCode(error) ?? '';
  return !isKept && (chromiumConnectCodes.has(code) || isHandshakeCode(code));
}
