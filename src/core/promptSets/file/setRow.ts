/** One row of a prompt set as it stands in the file, not understood yet. */
export interface SetRow {
  line: number;
  value: unknown;
  /** Of a CSV file: the names in its first row. */
  columns?: readonly string[];
}

export type Fields = Readonly<Record<string, unknown>>;

/** Only what the file says: a row may have no `constructor`. */
export function field(fields: Fields, key: string): unknown {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return value === null ? undefined : value;
}

/** A cell or an entry with text in it. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
