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
