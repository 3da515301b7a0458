import type { MarkedToken, Token, Tokens } from 'marked';

// Where endless lists and paragraphs are cut, so that what may change stays short. People write shorter ones.
const longList = 4096;
const longParagraph = 8192;

/** What has no such place is cut between two lines: marked reads all of a block again for each piece that arrives. */
const longest = 16_384;
const fence = /^[ \t>]*(?:[-*+]|\d+[.)])?[ \t]*(?:```|~~~)/;
const blank = /^[ \t>]*$/;

// Each mark may make marked look at all that follows.
const maxMarks = 200;
const markPattern = /[!$*<@[\\\]_`~]/g;

const letter = /^\p{L}/u;
const letters = /\p{L}/gu;

const brackets = [
  ['[', ']'],
  ['(', ')'],
] as const;

/** No place is better than all of these. */
const maxPlaces = 100;

/** Where to cut a block: the first `length` characters are finished. */
export interface Cut {
  length: number;
  /** The number at which the rest of an ordered list continues. */
  nextNumber: number | undefined;
}

/** Finds where to cut a long block. Text after that place doesn't matter, so neither does how the text arrived. */
export function findCut(token: Token): Cut | undefined {
  const known = token as MarkedToken;
  const { raw } = known;
  switch (known.type) {
    case 'list':
      return cutList(known) ?? cutLines(raw);
    case 'blockquote':
      return cutLines(raw);
    case 'paragraph': {
      const length = cutWords(raw);
      // The rest is read as a block: what doesn't begin with a letter may be a fence, a list or a heading.
      const isWord = length !== undefined && letter.test(raw.slice(length, length + 2));
      return isWord ? { length, nextNumber: undefined } : cutLines(raw);
    }
    default:
      return undefined;
  }
}

/** Cuts between two items once the first line of the second is complete: nothing before it can change. */
function cutList(list: Tokens.List): Cut | undefined {
  if (list.raw.length <= longList) return undefined;
  let length = 0;
  for (const [index, item] of list.items.entries()) {
    if (length >= longList && list.raw.slice(length, longest).trimStart().includes('\n')) {
      return { length, nextNumber: typeof list.start === 'number' ? list.start + index : undefined };
    }
    length += item.raw.length;
  }
  return undefined;
}

/** Cuts before the last line that begins outside of code, if possible after a blank one. */
function cutLines(raw: string): Cut | undefined {
  if (raw.length <= longest) return undefined;
  let place: number | undefined;
  let best: number | undefined;
  let isCode = false;
  let length = 0;
  let before = raw;
  for (const line of raw.slice(0, longest).split('\n')) {
    if (length > 0 && !isCode) {
      place = length;
      if (blank.test(before)) best = length;
    }
    if (fence.test(line)) isCode = !isCode;
    before = line;
    length += line.length + 1;
  }
  const at = best ?? place;
  return at === undefined ? undefined : { length: at, nextNumber: undefined };
}

/** Returns where to cut text that is long or full of marks: between two words, and outside all marks if possible. */
export function cutWords(raw: string): number | undefined {
  const end = lastPlace(raw);
  if (end === undefined) return undefined;
  const text = raw.slice(0, end);
  const middle = Math.floor(end / 2);
  const places = [...text.slice(middle).matchAll(/(?<=[^\s]) (?=\p{L}{2})/gu)]
    .slice(-maxPlaces)
    .map(({ index }) => middle + index + 1)
    .reverse();
  const best = places.find((length) => isOutsideMarks(text.slice(0, length)));
  if (best !== undefined) return best;
  if (places[0] !== undefined) return places[0];
  const beforeLetter = [...text.slice(middle).matchAll(letters)].at(-1)?.index;
  if (beforeLetter !== undefined) return middle + beforeLetter;
  const last = text.charCodeAt(end - 1);
  const isHalfPair = last >= 0xd800 && last <= 0xdbff;
  return end - (isHalfPair ? 1 : 0);
}

function lastPlace(raw: string): number | undefined {
  const text = raw.slice(0, longParagraph);
  markPattern.lastIndex = 0;
  for (let count = 0; markPattern.test(text); count += 1) {
    if (count === maxMarks) return markPattern.lastIndex - 1;
  }
  return raw.length > longParagraph ? longParagraph : undefined;
}

/** True if no mark in the last 1000 characters is waiting for its other half. */
function isOutsideMarks(text: string): boolean {
  const near = text.slice(-1000);
  return (
    ['**', '`', '$', '__', '~~'].every((mark) => near.split(mark).length % 2 === 1) &&
    brackets.every(([open, close]) => near.lastIndexOf(open) <= near.lastIndexOf(close))
  );
}
