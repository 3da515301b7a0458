// Beyond this Node fires a timer at once.
const MAX_TIMER_MS = 2 ** 31 - 1;

// Later than this no timer is that only waited for its turn: the machine slept, or something held the whole process.
const ASLEEP_MS = 500;

/**
 * A timer for one kind of silence. It counts only while it is awaited: a reader that takes its time over what it was
 * given must not run into it. `touch` costs no allocation, so it may be called on every read.
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

  /** Starts, or starts anew with another length. Without end for Infinity. */
  start(ms: number): void {
    if (this.#timer !== undefined && this.#ms === ms) {
      this.touch();
      return;
    }
    this.stop();
    this.#ms = ms;
    this.#startedAt = performance.now();
    if (ms <= MAX_TIMER_MS) this.#timer = setTimeout(() => this.#expire(), ms);
  }

  /** What was waited for came. */
  touch(): void {
    this.#isOverdue = false;
    this.#startedAt = performance.now();
    this.#timer?.refresh();
  }

  pause(): void {
    this.#isAwaited = false;
  }

  resume(): void {
    this.#isAwaited = true;
    if (this.#isOverdue) this.touch();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isOverdue = false;
  }

  #expire(): void {
    const lateMs = performance.now() - this.#startedAt - this.#ms;
    // Nobody could have heard the service meanwhile; what it said is still to be read. The time counts anew.
    if (lateMs > ASLEEP_MS) this.touch();
    else if (this.#isAwaited) this.#onExpired(this.#ms);
    else this.#isOverdue = true;
  }
}
