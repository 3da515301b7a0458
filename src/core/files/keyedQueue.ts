/** Does what concerns one thing in the order in which it was asked for, and each after the end of the one before. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Resolves or rejects as `work` does. `work` must not wait for later work on the same thing. */
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
