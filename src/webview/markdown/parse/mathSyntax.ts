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

// A formula on its own lines has no blank line inside: otherwise one stray mark would swallow the rest of an answer.
const blockPattern =
  /^ {0,3}(?:\$\$((?:(?!\n[ \t]*\n)[^$])+)\$\$|\\\[((?:(?!\n[ \t]*\n|\\\])[\s\S])+)\\\])[ \t]*(?:\n|$)/;
const openBlock = /^ {0,3}(?:\$\$|\\\[)[^\n]*\n(?:(?!\n)[^\n]*(?:\n|$))*$/;
const blockStart = /\n {0,3}(?:\$\$|\\\[)/g;

// Bounded, so that a thousand unclosed marks don't take quadratic time.
const displayPattern =
  /^(?:\$\$((?:(?!\n[ \t]*\n)[^$]){1,2000})\$\$|\\\[((?:(?!\n[ \t]*\n|\\\])[\s\S]){1,2000})\\\])/;
const parentheses = /^\\\(((?:(?!\n[ \t]*\n|\\\))[\s\S]){1,2000})\\\)/;
// A dollar sign before a space, after a word, or right before a word character is money or shell syntax.
const dollars = /^\$(?![\s$])((?:\\[^\n]|[^$\\\n]){1,2000})\$(?![\p{L}\p{N}$])/u;
const hasTex = /[\\^_={}<>]/;
const hasWords = /\p{L}{2}/u;

/** Reads a formula at the start of `src`, which follows `before`; prices such as "$5 and $6" are not formulas. */
export function readInlineMath(src: string, before: string): MathToken | undefined {
  const opening = src.slice(0, 2);
  const display = opening === '$$' || opening === '\\[' ? displayPattern.exec(src) : null;
  if (display) return math(display[0], display[1] ?? display[2] ?? '', true);
  const inside = opening === '\\(' ? parentheses.exec(src) : null;
  if (inside) return math(inside[0], inside[1] ?? '', false);
  const found = /[\p{L}\p{N}\\$]$/u.test(before) ? null : dollars.exec(src);
  const text = found?.[1] ?? '';
  if (!found || /\s$/.test(text)) return undefined;
  const isMath = hasTex.test(text) || !hasWords.test(text) || !/[\s/]/.test(text);
  return isMath ? math(found[0], text, false) : undefined;
}

function math(raw: string, text: string, isDisplay: boolean, isOpen = false): MathToken {
  return { type: 'math', raw, text: text.trim(), isDisplay, isOpen };
}

function readBlock(src: string, isLive: boolean): MathToken | undefined {
  const found = blockPattern.exec(src);
  if (found) return math(found[0], found[1] ?? found[2] ?? '', true);
  const open = isLive ? openBlock.exec(src) : null;
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
    startBlock: [(src) => findBlock(src, isLive)],
    startInline: [(src) => src.indexOf('$')],
  };
}

function findBlock(src: string, isLive: boolean): number | undefined {
  if (!src.includes('$$') && !src.includes('\\[')) return undefined;
  for (const { index } of src.matchAll(blockStart)) {
    if (readBlock(src.slice(index + 1), isLive)) return index;
  }
  return undefined;
}
