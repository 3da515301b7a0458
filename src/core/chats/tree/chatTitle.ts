const longest = 60;

/** Returns a title from the first line with letters or digits, without Markdown, cut at a word. Blank only for blank text. */
export function titleFrom(text: string): string {
  const line = text.split('\n').find((one) => /[\p{L}\p{N}]/u.test(one)) ?? text;
  // A message of nothing but Markdown marks is its own title.
  const plain = oneLine(line.replace(/^[\s#>*-]+/u, '').replace(/[`*]/gu, '')) || oneLine(text);
  const letters = [...plain];
  if (letters.length <= longest) return plain;
  const cut = letters.slice(0, longest).join('');
  const space = cut.lastIndexOf(' ');
  return `${space > longest / 2 ? cut.slice(0, space) : cut}…`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
