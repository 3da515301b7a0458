/** The same object type, with the fields that may be `undefined` as optional ones. */
type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Returns the object without the fields that are `undefined`. */
export function defined<T extends object>(fields: T): Defined<T> {
  const kept: Record<string, unknown> = {};
  for (const field in fields) if (fields[field] !== undefined) kept[field] = fields[field];
  return kept as Defined<T>;
}
