import type { ChangeFilter, RowFilter } from '../report/rowFilter.ts';

/** A part of a text that counts prompts, from one character to before another, and which these are. */
export interface CountedPart {
  from: number;
  to: number;
  shows: RowFilter | ChangeFilter;
}

// Names on either side of a part have no such characters: `cleanText` leaves them out.
const [start, middle, end] = ['\u0002', '\u0003', '\u0004'];

/** Marks a part of a text that counts prompts, so that `readCounted` finds it wherever a language has it; of none, there is nothing to show. */
export function counted(text: string, count: number, shows: RowFilter): string {
  return count === 0 ? text : `${start}${shows}${middle}${text}${end}`;
}

/** Returns a text without its marks, and where these were. */
export function readCounted(marked: string): { text: string; counted?: CountedPart[] } {
  const [first = '', ...rest] = marked.split(start);
  const parts: CountedPart[] = [];
  let text = first;
  for (const one of rest) {
    const [shows = '', said = ''] = one.split(middle);
    const [part = '', after = ''] = said.split(end);
    parts.push({ from: text.length, to: text.length + part.length, shows: shows as RowFilter });
    text += part + after;
  }
  return { text, ...(parts.length > 0 && { counted: parts }) };
}
