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
