import type { MarkedToken, Token, Tokens } from 'marked';

// Where endless lists and paragraphs are cut, so that what may change stays short. People write shorter ones.
const longList = 4096;
const longParagraph = 8192;

/** Where to cut a block: the first `length` characters are finished. */
export interface Cut {
  length: number;
  /** The number at which the rest of an ordered list continues. */
  nextNumber: number | undefined;
}

/** Finds where to cut a long block. Text after that place doesn't matter, so neither does how the text arrived. */
export function findCut(token: Token): Cut | undefined {
  const known = token as MarkedToken;
  if (known.type === 'list') return cutList(known);
  if (known.type !== 'paragraph') return undefined;
  const length = cutWords(known.raw);
  return length === undefined ? undefined : { length, nextNumber: undefined };
}

/** Cuts between two items once the first line of the second is complete: nothing before it can change. */
function cutList(list: Tokens.List): Cut | undefined {
  if (list.raw.length <= longList) return undefined;
  let length = 0;
  for (const [index, item] of list.items.entries()) {
    if (length >= longList && list.raw.slice(length).trimStart().includes('\n')) {
      return { length, nextNumber: typeof list.start === 'number' ? list.start + index : undefined };
    }
    length += item.raw.length;
  }
  return undefined;
}

/** Returns where to cut long text: between two words, and outside all marks if possible. */
export function cutWords(raw: string): number | undefined {
  if (raw.length <= longParagraph) return undefined;
  let fallback: number | undefined;
  const text = raw.slice(0, longParagraph);
  for (const { index } of [
    ...text.slice(longParagraph / 2).matchAll(/(?<=[^\s]) (?=\p{L}{2})/gu),
  ].reverse()) {
    const length = longParagraph / 2 + index + 1;
    fallback ??= length;
    if (isOutsideMarks(text.slice(0, length))) return length;
    if (fallback - length > longParagraph / 4) break;
  }
  const last = text.charCodeAt(longParagraph - 1);
  const isHalfPair = last >= 0xd800 && last <= 0xdbff;
  return fallback ?? longParagraph - (isHalfPair ? 1 : 0);
}

/** True if no mark in the last 1000 characters is waiting for its other half. */
function isOutsideMarks(text: string): boolean {
  const near = text.slice(-1000);
  return ['**', '`', '$', '__', '~~'].every((mark) => near.split(mark).length % 2 === 1) && isBalanced(near);
}

function isBalanced(text: string): boolean {
  return text.lastIndexOf('[') <= text.lastIndexOf(']') && text.lastIndexOf('(') <= text.lastIndexOf(')');
}
