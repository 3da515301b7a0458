import type { ClockName } from '../timing.ts';
import { Clock } from './clock.ts';
import { ClockExpired } from './clockExpired.ts';

/**
 * The life of one try of a request: the caller's signal and our clocks end it the same way, by aborting `signal`, which
 * closes the socket whatever the transport.
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

  /** A clock that ends this try with an error of its name; it is stopped when the scope closes. */
  clock(name: ClockName): Clock {
    return this.timer((ms) => this.#controller.abort(new ClockExpired(name, ms)));
  }

  timer(onExpired: (ms: number) => void): Clock {
    const clock = new Clock(onExpired);
    this.#clocks.push(clock);
    return clock;
  }

  /** What `pending` gives, or the reason of an abort, whichever comes first. */
  async race<T>(pending: Promise<T>): Promise<T> {
    return raceAbort(pending, this.signal);
  }

  /** The answer was read to its end: its socket may serve the next request. */
  close(): void {
    for (const clock of this.#clocks) clock.stop();
    this.#outer?.removeEventListener('abort', this.#onOuterAbort);
  }

  /** Nobody reads on: closes the socket, so that the service stops working on the answer. */
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
