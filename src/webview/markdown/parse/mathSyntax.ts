import type { MarkedOptions, TokenizerExtensionFunction } from 'marked';

/** TeX math, which marked doesn't know; `isOpen` until its end has arrived. */
export type MathToken = {
  type: 'math';
  raw: string;
  /** The TeX between the marks. */
  text: string;
  isDisplay: boolean;
  isOpen: boolean;
};

// More than any formula has within its marks, as in the patterns: otherwise each of a thousand unclosed marks would make us
// read all that follows.
const longest = 4000;
/** Marks in a paragraph that turn out to be none of a formula. */
const maxTried = 5;
const closings: Readonly<Record<string, string>> = { $$: '$$', '\\[': '\\]', '\\(': '\\)' };

// A formula on its own lines has no blank line inside: otherwise one stray mark would swallow the rest of an answer.
const blockPattern =
  /^ {0,3}(?:\$\$((?:(?!\n[ \t]*\n)[^$]){1,4000})\$\$|\\\[((?:(?!\n[ \t]*\n|\\\])[\s\S]){1,4000})\\\])[ \t]*(?:\n|$)/;
const openBlock = /^ {0,3}(?:\$\$|\\\[)[^\n]*\n(?:(?!\n)[^\n]*(?:\n|$))*$/;
const blankLine = /\n[ \t]*\n/;
const blockOpening = /^ {0,3}(\$\$|\\\[)/;
const blockStart = /\n {0,3}(?:\$\$|\\\[)/g;

const displayPattern =
  /^(?:\$\$((?:(?!\n[ \t]*\n)[^$]){1,4000})\$\$|\\\[((?:(?!\n[ \t]*\n|\\\])[\s\S]){1,4000})\\\])/;
const parentheses = /^\\\(((?:(?!\n[ \t]*\n|\\\))[\s\S]){1,4000})\\\)/;
// A dollar sign before a space, after a word, or right before a word character is money or shell syntax.
const dollars = /^\$(?![\s$])((?:\\[^\n]|[^$\\\n]){1,4000})\$(?![\p{L}\p{N}$])/u;
const hasTex = /[\\^_={}<>]/;
const hasWords = /\p{L}{2}/u;

/** Reads a formula at the start of `src`, which follows `before`; prices such as "$5 and $6" are not formulas. */
export function readInlineMath(src: string, before: string): MathToken | undefined {
  const opening = src.slice(0, 2);
  if (opening in closings) {
    if (!isClosed(src, opening)) return undefined;
    const inside = opening === '\\(' ? parentheses.exec(src) : null;
    if (inside) return math(inside[0], inside[1] ?? '', false);
    const display = displayPattern.exec(src);
    if (display) return math(display[0], display[1] ?? display[2] ?? '', true);
  }
  const found = /[\p{L}\p{N}\\$]$/u.test(before) ? null : dollars.exec(src);
  const text = found?.[1] ?? '';
  if (!found || /\s$/.test(text)) return undefined;
  const isMath = hasTex.test(text) || !hasWords.test(text) || !/[\s/]/.test(text);
  return isMath ? math(found[0], text, false) : undefined;
}

/** Checks fast whether the end of a formula is near. */
function isClosed(src: string, opening: string): boolean {
  return src.slice(opening.length, longest + 2 * opening.length).includes(closings[opening] ?? '');
}

function math(raw: string, text: string, isDisplay: boolean, isOpen = false): MathToken {
  return { type: 'math', raw, text: text.trim(), isDisplay, isOpen };
}

function readBlock(src: string, isLive: boolean): MathToken | undefined {
  const [mark, opening = ''] = blockOpening.exec(src) ?? [];
  if (mark === undefined) return undefined;
  const found = isClosed(src.slice(mark.length - opening.length), opening) ? blockPattern.exec(src) : null;
  if (found) return math(found[0], found[1] ?? found[2] ?? '', true);
  const open = isLive && src.length <= longest ? openBlock.exec(src) : null;
  return open ? math(open[0], open[0].trim(), true, true) : undefined;
}

/** Makes marked's lexer read math. With `isLive`, also multi-line formulas that are still open. */
export function mathExtensions(isLive: boolean): NonNullable<MarkedOptions['extensions']> {
  const inline: TokenizerExtensionFunction = (src, tokens) => {
    if (src[0] !== '$' && src[0] !== '\\') return undefined;
    return readInlineMath(src, tokens.at(-1)?.raw.slice(-2) ?? '');
  };
  return {
    renderers: {},
    childTokens: {},
    block: [(src) => readBlock(src, isLive)],
    inline: [inline],
    // A paragraph ends where a formula starts on its own line.
    startBlock: [
      function (src) {
        return this.lexer.state.top ? findBlock(src, isLive) : undefined;
      },
    ],
    startInline: [(src) => src.indexOf('$')],
  };
}

/** Finds a formula on its own lines within the paragraph at the start of `src`, not too far from there. */
function findBlock(src: string, isLive: boolean): number | undefined {
  const near = src.slice(0, longest);
  const paragraph = near.slice(0, blankLine.exec(near)?.index);
  let tried = 0;
  for (const { index } of paragraph.matchAll(blockStart)) {
    if (tried === maxTried) break;
    if (readBlock(src.slice(index + 1), isLive)) return index;
    tried += 1;
  }
  return undefined;
}
