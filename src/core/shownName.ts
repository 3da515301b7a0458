/**
 * What the eye can't see, or is misled by: controls, format characters and other code points without a glyph of their own
 * (`\p{C}`), line and paragraph separators, what fonts may ignore, all white space, and the few signs that are drawn blank
 * though Unicode calls them letters, marks or symbols.
 */
const invisible =
  /[\p{C}\p{Zl}\p{Zp}\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u;
const mark = /\p{M}/u;

/**
 * A model's name for a place where it must not be taken for another one's, as where something is deleted. One line: what is
 * invisible or deceptive stands as an escape, as `\u{3164}`. Names that differ are shown differently, unless they are cut: one
 * that is longer than `max` characters loses its middle, since names mostly differ at their ends.
 */
export function shownName(name: string, max = 200): string {
  const pieces = piecesOf(name);
  const length = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  return length <= max ? pieces.join('') : cutMiddle(pieces, max);
}

/** Each character as it is shown. */
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

/** `before`: how the character before it is shown. */
function isShown(letters: readonly string[], at: number, before: string | undefined): boolean {
  const letter = letters[at] ?? '';
  // Else a name that spells out an escape would pass for one that holds the character.
  if (letter === '\\') return letters[at + 1] !== 'u' || letters[at + 2] !== '{';
  // A mark needs a letter to stand on: it would change the quote, the space or the escape before it.
  if (mark.test(letter) && (before === undefined || before === ' ' || isEscape(before))) return false;
  return !invisible.test(letter);
}

function escaped(letter: string): string {
  return `\\u{${letter.codePointAt(0)?.toString(16).toUpperCase()}}`;
}

/** A character that is shown as it is may take two units, an escape takes at least five. */
function isEscape(piece: string): boolean {
  return piece.length > 2;
}

/** In characters: an escape counts in full, an emoji once. */
function lengthOf(piece: string): number {
  return isEscape(piece) ? piece.length : 1;
}

/** Both ends with "…" between them, at most `max` characters in all. No escape is torn, and no mark from its letter. */
function cutMiddle(pieces: readonly string[], max: number): string {
  const half = Math.max(0, max - 1) / 2;
  const head = pieces.slice(0, fitting(pieces, Math.ceil(half)));
  const tail = pieces.slice(pieces.length - fitting(pieces.toReversed(), Math.floor(half)));
  const start = tail.findIndex((piece) => !mark.test(piece));
  return [...head, '…', ...(start < 0 ? [] : tail.slice(start))].join('');
}

/** How many of the first pieces take at most `max` characters. */
function fitting(pieces: readonly string[], max: number): number {
  let length = 0;
  const end = pieces.findIndex((piece) => {
    length += lengthOf(piece);
    return length > max;
  });
  return end < 0 ? pieces.length : end;
}
