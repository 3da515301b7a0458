import type { ClockName } from '../timing.ts';
import { Clock, ClockExpired } from './clock.ts';

/**
 * The lifetime of one attempt at a request: the caller's signal and our clocks end it the same way, by aborting `signal`,
 * which closes the socket with any transport.
 */
export class CallScope {
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
    return this.timer((ms) => this.#controller.abort(new ClockExpired(name, ms)));
  }

  timer(onExpired: (ms: number) => void): Clock {
    const clock = new Clock(onExpired);
    this.#clocks.push(clock);
    return clock;
  }

  /** Settles like `pending`, or rejects with the reason of an earlier abort. */
  async race<T>(pending: Promise<T>): Promise<T> {
    return raceAbort(pending, this.signal);
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

export async function raceAbort<T>(pending: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = (): void => reject(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  pending.then(resolve, reject);
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
