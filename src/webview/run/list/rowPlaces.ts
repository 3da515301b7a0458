/** Where rows of one height stand, of which one may have its details below it. All in pixels, from the top of the first row. */
export interface RowPlaces {
  row: number;
  detail: number;
  /** The row that is opened; `undefined` if none is, `-1` if its details stand above the first row, since the list lacks it. */
  opened: number | undefined;
}

/** Returns where a row begins. */
export function startOf({ row, detail, opened }: RowPlaces, at: number): number {
  return at * row + (opened !== undefined && opened < at ? detail : 0);
}

/** Returns where the details begin. */
export function detailStart({ row, opened = -1 }: RowPlaces): number {
  return (opened + 1) * row;
}

/** Returns the height of a row with the details below it. */
export function heightOf({ row, detail, opened }: RowPlaces, at: number): number {
  return row + (opened === at ? detail : 0);
}

/** Returns the row that a key leads to from row `at`; `undefined` for other keys. `page`: how many rows are in sight. */
export function rowForKey(key: string, at: number, count: number, page: number): number | undefined {
  const last = count - 1;
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: last,
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.min(last, Math.max(0, target));
}

/**
 * Returns the key of each drawn row. Rows that come into sight take the elements of those that leave it, since making new ones takes
 * longest. `slots`: at least as many as rows are in sight. The row `kept` keeps its own wherever it is, for it has the focus.
 */
export function rowKeys(drawn: readonly number[], slots: number, kept: number | undefined): number[] {
  const own = kept === undefined ? undefined : kept % slots;
  return drawn.map((at) => (at !== kept && at % slots === own ? slots : at % slots));
}
