import * as vscode from 'vscode';

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
  const { window } = vscode;
  const own = { createQuickPick: window.createQuickPick, showQuickPick: window.showQuickPick };
  afterEach(() => Object.assign(window, own));
  return (...labels) => {
    const seen: SeenPick[] = [];
    const left = [...labels];
    Object.assign(window, {
      createQuickPick: () => pickingOne(own.createQuickPick(), () => left.shift(), seen),
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
  let selected: vscode.QuickPickItem[] = [];
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
  const parts: Record<PropertyKey, unknown> = {
    onDidAccept: accept.event,
    onDidHide: hide.event,
    onDidChangeSelection: check.event,
    onDidTriggerButton: press.event,
    show() {
      const { activeItems, title = '' } = pick;
      const shown: SeenPick = {
        title,
        labels: [],
        descriptions: [],
        active: activeItems.map(({ label }) => label),
      };
      seen.push(shown);
      wanted = next();
      take(shown);
    },
  };
  return new Proxy(pick, {
    get(target, name) {
      if (name === 'selectedItems') return selected;
      const value: unknown = name in parts ? parts[name] : Reflect.get(target, name, target);
      return typeof value === 'function' && name === 'dispose' ? value.bind(target) : value;
    },
    set(target, name, value) {
      const isSet = Reflect.set(target, name, value, target);
      const shown = seen.at(-1);
      // More has been found meanwhile.
      if (name === 'items' && wanted !== undefined && selected.length === 0 && shown) take(shown);
      return isSet;
    },
  });
}
