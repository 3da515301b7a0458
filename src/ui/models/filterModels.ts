import * as vscode from 'vscode';
import type { ModelsView } from './modelsView.ts';

/** *Filter Models…*: one input box; the view follows each keystroke, Escape brings back what was before. */
export function filterModels(view: ModelsView): void {
  const before = view.tree.look.filter;
  const box = vscode.window.createInputBox();
  box.title = vscode.l10n.t('Filter Models');
  box.placeholder = vscode.l10n.t('Words in names, @deployed, @undeployed, @base:x, @creator:x, @older:90d');
  box.value = before;
  const count = () => {
    const { matching, total } = view.tree.count();
    box.prompt = vscode.l10n.t('{0} of {1} models', matching, total);
  };
  count();
  let isAccepted = false;
  box.onDidChangeValue((text) => {
    view.setFilter(text);
    count();
  });
  box.onDidAccept(() => {
    isAccepted = true;
    box.hide();
  });
  box.onDidHide(() => {
    if (!isAccepted) view.setFilter(before);
    box.dispose();
  });
  box.show();
}
