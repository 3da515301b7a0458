/** Runs work one at a time, in the order requested. */
export class WorkQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles as `work` does. `work` must not wait for later work. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
