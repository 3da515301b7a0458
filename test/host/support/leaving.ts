import * as vscode from 'vscode';

/** Leaves what is shown until `ended` resolves: a pick that is left faster than a person can is shown once more. */
export async function leave<T>(ended: PromiseLike<T>): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  ended.then(over, over);
  while (!isOver) await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
  return ended;
}
