import * as vscode from 'vscode';
import { overlay } from './overlay.ts';
import { useStandIns } from './standIns.ts';

/** A quick pick that was shown. */
export interface SeenPick {
  title: string;
  labels: string[];
  /** Of each label. */
  descriptions?: (string | undefined)[];
  /** The entries that Enter would take. */
  active: string[];
}

/**
 * Stands in for the person at quick picks: takes the entry of each label in turn as soon as it is offered, and cancels once
 * no label is left. The quick picks themselves are VS Code's.
 */
export function usePicking(): (...labels: string[]) => SeenPick[] {
  const { createQuickPick } = vscode.window;
  const replace = useStandIns(vscode.window);
  return (...labels) => {
    const seen: SeenPick[] = [];
    const left = [...labels];
    replace({
      createQuickPick: () => pickingOne(createQuickPick(), () => left.shift(), seen),
      async showQuickPick(items: readonly vscode.QuickPickItem[], options: vscode.QuickPickOptions = {}) {
        const labels = items.map(({ label }) => label);
        const descriptions = items.map(({ description }) => description);
        seen.push({ title: options.title ?? '', labels, descriptions, active: [] });
        const label = left.shift();
        return items.find((one) => one.label === label);
      },
    });
    return seen;
  };
}

function pickingOne(
  pick: vscode.QuickPick<vscode.QuickPickItem>,
  next: () => string | undefined,
  seen: SeenPick[],
): vscode.QuickPick<vscode.QuickPickItem> {
  const accept = new vscode.EventEmitter<void>();
  const hide = new vscode.EventEmitter<void>();
  const check = new vscode.EventEmitter<readonly vscode.QuickPickItem[]>();
  const press = new vscode.EventEmitter<vscode.QuickInputButton>();
  let selected: readonly vscode.QuickPickItem[] = [];
  let wanted: string | undefined;
  const take = (shown: SeenPick) => {
    shown.labels = pick.items.map(({ label }) => label);
    shown.descriptions = pick.items.map(({ description }) => description);
    selected = pick.items.filter(({ label }) => label === wanted);
    const button = pick.buttons.find(({ tooltip }) => tooltip === wanted);
    if (button) press.fire(button);
    else if (selected.length > 0) {
      check.fire(selected);
      accept.fire();
    } else if (wanted === undefined || !pick.busy) hide.fire();
  };
  const parts = {
    onDidAccept: accept.event,
    onDidHide: hide.event,
    onDidChangeSelection: check.event,
    onDidTriggerButton: press.event,
    get selectedItems() {
      return selected;
    },
    set selectedItems(items) {
      pick.selectedItems = items;
    },
    show() {
      const { activeItems, title = '' } = pick;
      const active = activeItems.map(({ label }) => label);
      const shown: SeenPick = { title, labels: [], descriptions: [], active };
      seen.push(shown);
      wanted = next();
      take(shown);
    },
  };
  return overlay(pick, parts, (name) => {
    const shown = seen.at(-1);
    // More has been found meanwhile.
    if (name === 'items' && wanted !== undefined && selected.length === 0 && shown) take(shown);
  });
}
