import { foldText, type TurnText } from '../disk/chatText.ts';

/** Characters shown before and after the start of the found word. */
const around = { before: 40, behind: 100 };

/** A longer piece of a word at an end stays: text without spaces would lose everything. */
const longestPiece = 20;

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the text around the first of `words`, on one line: cut between words if it has any, never within a letter. */
export function snippetOf(turn: TurnText, words: readonly string[]): string {
  const { text } = turn;
  const at = placeOf(turn, words);
  const start = Math.max(0, at - around.before);
  const end = Math.min(text.length, at + around.behind);
  const cut = [...letters.segment(text.slice(start, end))].map(({ segment }) => segment);
  // A letter at an end may have lost its other half.
  if (start > 0) cut.shift();
  if (end < text.length) cut.pop();
  let line = cut.join('').replace(/\s+/gu, ' ');
  if (start > 0) line = line.replace(firstPiece, '');
  if (end < text.length) line = line.replace(lastPiece, '');
  return `${start > 0 ? '…' : ''}${line.trim()}${end < text.length ? '…' : ''}`;
}

const firstPiece = new RegExp(`^\\S{0,${longestPiece}} `, 'u');
const lastPiece = new RegExp(` \\S{0,${longestPiece}}$`, 'u');

function placeOf({ text, folded }: TurnText, words: readonly string[]): number {
  const at = Math.min(...words.map((word) => folded.indexOf(word)).filter((place) => place >= 0));
  if (folded.length === text.length) return at;
  // Folding has changed the length, e.g. of a ligature: count it letter by letter.
  let length = 0;
  for (const { segment, index } of letters.segment(text)) {
    length += foldText(segment).length;
    if (length > at) return index;
  }
  return text.length;
}
