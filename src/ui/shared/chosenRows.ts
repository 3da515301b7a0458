import { isByKey, rowsOfKey } from './ownRows.ts';

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
