import * as vscode from 'vscode';
import { within } from './waiting.ts';

/** Closes all editors. VS Code may report some time later that text editors are gone: until then, one of them may stay the active one. */
export async function closeEditors(): Promise<void> {
  // Only those of outputs and the like have no column.
  const isOpen = () => vscode.window.visibleTextEditors.some(({ viewColumn }) => viewColumn !== undefined);
  let changed = Promise.withResolvers<void>();
  const subscription = vscode.window.onDidChangeVisibleTextEditors(() => changed.resolve());
  try {
    // Again after each change, since what was just being opened comes late, too.
    do {
      changed = Promise.withResolvers<void>();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      if (isOpen()) await within(changed.promise, 'all editors closed');
    } while (isOpen());
  } finally {
    subscription.dispose();
  }
}
