import * as vscode from 'vscode';

/** The part of the manifest that says where commands are offered, by the menu's id. */
type Menus = Readonly<Record<string, readonly { command?: string; submenu?: string }[]>>;

/**
 * Whether VS Code called a row's command without its row. It passes the row and, if several are selected, those; but from the moment
 * a view redraws its tree until VS Code has asked for the rows again, it doesn't know them (extHostTreeViews.ts). A command of a
 * view's title is called like that whenever no row has the focus.
 */
export function hasLostRow(
  command: string,
  args: readonly unknown[],
  { packageJSON }: Pick<vscode.Extension<unknown>, 'packageJSON'>,
): boolean {
  if (args.length !== 2 || args.some((one) => one !== undefined && one !== null)) return false;
  const { menus } = packageJSON.contributes;
  return isIn('view/item/context', command, menus) && !isIn('view/title', command, menus);
}

/** Whether a menu or one of its submenus has the command. */
function isIn(menu: string, command: string, menus: Menus): boolean {
  return (menus[menu] ?? []).some(
    (entry) =>
      entry.command === command || (entry.submenu !== undefined && isIn(entry.submenu, command, menus)),
  );
}

export function lostRowText(): string {
  return vscode.l10n.t('The list was just being updated. Try that again.');
}
