/** A body that sends bytes, fails or ends when the test says so. With a signal, it fails on abort, as a transport's does. */
export class ScriptedBody implements AsyncIterableIterator<Uint8Array> {
  /** How often its reader has called `return`, because it reads no further. */
  returned = 0;
  /** True once it has ended or failed by itself and its reader has seen that. */
  isOver = false;
  #waiting: PromiseWithResolvers<IteratorResult<Uint8Array>> | undefined;
  readonly #queue: (Uint8Array | Error | undefined)[] = [];

  constructor(heard: AbortSignal | undefined) {
    heard?.addEventListener('abort', () => this.fail(heard.reason), { once: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  push(bytes: Uint8Array): void {
    this.#give(bytes);
  }

  fail(reason: Error): void {
    this.#give(reason);
  }

  end(): void {
    this.#give(undefined);
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    const waiting = Promise.withResolvers<IteratorResult<Uint8Array>>();
    this.#waiting = waiting;
    if (this.#queue.length > 0) this.#give(this.#queue.shift());
    return waiting.promise;
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    this.returned += 1;
    return { done: true, value: undefined };
  }

  #give(what: Uint8Array | Error | undefined): void {
    const waiting = this.#waiting;
    if (waiting === undefined) {
      this.#queue.push(what);
      return;
    }
    this.#waiting = undefined;
    if (what instanceof Uint8Array) {
      waiting.resolve({ done: false, value: what });
      return;
    }
    this.isOver = true;
    if (what === undefined) waiting.resolve({ done: true, value: undefined });
    else waiting.reject(what);
  }
}
