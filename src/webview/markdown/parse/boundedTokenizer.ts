import { Lexer, Tokenizer } from 'marked';
import { isCjk } from './cjkEmphasis.ts';

/** Deeper than people write, and shallow enough for the stacks of parser and page, and for readers. */
const deepest = 20;

/** Marks in each other: each level is read again. */
const deepestMark = 4;

/** Marks that open nothing: for each of them, a text is searched to its end. */
const maxFailed = 8;

// A mark that may open something. An underscore within a word never does.
const opening = /^(?:\*+[^\s*]|_+[^\s_]|~+[^\s~])/;

/** How far to look for a heading's underline: marked looks again after each line of a list item, to the item's end. */
const longestHeading = 500;
const underline = /\n {0,3}(?:=+|-+)[ \t]*(?:\n|$)/;

// An email address has at most 64 characters before its @: without this, each piece of a long word is read to its end.
const { gfm } = Lexer.rules.inline;
export const boundedInline = { ...gfm, text: new RegExp(gfm.text.source.replaceAll(']+@', ']{1,64}@')) };

// A paragraph ends where a table begins. Whether one does is decided by its first two lines, not by all its rows.
const { table, ...block } = Lexer.rules.block.gfm;
const rows = table.source.slice(table.source.indexOf(String.raw`(?:\n((`));
export const boundedBlock = {
  ...block,
  table,
  paragraph: new RegExp(block.paragraph.source.replace(rows, String.raw`(?:\n|$)`)),
};
const firstLines = /^[^\n]*\n[^\n]*/;
const addressStart = /^(?:mailto:|xmpp:|https?:\/\/|ftp:\/\/|www\.|[\w.+-]{1,64}@)/i;

// Only the last ones of a run may begin something.
const run = /^([!$<])\1+(?=\1\1)/;

const wordEnd = /[\p{L}\p{N}]$/u;

/** marked's tokenizer, but what is nested too deeply stays text: `> > > …` must not overflow a stack. */
export class BoundedTokenizer extends Tokenizer {
  #depth = 0;
  #failed = 0;

  /** Call before another text within a line is read. */
  start(): void {
    this.#failed = 0;
  }

  override blockquote(...args: Parameters<Tokenizer['blockquote']>) {
    return this.#deeper(() => super.blockquote(...args));
  }

  override list(...args: Parameters<Tokenizer['list']>) {
    return this.#deeper(() => super.list(...args));
  }

  // marked has no footnotes: their text must not vanish as if it were an address.
  override def(src: string) {
    return /^ {0,3}\[\^/.test(src) ? undefined : super.def(src);
  }

  override lheading(src: string) {
    return underline.test(src.slice(0, longestHeading)) ? super.lheading(src) : undefined;
  }

  // Where the first two lines don't fit together, marked has read all rows before it sees that.
  override table(src: string) {
    const { inlineQueue } = this.lexer;
    const before = inlineQueue.length;
    const head = super.table(firstLines.exec(src)?.[0] ?? '');
    inlineQueue.length = before;
    return head && super.table(src);
  }

  override url(src: string) {
    return addressStart.test(src) ? super.url(src) : undefined;
  }

  // Next to a CJK letter, stars may open emphasis whatever is on their other side.
  override emStrong(src: string, maskedSrc: string, prevChar = '') {
    const after = /^\*+([^*])/.exec(src)?.[1];
    const isFree = after !== undefined && (isCjk(prevChar) || isCjk(after));
    return this.#open(src, prevChar, () => super.emStrong(src, maskedSrc, isFree ? '' : prevChar));
  }

  // A single tilde between two numbers or words is a range, e.g. "5~10": two on a line don't strike anything out.
  override del(src: string, maskedSrc: string, prevChar = '') {
    if (/^~[^~]/.test(src) && wordEnd.test(prevChar)) return undefined;
    return this.#open(src, prevChar, () => super.del(src, maskedSrc, prevChar));
  }

  override inlineText(src: string) {
    const raw = run.exec(src)?.[0];
    if (raw === undefined) return super.inlineText(src);
    return { type: 'text' as const, raw, text: raw, escaped: this.lexer.state.inRawBlock };
  }

  override link(...args: Parameters<Tokenizer['link']>) {
    return this.#deeper(() => super.link(...args));
  }

  override reflink(...args: Parameters<Tokenizer['reflink']>) {
    return this.#deeper(() => super.reflink(...args));
  }

  /** After too many marks that open nothing, the rest stays text. */
  #open<T>(src: string, prevChar: string, read: () => T | undefined): T | undefined {
    if (!opening.test(src) || (src[0] === '_' && wordEnd.test(prevChar))) return undefined;
    if (this.#failed >= maxFailed) return undefined;
    const token = this.#deeper(read, deepestMark);
    if (token === undefined) this.#failed += 1;
    return token;
  }

  #deeper<T>(read: () => T | undefined, most = deepest): T | undefined {
    if (this.#depth >= most) return undefined;
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }
}
