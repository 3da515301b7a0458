import type * as vscode from 'vscode';

const memoryKey = 'chats.keysKnown';

/** Whether composers still name the keys that lead out of them: until the user has pressed one, or closed the hint. */
export class KeyHint {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  get isShown(): boolean {
    return this.#memory.get(memoryKey) !== true;
  }

  hide(): void {
    void this.#memory.update(memoryKey, true);
  }

  showAgain(): void {
    void this.#memory.update(memoryKey, undefined);
  }
}
