import * as vscode from 'vscode';
import { nextEvent } from './waiting.ts';

/** Closes all editors. VS Code may report some time later that text editors are gone: until then, one of them may stay the active one. */
export async function closeEditors(): Promise<void> {
  // Only those of outputs and the like have no column.
  const isOpen = () => vscode.window.visibleTextEditors.some(({ viewColumn }) => viewColumn !== undefined);
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  while (isOpen()) {
    await nextEvent(vscode.window.onDidChangeVisibleTextEditors, 'all editors closed');
    // What was just being opened comes only now.
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  }
}
