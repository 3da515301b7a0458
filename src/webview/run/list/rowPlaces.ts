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

/** Returns how much is free above each of some rows, below the one before it, or the top. */
export function gapsAbove(places: RowPlaces, rows: readonly number[]): number[] {
  return rows.map((at, index) => {
    const before = rows[index - 1];
    return startOf(places, at) - (before === undefined ? 0 : startOf(places, before) + places.row);
  });
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
 * Tells which element shows which row. A row that stays in sight keeps its element, which may have the focus; those that come take the
 * elements of those that leave, since making new ones takes longest, in their order, since moving them takes nearly as long.
 */
export class RowKeys {
  #keys = new Map<number, number>();
  #made = 0;

  /** Returns the key of each drawn row. */
  of(drawn: readonly number[]): number[] {
    const stay = new Set(drawn);
    const free = [...this.#keys].flatMap(([at, key]) => (stay.has(at) ? [] : [key]));
    const keys = drawn.map((at) => this.#keys.get(at) ?? free.shift() ?? this.#made++);
    this.#keys = new Map(drawn.map((at, index) => [at, keys[index] ?? 0]));
    return keys;
  }
}
