const own = new WeakSet<object>();

/** Marks an object as a row or page of ours, and returns it. Nobody else can pass a command the same object, only describe one. */
export function ownRow<T extends object>(row: T): T {
  own.add(row);
  return row;
}

/** True for the argument of a command that the user called on a row or page of ours. */
export function isOwnRow(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && own.has(argument);
}

/**
 * Whether a key binding called the command. Its `args` in the manifest are a list of `{ "$treeViewId": …, "$focusedTreeItem": true }`,
 * for which VS Code puts the focused row (extHostTreeViews.ts), as for the buttons of a view's title. From the API a command would
 * learn the selection alone, and the arrow keys move the focus without it.
 */
export function isByKey(argument: unknown): argument is readonly unknown[] {
  return Array.isArray(argument);
}

/**
 * Returns the rows a key acts on: all selected ones if the focused row is among them, else the focused row. If VS Code named none,
 * the selected ones.
 */
export function rowsOfKey(focused: unknown, selected: readonly unknown[]): readonly unknown[] {
  const isRow = typeof focused === 'object' && focused !== null && !('$treeViewId' in focused);
  return isRow && !selected.includes(focused) ? [focused] : selected;
}

/**
 * Returns the ids of the rows a command acts on: all selected ones if the clicked row, or by key the focused one, is among them,
 * else that row. Returns `undefined` if it was not called on a row. `idOf` returns `undefined` for what is no row of that view.
 */
export function chosenRows(
  argument: unknown,
  selection: unknown,
  selected: readonly unknown[],
  idOf: (row: unknown) => string | undefined,
): string[] | undefined {
  const idsOf = (rows: readonly unknown[]) => rows.flatMap((row) => idOf(row) ?? []);
  if (isByKey(argument)) return idsOf(rowsOfKey(argument[0], selected));
  const clicked = idOf(argument);
  if (clicked === undefined) return undefined;
  const rows = Array.isArray(selection) ? idsOf(selection) : [];
  return rows.includes(clicked) ? rows : [clicked];
}
