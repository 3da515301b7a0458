import type { Transport } from '../types.ts';
import { raceAbort } from './callScope.ts';
import { Clock, ClockExpired } from './clock.ts';

type TransportInit = Parameters<Transport>[1];

/**
 * Runs `send` under a transport's clocks, connect and headers. Rejects with the signal's reason as soon as it aborts;
 * undici alone would wait until it has a connection. `send` calls `onSent` when the request is about to be written; a
 * transport that can't tell never calls it, and has the sum of both times for its headers.
 */
export async function withHeaderClocks<T>(
  init: TransportInit,
  tellsConnect: boolean,
  send: (signal: AbortSignal, onSent: () => void) => Promise<T>,
): Promise<T> {
  init.signal.throwIfAborted();
  const attempt = new AbortController();
  const { signal } = attempt;
  // Not AbortSignal.any, which costs more than the rest of a request. The listener lives as long as the signal, which belongs
  // to one attempt; after the headers it still closes the socket.
  init.signal.addEventListener('abort', () => attempt.abort(init.signal.reason), { once: true });
  const headers = new Clock((ms) => attempt.abort(new ClockExpired('headers', ms)));
  const connect = new Clock((ms) => attempt.abort(new ClockExpired('connect', ms)));
  if (tellsConnect) connect.start(init.connectMs);
  else headers.start(init.connectMs + init.headersMs);
  const onSent = (): void => {
    connect.stop();
    if (!signal.aborted) headers.start(init.headersMs);
  };
  let isOver = false;
  try {
    return await raceAbort(
      send(signal, () => {
        if (!isOver) onSent();
      }),
      signal,
    );
  } finally {
    isOver = true;
    connect.stop();
    headers.stop();
  }
}
