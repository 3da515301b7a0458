import { Clock } from '../../base/clock.ts';
import { raceAbort } from '../../base/raceAbort.ts';
import { ClockExpired } from '../errors/transportFailure.ts';
import type { ClockName } from '../timing.ts';
import type { Transport } from '../types.ts';

/**
 * The lifetime of one attempt at a request: the caller's signal and our clocks end it the same way, by aborting `signal`,
 * which closes the socket with any transport.
 */
export class CallScope {
  // Not AbortSignal.any, which costs more than the rest of a request.
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #clocks: Clock[] = [];
  readonly #onOuterAbort = (): void => this.#controller.abort(this.#outer?.reason);

  constructor(outer: AbortSignal | undefined, totalMs: number) {
    this.#outer = outer;
    if (outer?.aborted) this.#onOuterAbort();
    else outer?.addEventListener('abort', this.#onOuterAbort, { once: true });
    if (totalMs !== Number.POSITIVE_INFINITY) this.clock('total').start(totalMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Returns a clock that ends this attempt with an error naming it; closing the scope stops it. */
  clock(name: ClockName): Clock {
    return this.timer((ms) => this.abort(new ClockExpired(name, ms)));
  }

  timer(onExpired: (ms: number) => void): Clock {
    const clock = new Clock(onExpired);
    this.#clocks.push(clock);
    return clock;
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  /** Call when the answer was read to its end: its socket may be reused. */
  close(): void {
    for (const clock of this.#clocks) clock.stop();
    this.#outer?.removeEventListener('abort', this.#onOuterAbort);
  }

  /** Call when nobody reads on: closes the socket, so that the service stops working. */
  cancel(): void {
    this.close();
    this.#controller.abort();
  }
}

type TransportInit = Parameters<Transport>[1];

/**
 * Runs `send` under a transport's clocks, connect and headers. Rejects with the signal's reason as soon as it aborts;
 * undici alone would wait until it has a connection. `send` calls `onSent` when the request is about to be written; a
 * transport that can't tell never calls it, and has the sum of both times for its headers.
 */
export async function withHeaderClocks<T>(
  init: TransportInit,
  tellsConnect: boolean,
  send: (scope: CallScope, onSent: () => void) => Promise<T>,
): Promise<T> {
  init.signal.throwIfAborted();
  // Never closed: its signal still closes the socket after the headers, and lives as long as the attempt's own.
  const scope = new CallScope(init.signal, Number.POSITIVE_INFINITY);
  const { signal } = scope;
  const headers = scope.clock('headers');
  const connect = scope.clock('connect');
  if (tellsConnect) connect.start(init.connectMs);
  else headers.start(init.connectMs + init.headersMs);
  let isOver = false;
  const onSent = (): void => {
    connect.stop();
    if (!isOver && !signal.aborted) headers.start(init.headersMs);
  };
  try {
    return await raceAbort(send(scope, onSent), signal);
  } finally {
    isOver = true;
    connect.stop();
    headers.stop();
  }
}
