import * as vscode from 'vscode';
import type { Node } from './modelNodes.ts';

/** `when` clauses can't count: they know only whether several rows are selected. This tells them how many models. */
export function setSelectionContext(selection: readonly Node[]): void {
  const models = selection.filter(({ type }) => type === 'model').length;
  void vscode.commands.executeCommand('setContext', 'hostedModels.selected', models);
}
