import * as vscode from 'vscode';
import { overlay } from './overlay.ts';

/** A quick pick with check boxes that was shown. */
export interface SeenChecks {
  title: string;
  /** "label: description" of each row, without the separators. */
  rows: string[];
  /** The labels that were checked at first. */
  checked: string[];
}

/** What the person does in one such quick pick: accepts what is checked, checks only these labels, or cancels. */
export type Checks = 'as offered' | 'leave' | 'all' | readonly string[];

/**
 * Stands in for the person at quick picks with check boxes, one answer for each; after the last one the person cancels. The quick
 * picks themselves are VS Code's.
 */
export function useChecking(): (...answers: Checks[]) => SeenChecks[] {
  const { window } = vscode;
  const own = window.createQuickPick;
  afterEach(() => Object.assign(window, { createQuickPick: own }));
  return (...answers) => {
    const seen: SeenChecks[] = [];
    const left = [...answers];
    Object.assign(window, { createQuickPick: () => checkingOne(own(), () => left.shift() ?? 'leave', seen) });
    return seen;
  };
}

function checkingOne(
  pick: vscode.QuickPick<vscode.QuickPickItem>,
  next: () => Checks,
  seen: SeenChecks[],
): vscode.QuickPick<vscode.QuickPickItem> {
  const accept = new vscode.EventEmitter<void>();
  const hide = new vscode.EventEmitter<void>();
  return overlay(pick, {
    onDidAccept: accept.event,
    onDidHide: hide.event,
    show() {
      const { items, selectedItems, title = '' } = pick;
      seen.push({
        title,
        rows: items
          .filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator)
          .map(({ label, description = '' }) => `${label}: ${description}`),
        checked: selectedItems.map(({ label }) => label),
      });
      const answer = next();
      if (answer === 'leave') return hide.fire();
      if (answer === 'all') pick.selectedItems = items;
      else if (answer !== 'as offered')
        pick.selectedItems = items.filter(({ label }) => answer.includes(label));
      accept.fire();
    },
  });
}
