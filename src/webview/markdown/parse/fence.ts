import type { Tokens } from 'marked';

const opening = /^(`{3,}(?=[^`\n]*\n)|~{3,}(?!~))([^\n]*)\n/;

/**
 * A fence at the start of a text, until its end arrives: its code is taken as it is, so that each piece of a long one costs
 * only its own length. Indented or closed fences are left to the lexer.
 */
export class OpenFence {
  readonly #header: number;
  readonly #info: string;
  readonly #closing: RegExp;
  readonly #halfClosing: RegExp;
  /** No line before this position is the closing one. */
  #seen: number;

  constructor(header: string, marks: string, info: string) {
    const mark = marks[0] ?? '`';
    this.#header = header.length;
    this.#info = info.trim();
    this.#closing = new RegExp(`\\n {0,3}${mark}{${marks.length},}[ \\t]*(?:\\n|$)`, 'g');
    this.#halfClosing = new RegExp(`^[ ]{0,3}${mark}+[ \\t]*$`);
    this.#seen = header.length - 1;
  }

  static read(text: string): OpenFence | undefined {
    const [header, marks = '', info = ''] = opening.exec(text) ?? [];
    return header === undefined ? undefined : new OpenFence(header, marks, info);
  }

  /** Returns the code so far; `undefined` once the closing line is there. `text` must start where it did before. */
  update(text: string): Tokens.Code | undefined {
    const lastLine = text.lastIndexOf('\n');
    this.#closing.lastIndex = this.#seen;
    const close = this.#closing.exec(text);
    // A last line of marks may still grow into code.
    if (close && (close.index < lastLine || text.endsWith('\n'))) return undefined;
    this.#seen = lastLine;
    const isForming = this.#halfClosing.test(text.slice(lastLine + 1));
    const end = isForming || lastLine + 1 === text.length ? lastLine : text.length;
    return {
      type: 'code',
      raw: text,
      lang: this.#info,
      text: end < this.#header ? '' : text.slice(this.#header, end),
    };
  }
}

/** Longer code stays plain: coloring it would block the page. */
const longestColored = 40_000;

// Grammars look ahead from each word to the next character outside this set, and some to the end of the line: without one,
// their time is quadratic. Code has both every few words; data, prose and minified code may stay plain.
const longestRun = 500;
const runEnd = /[^\w\s$*&:<>~]/;
const longestLine = 2000;

/** Returns the language of a fence's first line, as shown: `python` for "python title=x" or "python{1,3}". */
export function readLanguage(info: string | undefined): string {
  return /^[\w.+#-]{1,40}/.exec(info?.trim() ?? '')?.[0] ?? '';
}

/** True if coloring is worth it: never while the code may still grow, since the colors would jump. */
export function canColor(code: string, language: string, isFinal: boolean): boolean {
  if (!isFinal || language === '' || code.length > longestColored) return false;
  return isWithin(code, runEnd, longestRun) && isWithin(code, '\n', longestLine);
}

function isWithin(code: string, end: RegExp | string, longest: number): boolean {
  return code.split(end).every((piece) => piece.length <= longest);
}
