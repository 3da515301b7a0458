/** Whether VS Code knows the rows of a view that are drawn anew. */
export class Drawing {
  #drawing: PromiseWithResolvers<void> | undefined;

  /** Resolves once VS Code knows the rows again, for which it asks while they are in sight; `undefined` while it knows them. */
  get drawn(): Promise<void> | undefined {
    return this.#drawing?.promise;
  }

  begin(): void {
    this.#drawing ??= Promise.withResolvers();
  }

  /** Call as rows are given. */
  end(): void {
    // VS Code takes them in first.
    setImmediate(() => {
      this.#drawing?.resolve();
      this.#drawing = undefined;
    });
  }
}
