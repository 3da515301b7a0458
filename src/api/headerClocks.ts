import { raceAbort } from './callScope.ts';
import { Clock } from './clock.ts';
import { ClockExpired } from './transportFailure.ts';
import type { Transport } from './types.ts';

type TransportInit = Parameters<Transport>[1];

/**
 * Runs `send` under the clocks that belong to a transport, connect and headers, and rejects with the signal's reason as
 * soon as it aborts: undici itself waits with that until a connection stands. `send` calls `onSent` when the request is
 * about to be written; a transport that cannot tell never calls it, and has both times together for its headers.
 */
export async function withHeaderClocks<T>(
  init: TransportInit,
  tellsConnect: boolean,
  send: (signal: AbortSignal, onSent: () => void) => Promise<T>,
): Promise<T> {
  init.signal.throwIfAborted();
  const expiry = new AbortController();
  const signal = AbortSignal.any([init.signal, expiry.signal]);
  const headers = new Clock((ms) => expiry.abort(new ClockExpired('headers', ms)));
  const connect = new Clock((ms) => expiry.abort(new ClockExpired('connect', ms)));
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
