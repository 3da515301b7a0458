import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type PeerCertificate, type TLSSocket } from 'node:tls';
import { raceAbort } from '../../base/raceAbort.ts';
import { isLoopbackName } from '../config/baseUrl.ts';
import { failureFrom } from '../errors/errorMapping.ts';
import { cleanServerText } from '../errors/serverText.ts';
import { ClockExpired, TransportFailure } from '../errors/transportFailure.ts';
import { CallScope } from '../transport/callScope.ts';
import { loopbackAddresses } from '../transport/loopbackLookup.ts';
import type { HostAddress, TlsFacts } from '../types.ts';

export interface ProbeOptions {
  signal: AbortSignal;
  timeoutMs: number;
}

/** Looks up a host's addresses, in the order they are tried. */
export function probeLookup(host: string, options: ProbeOptions): Promise<HostAddress[]> {
  return probe(options, async (signal) => {
    if (isLoopbackName(host)) return [...loopbackAddresses];
    const found = await raceAbort(lookup(bareHost(host), { all: true, order: 'verbatim' }), signal);
    return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
  });
}

/** Opens a TCP connection and closes it at once; nothing is sent. */
export function probeConnect(
  { address, port }: { address: string; port: number },
  options: ProbeOptions,
): Promise<void> {
  return probe(options, (signal) =>
    opened(connect({ host: address, port }), 'connect', signal, () => undefined),
  );
}

/** Waits for a socket's event, then calls `read`. The socket is closed in any case. */
export async function opened<S extends Socket, T>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  read: (socket: S) => T,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  socket.once(event, () => resolve(read(socket)));
  // The listener stays, so that a late error doesn't reach the process.
  socket.on('error', reject);
  socket.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  try {
    return await raceAbort(promise, signal);
  } finally {
    socket.destroy();
  }
}

/**
 * Runs one probe under its own clock. Rejects with the reason of the caller's signal, or with the `ServiceError` of a request
 * that fails to connect in the same way.
 */
export async function probe<T>(
  { signal, timeoutMs }: ProbeOptions,
  action: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const scope = new CallScope(signal, Number.POSITIVE_INFINITY);
  scope.clock('connect').start(timeoutMs);
  try {
    return await action(scope.signal);
  } catch (error) {
    signal.throwIfAborted();
    const failure = error instanceof ClockExpired ? error : TransportFailure.from(error, 'connect');
    throw failureFrom(failure, { endpoint: 'probe', secrets: [] }, true);
  } finally {
    scope.close();
  }
}

/** A URL's host without the brackets of an IPv6 address. */
export function bareHost(host: string): string {
  const inner = host.replace(/^\[|\]$/g, '');
  return isIP(inner) === 6 ? inner : host;
}

export interface TlsTarget {
  /** The host as in the URL: the certificate must be issued for it. */
  host: string;
  address: string;
  port: number;
}

/**
 * Does one TLS handshake and reads what the server shows, whoever vouches for it: the requests judge that, each with the
 * certificates of its own route. Sends nothing else; the socket is closed.
 */
export function probeTls({ host, address, port }: TlsTarget, options: ProbeOptions): Promise<TlsFacts> {
  const name = bareHost(host);
  return probe(options, (signal) => {
    const servername = isIP(name) === 0 ? { servername: name } : {};
    // No request ever uses this socket.
    const socket = connectTls({ host: address, port, rejectUnauthorized: false, ...servername });
    return opened(socket, 'secureConnect', signal, readSocket);
  });
}

function readSocket(socket: TLSSocket): TlsFacts {
  const certificate = socket.getPeerCertificate();
  return {
    protocol: socket.getProtocol() ?? undefined,
    subject: readName(certificate.subject),
    issuer: readName(certificate.issuer),
    validFrom: readDate(certificate.valid_from),
    validTo: readDate(certificate.valid_to),
  };
}

// A certificate without a subject has an empty object or none, whatever the types say.
function readName(name: Partial<PeerCertificate['subject']> | undefined): string | undefined {
  const parts = [name?.CN, name?.O].flatMap((part) => part ?? []).map(String);
  return cleanServerText(parts.join(', '), [], 120);
}

function readDate(text: string | undefined): number | undefined {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? undefined : at;
}
