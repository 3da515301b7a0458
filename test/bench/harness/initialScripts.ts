/** The text of what a bundle loads before anything else runs: `entry`, and all that it imports at once. */
export function initialScripts(read: (name: string) => string, entry: string): string {
  const texts = new Map<string, string>();
  const take = (name: string): void => {
    if (texts.has(name)) return;
    const text = read(name);
    texts.set(name, text);
    // `import("./x.js")` is what loads later.
    for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) take(imported);
  };
  take(entry);
  return [...texts.values()].join('\n');
}
