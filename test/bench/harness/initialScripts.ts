/** The text that a bundle loads before anything else runs: `entry` with everything that it imports statically. */
export function initialScripts(read: (name: string) => string, entry: string): string {
  const texts = new Map<string, string>();
  const take = (name: string): void => {
    if (texts.has(name)) return;
    const text = read(name);
    texts.set(name, text);
    // `import("./x.js")` loads later.
    for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) take(imported);
  };
  take(entry);
  return [...texts.values()].join('\n');
}
