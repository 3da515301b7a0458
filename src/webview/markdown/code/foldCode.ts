import { withholdEmoji } from '../parse/withholdEmoji.ts';

/** Longer blocks show this many lines until unfolded; also while streaming, so that they never shrink. */
const linesShown = 30;
const characters = 12_000;

interface FoldedCode {
  /** What is shown. */
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
  if (lines <= linesShown && code.length <= characters) return undefined;
  const head =
    headEnd !== undefined && headEnd <= characters
      ? code.slice(0, headEnd)
      : withholdEmoji(code.slice(0, characters));
  return { head, rest: code.slice(head.length).replace(/^\n/, ''), lines };
}
