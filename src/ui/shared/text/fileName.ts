/** A name that every file system takes, without what `title` has beyond letters, digits and a few signs. */
export function fileName(title: string, otherwise: string): string {
  const plain = title.replace(/[^\p{L}\p{N} ._-]/gu, ' ').replace(/\s+/gu, ' ');
  return (
    plain
      .trim()
      .replace(/^\.+|\.+$/gu, '')
      .slice(0, 80) || otherwise
  );
}
