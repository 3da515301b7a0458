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
