/** C0 and C1 controls, bidirectional controls, zero-width characters, line and paragraph separators. */
const deceptive = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** A string of the service for a dialog or a row: one line, nothing invisible, at most `max` characters. */
export function cleanText(text: string, max = 200): string {
  const plain = text.replace(/\s+/gu, ' ').replace(deceptive, '').trim();
  const letters = [...plain];
  return letters.length <= max ? plain : `${letters.slice(0, max - 1).join('')}…`;
}
