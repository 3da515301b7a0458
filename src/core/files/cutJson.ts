/** How much of an entry the journal keeps, in bytes of JSON. A LoRA as in interface-spec 2.1 takes less than 1 KB. */
export const mostKeptBytes = 256 * 1024;

/**
 * Cuts an entry to `most` bytes. What fits stays unchanged; a string that is too long is truncated, and a list or object
 * loses its largest fields. `cutFrom` is the original size in bytes of JSON; absent if nothing was cut.
 */
export function cutJson(object: unknown, most = mostKeptBytes): { object: unknown; cutFrom?: number } {
  const size = sizeOf(object);
  return size <= most ? { object } : { object: cut(object, most, deepest), cutFrom: size };
}

/** Entries nest four levels deep (the creator's user), and each level is measured again. */
const deepest = 4;

function cut(value: unknown, most: number, depth: number): unknown {
  if (sizeOf(value) <= most) return value;
  // A code unit takes at most six bytes in JSON, as in "\u0000".
  if (typeof value === 'string') return `${value.slice(0, Math.floor(most / 6) - 1).toWellFormed()}…`;
  if (typeof value !== 'object' || value === null || depth === 0) return null;
  const isList = Array.isArray(value);
  const kept = new Map<string, unknown>();
  let left = most - 2;
  // Smallest first, so that one large field displaces no other.
  const fields = Object.entries(value)
    .slice(0, mostFields)
    .map(([key, field]) => ({ key, field, size: sizeOf(field) }))
    .sort((one, other) => one.size - other.size);
  for (const { key, field } of fields) {
    const room = left - (isList ? 1 : sizeOf(key) + 2);
    if (room < smallest) continue;
    const fitting = cut(field, room, depth - 1);
    kept.set(key, fitting);
    left = room - sizeOf(fitting);
  }
  const inOrder = Object.keys(value).filter((key) => kept.has(key));
  return isList
    ? inOrder.map((key) => kept.get(key))
    : Object.fromEntries(inOrder.map((key) => [key, kept.get(key)]));
}

/** With fewer bytes left, a field is not worth keeping. */
const smallest = 16;
const mostFields = 1000;

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? 'null');
}
