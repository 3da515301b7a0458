import * as vscode from 'vscode';
import type { AttachChoice } from './attachChoices.ts';

/** A separator has no `id`. */
export type Row = vscode.QuickPickItem & Partial<AttachChoice>;

/** The check boxes of a quick pick whose rows change as the user types: what is checked stays in sight, and checked. */
export class CheckedRows {
  readonly #pick: vscode.QuickPick<Row>;
  readonly #checked = new Map<string, Row>();

  constructor(pick: vscode.QuickPick<Row>) {
    this.#pick = pick;
    pick.canSelectMany = true;
    pick.onDidChangeSelection((checked) => {
      const ids = new Set(checked.map(({ id }) => id));
      const before = this.#checked.size;
      for (const row of pick.items) this.#check(row, ids.has(row.id));
      // Rows that were on their way to the list meanwhile would come unchecked.
      if (this.#checked.size > before) this.#showChecked();
    });
  }

  /** What Enter takes: the checked rows or, without any, the focused one. */
  get chosen(): readonly Row[] {
    return this.#checked.size > 0 ? [...this.#checked.values()] : this.#pick.activeItems;
  }

  show(rows: readonly Row[]): void {
    const ids = new Set(rows.map(({ id }) => id));
    const others = [...this.#checked.values()].filter(({ id }) => !ids.has(id));
    const items = [...below(vscode.l10n.t('Selected'), others), ...rows];
    this.#pick.items = items;
    this.#showChecked();
  }

  #showChecked(): void {
    const { items } = this.#pick;
    this.#pick.selectedItems = items.filter(({ id }) => id !== undefined && this.#checked.has(id));
  }

  #check(row: Row, isChecked: boolean): void {
    if (row.id === undefined) return;
    if (isChecked) this.#checked.set(row.id, row);
    else this.#checked.delete(row.id);
  }
}

/** Returns the rows below a separator with this label; without rows, nothing. */
export function below(label: string, rows: readonly Row[]): Row[] {
  return rows.length > 0 ? [{ label, kind: vscode.QuickPickItemKind.Separator }, ...rows] : [];
}
