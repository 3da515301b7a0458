/** Returns a name that every file system accepts: only letters, digits and a few signs of `title`. */
export function fileName(title: string, otherwise: string): string {
  const plain = title.replace(/[^\p{L}\p{N} ._-]/gu, ' ').replace(/\s+/gu, ' ');
  return (
    plain
      .trim()
      .replace(/^\.+|\.+$/gu, '')
      .slice(0, 80) || otherwise
  );
}
