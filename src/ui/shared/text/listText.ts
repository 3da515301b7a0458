import { displayLanguage } from './t.ts';

/** Returns, e.g., "A and B" or "A, B, and C". */
export function listText(names: readonly string[]): string {
  return new Intl.ListFormat(displayLanguage(), { type: 'conjunction' }).format(names);
}
