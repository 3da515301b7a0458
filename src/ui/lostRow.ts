import * as vscode from 'vscode';

/** The part of the manifest that says where commands are offered, by the menu's id. */
type Menus = Readonly<Record<string, readonly { command?: string; submenu?: string }[]>>;

/** Returns the ids of the commands that a view offers on its rows, but neither in its title nor elsewhere without a row. */
export function rowCommands(menus: Menus): ReadonlySet<string> {
  const inTitles = new Set(commandsIn('view/title', menus));
  return new Set(commandsIn('view/item/context', menus).filter((command) => !inTitles.has(command)));
}

function commandsIn(menu: string, menus: Menus): string[] {
  return (menus[menu] ?? []).flatMap(({ command, submenu }) =>
    submenu === undefined ? (command ?? []) : commandsIn(submenu, menus),
  );
}

/**
 * Whether VS Code called a row's command without its row. It passes the row and, if several are selected, those; but from the moment
 * a view redraws its tree until VS Code has asked for the rows again, it doesn't know them (extHostTreeViews.ts).
 */
export function isRowLost(args: readonly unknown[]): boolean {
  return args.length === 2 && args.every((one) => one === undefined || one === null);
}

export function lostRowText(): string {
  return vscode.l10n.t('The list was just being updated. Try that again.');
}
