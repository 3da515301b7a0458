import type { MarkedToken, Token, Tokens } from 'marked';

// Where a list or paragraph that goes on and on is cut, so that what may still change stays short. People's own are shorter.
const LONG_LIST = 4096;
const LONG_PARAGRAPH = 8192;

/** Where a block is cut in two: `length` of its text is finished. */
export interface Cut {
  length: number;
  /** The number that the rest of an ordered list goes on with. */
  nextNumber: number | undefined;
}

/** The place to cut a long block; it depends on nothing behind that place, so that it doesn't matter how the text arrived. */
export function findCut(token: Token): Cut | undefined {
  const known = token as MarkedToken;
  if (known.type === 'list') return cutList(known);
  if (known.type !== 'paragraph') return undefined;
  const length = cutWords(known.raw);
  return length === undefined ? undefined : { length, nextNumber: undefined };
}

/** Between two items, the second of which is there with its whole first line: what stands before can't change. */
function cutList(list: Tokens.List): Cut | undefined {
  if (list.raw.length <= LONG_LIST) return undefined;
  let length = 0;
  for (const [index, item] of list.items.entries()) {
    if (length >= LONG_LIST && list.raw.slice(length).trimStart().includes('\n')) {
      return { length, nextNumber: typeof list.start === 'number' ? list.start + index : undefined };
    }
    length += item.raw.length;
  }
  return undefined;
}

/** Where long words are cut: between two of them, and outside of all marks if there is such a place. */
export function cutWords(raw: string): number | undefined {
  if (raw.length <= LONG_PARAGRAPH) return undefined;
  let fallback: number | undefined;
  const text = raw.slice(0, LONG_PARAGRAPH);
  for (const { index } of [
    ...text.slice(LONG_PARAGRAPH / 2).matchAll(/(?<=[^\s]) (?=\p{L}{2})/gu),
  ].reverse()) {
    const length = LONG_PARAGRAPH / 2 + index + 1;
    fallback ??= length;
    if (isOutsideMarks(text.slice(0, length))) return length;
    if (fallback - length > LONG_PARAGRAPH / 4) break;
  }
  const last = text.charCodeAt(LONG_PARAGRAPH - 1);
  const isHalfPair = last >= 0xd800 && last <= 0xdbff;
  return fallback ?? LONG_PARAGRAPH - (isHalfPair ? 1 : 0);
}

/** Whether no mark in the last line before the place waits for its other half. */
function isOutsideMarks(text: string): boolean {
  const near = text.slice(-1000);
  return ['**', '`', '$', '__', '~~'].every((mark) => near.split(mark).length % 2 === 1) && isBalanced(near);
}

function isBalanced(text: string): boolean {
  return text.lastIndexOf('[') <= text.lastIndexOf(']') && text.lastIndexOf('(') <= text.lastIndexOf(')');
}
