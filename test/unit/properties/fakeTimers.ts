/** A `setTimeout` whose time passes only by `advance`. Node's mock timers lack `refresh`, which our clocks use. */
export class FakeTimers {
  readonly #timers = new Set<FakeTimeout>();
  readonly #originals = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  #now = 0;

  /** Replaces the global functions until `restore`. */
  install(): void {
    const setTimeout = (run: () => void, ms: number): FakeTimeout => {
      const timer = new FakeTimeout(run, ms, () => this.#now);
      this.#timers.add(timer);
      return timer;
    };
    const clearTimeout = (timer: unknown): void => {
      if (timer instanceof FakeTimeout) this.#timers.delete(timer);
    };
    replaceGlobals({ setTimeout, clearTimeout });
  }

  restore(): void {
    replaceGlobals(this.#originals);
  }

  get pending(): number {
    return this.#timers.size;
  }

  /** Lets time pass and runs every timer that falls due, in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#nextDue(end); next !== undefined; next = this.#nextDue(end)) {
      this.#now = next.at;
      this.#timers.delete(next);
      next.run();
    }
    this.#now = end;
  }

  #nextDue(end: number): FakeTimeout | undefined {
    return [...this.#timers].sort((one, other) => one.at - other.at).find(({ at }) => at <= end);
  }
}

class FakeTimeout {
  readonly run: () => void;
  at: number;
  readonly #ms: number;
  readonly #now: () => number;

  constructor(run: () => void, ms: number, now: () => number) {
    this.run = run;
    this.#ms = ms;
    this.#now = now;
    this.at = now() + ms;
  }

  refresh(): this {
    this.at = this.#now() + this.#ms;
    return this;
  }
}

function replaceGlobals(functions: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(functions)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}
