import { invisibles } from '../api/config/invisible.ts';

/** Makes a string from the service fit for a dialog or row: one line, nothing invisible, at most `max` characters. */
export function cleanText(text: string, max = 200): string {
  // Few texts have so much that is left out.
  const start = text.slice(0, 20 * max);
  const plain = start.replace(/\s+/gu, ' ').replace(invisibles, '').trim();
  const letters = [...plain];
  if (letters.length <= max && start === text) return plain;
  return `${letters.slice(0, max - 1).join('')}…`;
}
