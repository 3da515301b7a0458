import * as vscode from 'vscode';
import type { ModelsView } from './modelsView.ts';

/** *Filter Models…*: one input box; the view follows each keystroke. What was typed stays; the filled funnel clears it. */
export function filterModels(view: ModelsView): void {
  const box = vscode.window.createInputBox();
  box.title = vscode.l10n.t('Filter Models');
  box.placeholder = vscode.l10n.t('Words in names, @deployed, @undeployed, @base:x, @creator:x, @older:90d');
  box.value = view.tree.look.filter;
  const count = () => {
    const { matching, total } = view.tree.count();
    box.prompt = vscode.l10n.t('{0} of {1} models', matching, total);
  };
  count();
  box.onDidChangeValue((text) => {
    view.setFilter(text);
    count();
  });
  box.onDidAccept(() => box.hide());
  box.onDidHide(() => box.dispose());
  box.show();
}
