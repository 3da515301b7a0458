/** Runs work on the same key one at a time, in the order requested. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Settles as `work` does. `work` must not wait for later work on the same key. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const forget = () => {
      if (this.#last.get(key) === over) this.#last.delete(key);
    };
    const over = done.then(forget, forget);
    this.#last.set(key, over);
    return done;
  }
}
