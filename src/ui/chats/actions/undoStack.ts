import { Emitter } from '../../../base/emitter.ts';

interface Undoable {
  /** What was done, as a sentence. */
  text: string;
  undo(): Promise<void>;
}

export type UndoStack = ReturnType<typeof undoStack>;

/** What can be undone in one place, the newest first. */
export function undoStack() {
  const changed = new Emitter<void>();
  const stack: Undoable[] = [];
  return {
    onDidChange: changed.event,
    /** What `undo` would undo; `undefined` if nothing is left. */
    get text(): string | undefined {
      return stack.at(-1)?.text;
    },
    add(done: Undoable): void {
      stack.push(done);
      changed.fire();
    },
    /** Undoes the newest. */
    async undo(): Promise<void> {
      const last = stack.pop();
      if (!last) return;
      changed.fire();
      await last.undo();
    },
    clear(): void {
      if (stack.splice(0).length > 0) changed.fire();
    },
  };
}
