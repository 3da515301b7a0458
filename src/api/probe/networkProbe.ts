import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { CallScope, raceAbort } from '../clocks/callScope.ts';
import { ClockExpired } from '../clocks/clock.ts';
import { isLoopbackName } from '../config/baseUrl.ts';
import { failureFrom } from '../errors/errorMapping.ts';
import { TransportFailure } from '../errors/transportFailure.ts';
import { loopbackAddresses } from '../transport/loopbackLookup.ts';
import type { HostAddress } from '../types.ts';

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
    throw failureFrom(failure, { endpoint: 'probe', secrets: [] }, true).error;
  } finally {
    scope.close();
  }
}

/** A URL's host without the brackets of an IPv6 address. */
export function bareHost(host: string): string {
  const inner = host.replace(/^\[|\]$/g, '');
  return isIP(inner) === 6 ? inner : host;
}
