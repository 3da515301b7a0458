/** Max time between the answer that allows a deletion and its request, in milliseconds. */
const maxMs = 5000;
const beatMs = 1000;

/**
 * Tells whether what a retrieve found may be out of date. It uses two clocks, since the monotonic one stands still while the
 * machine sleeps, and the other one can be set. Create it before the retrieve: if the process stood still meanwhile, the answer may
 * have come long before it was read.
 */
export class CheckAge {
  #last = clocks();
  #hasStood = false;
  readonly #beats = setInterval(() => this.#beat(), beatMs).unref();

  /** Call when the retrieve has ended. */
  answered(): void {
    clearInterval(this.#beats);
    this.#beat();
  }

  get isStale(): boolean {
    return this.#hasStood || this.#isLong();
  }

  #beat(): void {
    this.#hasStood = this.isStale;
    this.#last = clocks();
  }

  #isLong(): boolean {
    const now = clocks();
    return now.some((ms, index) => ms - (this.#last[index] ?? 0) > maxMs);
  }
}

function clocks(): [wall: number, monotonic: number] {
  return [Date.now(), performance.now()];
}
