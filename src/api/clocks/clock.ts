import type { ClockName } from '../timing.ts';
import type { Transport } from '../types.ts';

// Node fires longer timers at once.
const maxTimerMs = 2 ** 31 - 1;

// A timer this late was not just waiting its turn: the machine slept, or something blocked the whole process.
const asleepMs = 500;

/**
 * A timer for one kind of silence. It expires only while it is awaited, so that a reader may take its time over what it
 * has. `touch` allocates nothing, so it may be called on every read.
 */
export class Clock {
  readonly #onExpired: (ms: number) => void;
  #timer: NodeJS.Timeout | undefined;
  #ms = 0;
  #isAwaited = true;
  #isOverdue = false;
  #startedAt = 0;

  constructor(onExpired: (ms: number) => void) {
    this.#onExpired = onExpired;
  }

  /** Starts, or restarts with another length. Infinity never expires. */
  start(ms: number): void {
    if (this.#timer !== undefined && this.#ms === ms) {
      this.touch();
      return;
    }
    this.stop();
    this.#ms = ms;
    this.#startedAt = performance.now();
    if (ms <= maxTimerMs) this.#timer = setTimeout(() => this.#expire(), ms);
  }

  /** Call when what we wait for comes. */
  touch(): void {
    this.#isOverdue = false;
    this.#startedAt = performance.now();
    this.#timer?.refresh();
  }

  setAwaited(isAwaited: boolean): void {
    this.#isAwaited = isAwaited;
    if (isAwaited && this.#isOverdue) this.touch();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isOverdue = false;
  }

  #expire(): void {
    const lateMs = performance.now() - this.#startedAt - this.#ms;
    // We could not hear the service meanwhile, and what it sent is still unread. The time starts over.
    if (lateMs > asleepMs) this.touch();
    else if (this.#isAwaited) this.#onExpired(this.#ms);
    else this.#isOverdue = true;
  }
}

/** The reason with which a request is aborted when one of our clocks runs out. */
export class ClockExpired extends Error {
  override readonly name = 'ClockExpired';
  readonly clock: ClockName;

  constructor(clock: ClockName, ms: number) {
    super(`The ${clock} clock ran out after ${ms} ms`);
    this.clock = clock;
  }
}

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

/** Settles like `pending`, or rejects with the reason of an earlier abort. */
export async function raceAbort<T>(pending: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, pending]);
  } finally {
    signal.removeEventListener('abort', onAbort);
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
