import { Emitter } from '../../../base/emitter.ts';

interface Undoable {
  /** What was done, as a sentence. */
  text: string;
  undo(): Promise<void>;
}

/** What can be undone in one place, the newest first. */
export class UndoStack {
  readonly #onDidChange = new Emitter<void>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #done: Undoable[] = [];

  /** What `undo` would undo; `undefined` if nothing is left. */
  get text(): string | undefined {
    return this.#done.at(-1)?.text;
  }

  add(done: Undoable): void {
    this.#done.push(done);
    this.#onDidChange.fire();
  }

  /** Undoes the newest. */
  async undo(): Promise<void> {
    const last = this.#done.pop();
    if (!last) return;
    this.#onDidChange.fire();
    await last.undo();
  }

  clear(): void {
    if (this.#done.splice(0).length > 0) this.#onDidChange.fire();
  }
}
