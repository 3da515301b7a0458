// What Node 20 lacks of what is used here. It has to be there before any other module runs.
const newer: [object, Record<string, unknown>][] = [
  [Map, { groupBy: groupedBy }],
  [
    Object,
    {
      groupBy: (all: Iterable<unknown>, keyOf: (one: unknown) => string) =>
        Object.fromEntries(groupedBy(all, keyOf)),
    },
  ],
  [
    Promise,
    {
      withResolvers() {
        const parts: Record<string, unknown> = {};
        const promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
        return { promise, ...parts };
      },
    },
  ],
  [URL, { parse: (text: string, base?: string) => (URL.canParse(text, base) ? new URL(text, base) : null) }],
  [
    Set.prototype,
    {
      union(this: Set<unknown>, other: Set<unknown>) {
        return new Set([...this, ...other.keys()]);
      },
      intersection(this: Set<unknown>, other: Set<unknown>) {
        return new Set([...this].filter((one) => other.has(one)));
      },
      difference(this: Set<unknown>, other: Set<unknown>) {
        return new Set([...this].filter((one) => !other.has(one)));
      },
      symmetricDifference(this: Set<unknown>, other: Set<unknown>) {
        const more = [...other.keys()].filter((one) => !this.has(one));
        return new Set([...[...this].filter((one) => !other.has(one)), ...more]);
      },
      isSubsetOf(this: Set<unknown>, other: Set<unknown>) {
        return [...this].every((one) => other.has(one));
      },
    },
  ],
];

function groupedBy(all: Iterable<unknown>, keyOf: (one: unknown, at: number) => unknown) {
  const groups = new Map<unknown, unknown[]>();
  let at = 0;
  for (const one of all) {
    const key = keyOf(one, at++);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

for (const [place, functions] of newer)
  for (const [name, value] of Object.entries(functions))
    if (!(name in place)) Object.defineProperty(place, name, { value, configurable: true, writable: true });

export {};
