import * as vscode from 'vscode';
import { until } from './waiting.ts';

/** Closes all editors. VS Code may report some time later that text editors are gone: until then, one of them may stay the active one. */
export async function closeEditors(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  // Only those of outputs and the like have no column.
  await until(vscode.window.onDidChangeVisibleTextEditors, 'all editors closed', () =>
    vscode.window.visibleTextEditors.every(({ viewColumn }) => viewColumn === undefined),
  );
}
