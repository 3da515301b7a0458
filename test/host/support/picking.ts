import * as vscode from 'vscode';

/** A quick pick that was shown. */
export interface SeenPick {
  title: string;
  labels: string[];
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
        seen.push({ title: options.title ?? '', labels: items.map(({ label }) => label), active: [] });
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
  let selected: vscode.QuickPickItem[] = [];
  const parts: Record<PropertyKey, unknown> = {
    onDidAccept: accept.event,
    onDidHide: hide.event,
    show() {
      const { items, activeItems, title = '' } = pick;
      seen.push({
        title,
        labels: items.map(({ label }) => label),
        active: activeItems.map(({ label }) => label),
      });
      const label = next();
      selected = items.filter((one) => one.label === label);
      if (selected.length > 0) accept.fire();
      else hide.fire();
    },
  };
  return new Proxy(pick, {
    get(target, name) {
      if (name === 'selectedItems') return selected;
      const value: unknown = name in parts ? parts[name] : Reflect.get(target, name, target);
      return typeof value === 'function' && name === 'dispose' ? value.bind(target) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}
