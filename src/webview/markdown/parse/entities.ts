// The references that models write, each name followed by its character. The full table is 30 KB and would help nobody.
const named = new Map(
  (
    `amp& lt< gt> quot" apos' nbsp\u00a0 copy© reg® trade™ hellip… ndash– mdash— lsquo‘ ` +
    `rsquo’ ldquo“ rdquo” laquo« raquo» bull• middot· times× divide÷ plusmn± deg° euro€ ` +
    `pound£ sect§ para¶ larr← uarr↑ rarr→ darr↓ harr↔ le≤ ge≥ ne≠ asymp≈ infin∞ check✓`
  )
    .split(' ')
    .map((one): [string, string] => [one.slice(0, -1), one.slice(-1)]),
);

/** Returns `text` with HTML character references decoded; unknown ones stay as written. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named.get(name) ?? whole;
    const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const isScalar = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isScalar ? String.fromCodePoint(code) : '\ufffd';
  });
}
