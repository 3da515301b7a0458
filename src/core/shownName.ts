import { invisible } from '../base/invisible.ts';

/** Letters, marks and symbols by Unicode that are drawn blank. */
const blank = String.raw`\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}`;
/** Also code points without a glyph, and all white space. */
const misleading = new RegExp(String.raw`[${invisible}\p{C}\p{White_Space}${blank}]`, 'u');
const mark = /\p{M}/u;

/**
 * Returns a model's name for places where it must not be mistaken for another, such as a deletion. It is one line, with
 * invisible or deceptive characters escaped, e.g. `\u{3164}`. Different names look different unless they are cut: a name
 * longer than `max` characters loses its middle, since names mostly differ at their ends.
 */
export function shownName(name: string, max = 200): string {
  const pieces = piecesOf(withoutMiddle(name, max));
  const length = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  return length <= max ? pieces.join('') : cutMiddle(pieces, max);
}

/** Returns a name without what stands before its last slash, which is the same for many. */
export function bareName(name: string): string {
  return name.replace(/^.*\/(?=.)/su, '');
}

/** Leaves out most of what would be cut from a very long name: it may have 65,536 characters. */
function withoutMiddle(name: string, max: number): string {
  // A character has one or two UTF-16 units, and those beside it decide how it is shown.
  const end = 2 * max + 8;
  return name.length <= 2 * end ? name : name.slice(0, end) + name.slice(-end);
}

function piecesOf(name: string): string[] {
  const letters = [...name];
  const end = letters.findLastIndex((letter) => letter !== ' ') + 1;
  const pieces: string[] = [];
  for (const [at, letter] of letters.entries()) {
    const isPlain = letter === ' ' ? isSingleSpace(letters, at, end) : isShown(letters, at, pieces[at - 1]);
    pieces.push(isPlain ? letter : escaped(letter));
  }
  return pieces;
}

function isSingleSpace(letters: readonly string[], at: number, end: number): boolean {
  return at > 0 && at < end && letters[at - 1] !== ' ';
}

/** `before`: how the preceding character is shown. */
function isShown(letters: readonly string[], at: number, before: string | undefined): boolean {
  const letter = letters[at] ?? '';
  // Otherwise a name that spells out an escape would look like one that contains the character.
  if (letter === '\\') return letters[at + 1] !== 'u' || letters[at + 2] !== '{';
  // A combining mark needs a base letter: it would alter the quote, space or escape before it.
  if (mark.test(letter) && (before === undefined || before === ' ' || isEscape(before))) return false;
  return !misleading.test(letter);
}

function escaped(letter: string): string {
  return `\\u{${letter.codePointAt(0)?.toString(16).toUpperCase()}}`;
}

/** An unescaped character takes at most two UTF-16 units, an escape at least five. */
function isEscape(piece: string): boolean {
  return piece.length > 2;
}

/** In characters: an escape counts in full, an emoji as one. */
function lengthOf(piece: string): number {
  return isEscape(piece) ? piece.length : 1;
}

/** Returns both ends joined by "…", at most `max` characters. Never splits an escape, or a mark from its letter. */
function cutMiddle(pieces: readonly string[], max: number): string {
  const half = Math.max(0, max - 1) / 2;
  const head = pieces.slice(0, fitting(pieces, Math.ceil(half)));
  const tail = pieces.slice(pieces.length - fitting(pieces.toReversed(), Math.floor(half)));
  const start = tail.findIndex((piece) => !mark.test(piece));
  return [...head, '…', ...(start < 0 ? [] : tail.slice(start))].join('');
}

function fitting(pieces: readonly string[], max: number): number {
  let length = 0;
  const end = pieces.findIndex((piece) => {
    length += lengthOf(piece);
    return length > max;
  });
  return end < 0 ? pieces.length : end;
}
