import { isHandshakeCode } from './tlsCodes.ts';
import {
  chainOf,
  chromiumCode,
  innermostCode,
  isBadProxyAddress,
  proxyAddress,
  proxyAuth,
  proxyRefusal,
  TransportFailure,
  type TransportPhase,
} from './transportFailure.ts';

/**
 * Converts what a `fetch` threw. The phase is `connect` only if no part of the request can have been sent: fetch has no event
 * for "connected", so the error alone must prove it. `isKept`: an earlier connection to this origin may still be open.
 */
export function fetchFailure(error: unknown, url: URL, isKept: boolean): TransportFailure {
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
  // There is no address to connect to.
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
