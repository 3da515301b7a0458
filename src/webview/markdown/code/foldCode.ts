import { withholdEmoji } from '../parse/withholdEmoji.ts';

/** A block with more lines shows this many until it is folded out; also while it streams, so that it never shrinks. */
const LINES = 30;
const CHARACTERS = 12_000;

/** Lines in one element of a long block. */
const LINES_A_PART = 100;

export interface FoldedCode {
  /** What is shown of it. */
  head: string;
  /** What is not, without the line end before it. */
  rest: string;
  lines: number;
}

/** The start of long code; `undefined` for code that is shown whole. */
export function foldCode(code: string): FoldedCode | undefined {
  let lines = 1;
  let headEnd: number | undefined;
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) {
    if (lines === LINES) headEnd = at;
    lines += 1;
  }
  const isLong = lines > LINES || code.length > CHARACTERS;
  if (!isLong) return undefined;
  const head =
    headEnd !== undefined && headEnd <= CHARACTERS
      ? code.slice(0, headEnd)
      : withholdEmoji(code.slice(0, CHARACTERS));
  return { head, rest: code.slice(head.length).replace(/^\n/, ''), lines };
}

/**
 * Code in pieces of whole lines, without the line ends between them: as elements of their own they are laid out alone,
 * so that what is added to the last costs the same, however much stands above.
 */
export function splitCode(code: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let lines = 0;
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) {
    lines += 1;
    if (lines < LINES_A_PART) continue;
    parts.push(code.slice(start, at));
    start = at + 1;
    lines = 0;
  }
  return [...parts, code.slice(start)];
}
