const longest = 60;

/** A title from the first message: its first line that holds anything, without Markdown marks, cut at a word. */
export function titleFrom(text: string): string {
  const line = text.split('\n').find((one) => /[\p{L}\p{N}]/u.test(one)) ?? text;
  const plain = line
    .replace(/^[\s#>*-]+/u, '')
    .replace(/[`*]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  const letters = [...plain];
  if (letters.length <= longest) return plain;
  const cut = letters.slice(0, longest).join('');
  const space = cut.lastIndexOf(' ');
  return `${space > longest / 2 ? cut.slice(0, space) : cut}…`;
}
