/** How long typing must pause before a write, and how long a change waits at most, in milliseconds. */
const restMs = 300;
const mostMs = 2000;

/**
 * Debounces the writing of what changes on every keystroke: writes the first change at once, later ones when typing pauses. In an
 * append-only file, one line per keystroke would multiply the size of a long text by its length.
 */
export class RestedWrite {
  readonly #write: () => Promise<void>;
  #waiting: (PromiseWithResolvers<void> & { since: number }) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `write` must not reject. */
  constructor(write: () => Promise<void>) {
    this.#write = write;
  }

  /** Requests a write. Resolves when the current state, or a newer one, is written. */
  ask(): Promise<void> {
    const isResting = this.#timer === undefined;
    if (!isResting) this.#waiting ??= { ...Promise.withResolvers<void>(), since: Date.now() };
    const waitedMs = this.#waiting ? Date.now() - this.#waiting.since : 0;
    this.#rest(Math.min(restMs, Math.max(0, mostMs - waitedMs)));
    return this.#waiting?.promise ?? this.#write();
  }

  /** Writes a waiting change at once, if there is one. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(this.#write());
    await waiting?.promise;
  }

  #rest(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const hadWaiting = this.#waiting !== undefined;
      void this.flush();
      // While typing goes on, later changes wait for the next pause.
      if (hadWaiting) this.#rest(restMs);
    }, ms);
  }
}
