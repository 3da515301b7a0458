import { withholdEmoji } from '../parse/withholdEmoji.ts';

/** Longer blocks show this many lines until unfolded; also while streaming, so that they never shrink. */
const linesShown = 30;
const characters = 12_000;

/** Lines per element of a long block. */
const linesAPart = 100;

export interface FoldedCode {
  /** The part that is shown. */
  head: string;
  /** The rest, without the line break before it. */
  rest: string;
  lines: number;
}

/** Splits long code for folding; `undefined` for code shown whole. */
export function foldCode(code: string): FoldedCode | undefined {
  let lines = 1;
  let headEnd: number | undefined;
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) {
    if (lines === linesShown) headEnd = at;
    lines += 1;
  }
  const isLong = lines > linesShown || code.length > characters;
  if (!isLong) return undefined;
  const head =
    headEnd !== undefined && headEnd <= characters
      ? code.slice(0, headEnd)
      : withholdEmoji(code.slice(0, characters));
  return { head, rest: code.slice(head.length).replace(/^\n/, ''), lines };
}

/**
 * Splits code into pieces of whole lines, without the line breaks between them. As separate elements they are laid out
 * on their own, so adding to the last one costs the same however much is above.
 */
export function splitCode(code: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let lines = 0;
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) {
    lines += 1;
    if (lines < linesAPart) continue;
    parts.push(code.slice(start, at));
    start = at + 1;
    lines = 0;
  }
  return [...parts, code.slice(start)];
}
