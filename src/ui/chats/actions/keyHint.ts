import type * as vscode from 'vscode';

const memoryKey = 'chats.keysKnown';

export type KeyHint = ReturnType<typeof keyHint>;

/** Whether composers still name the keys that lead out of them: until the user has pressed one, or closed the hint. */
export function keyHint(memory: vscode.Memento) {
  return {
    isShown: () => memory.get(memoryKey) !== true,
    hide: () => void memory.update(memoryKey, true),
    showAgain: () => void memory.update(memoryKey, undefined),
  };
}
