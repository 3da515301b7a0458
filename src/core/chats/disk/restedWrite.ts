/** How long typing must rest before what it made is written, and how long that waits at most, in milliseconds. */
const restMs = 300;
const mostMs = 2000;

interface Waiting {
  since: number;
  written: Promise<void>;
  resolve: (written: Promise<void>) => void;
}

/**
 * Writes what changes at every key: the first change at once, those that follow it when the typing rests. In a file that
 * only grows, a line for each key would make a long text cost its length times over.
 */
export class RestedWrite {
  readonly #write: () => Promise<void>;
  #waiting: Waiting | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `write` never rejects. */
  constructor(write: () => Promise<void>) {
    this.#write = write;
  }

  /** Resolves when what is there now, or something newer, is written. */
  ask(): Promise<void> {
    const isResting = this.#timer === undefined;
    if (!isResting) this.#waiting ??= newWaiting();
    const waitedMs = this.#waiting ? Date.now() - this.#waiting.since : 0;
    this.#rest(Math.min(restMs, Math.max(0, mostMs - waitedMs)));
    return this.#waiting?.written ?? this.#write();
  }

  /** Writes at once what waits, if anything does. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(this.#write());
    await waiting?.written;
  }

  #rest(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const hadWaiting = this.#waiting !== undefined;
      void this.flush();
      // Whoever goes on typing waits for the next rest.
      if (hadWaiting) this.#rest(restMs);
    }, ms);
  }
}

function newWaiting(): Waiting {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { since: Date.now(), written: promise, resolve };
}
