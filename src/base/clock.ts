// Node fires longer timers at once.
const maxTimerMs = 2 ** 31 - 1;

// A timer this late was not just waiting its turn: the machine slept, or something blocked the whole process.
const asleepMs = 500;

/**
 * A timer for one kind of silence. It expires only while it is awaited, so that a reader may take its time over what it
 * has. `start` sets no timer anew while one runs, so it may be called on every read.
 */
export class Clock {
  readonly #onExpired: (ms: number) => void;
  #timer: NodeJS.Timeout | undefined;
  #ms = 0;
  #isAwaited = true;
  #isOverdue = false;
  #startedAt = 0;
  /** When the timer fires. The clock may have been started over since it was set. */
  #firesAt = 0;

  constructor(onExpired: (ms: number) => void) {
    this.#onExpired = onExpired;
  }

  /** Starts, or starts over, perhaps with another length. Infinity never expires. */
  start(ms: number): void {
    if (this.#ms !== ms) this.stop();
    this.#ms = ms;
    this.#isOverdue = false;
    this.#startedAt = performance.now();
    if (this.#timer === undefined && ms <= maxTimerMs) this.#setTimer(ms);
  }

  setAwaited(isAwaited: boolean): void {
    this.#isAwaited = isAwaited;
    if (isAwaited && this.#isOverdue) this.start(this.#ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isOverdue = false;
  }

  #setTimer(ms: number): void {
    this.#firesAt = performance.now() + ms;
    this.#timer = setTimeout(() => this.#fire(), ms);
  }

  #fire(): void {
    this.#timer = undefined;
    const now = performance.now();
    const restMs = this.#startedAt + this.#ms - now;
    // We could not hear the service meanwhile, and what it sent is still unread. The time starts over.
    if (now - this.#firesAt > asleepMs) this.start(this.#ms);
    else if (restMs > 0) this.#setTimer(restMs);
    else if (this.#isAwaited) this.#onExpired(this.#ms);
    else this.#isOverdue = true;
  }
}
