import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { raceAbort } from '../clocks/callScope.ts';
import { isLoopbackName } from '../config/baseUrl.ts';
import { innermostCode } from '../errors/transportFailure.ts';
import { loopbackAddresses } from '../transport/loopbackLookup.ts';
import type { HostAddress, Probed } from '../types.ts';

export interface ProbeOptions {
  signal: AbortSignal;
  timeoutMs: number;
}

/** Looks up a host's addresses, in the order they are tried. Rejects only with the reason of an aborted signal. */
export function probeLookup(host: string, options: ProbeOptions): Promise<Probed<HostAddress[]>> {
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
): Promise<Probed<undefined>> {
  return probe(options, async (signal) => {
    await opened(connect({ host: address, port }), 'connect', signal);
    return undefined;
  });
}

/** Waits for a socket's event, then calls `read`. The socket is closed in any case. */
export async function opened<S extends Socket, T>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  read?: (socket: S) => T,
): Promise<T | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
  socket.once(event, () => resolve(read?.(socket)));
  // The listener stays, so that a late error doesn't reach the process.
  socket.on('error', reject);
  socket.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  try {
    return await raceAbort(promise, signal);
  } finally {
    socket.destroy();
  }
}

/** Runs one probe under its own clock and the caller's signal, and turns a failure into its code. */
export async function probe<T>(
  { signal, timeoutMs }: ProbeOptions,
  action: (signal: AbortSignal) => Promise<T>,
): Promise<Probed<T>> {
  signal.throwIfAborted();
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), timeoutMs);
  try {
    return { ok: true, value: await action(AbortSignal.any([signal, clock.signal])) };
  } catch (error) {
    signal.throwIfAborted();
    return { ok: false, code: clock.signal.aborted ? 'TIMEOUT' : (innermostCode(error) ?? 'UNKNOWN') };
  } finally {
    clearTimeout(timer);
  }
}

/** A URL's host without the brackets of an IPv6 address. */
export function bareHost(host: string): string {
  const inner = host.replace(/^\[|\]$/g, '');
  return isIP(inner) === 6 ? inner : host;
}
