import { Tokenizer } from 'marked';
import { isCjk } from './cjkEmphasis.ts';

/** Deeper than people write, and shallow enough for the parser's stack, the page's and the reader's. */
const DEEPEST = 20;

/** An underlined heading is looked for so far: marked looks again behind each line of a list's item, to the item's end. */
const LONGEST_HEADING = 2000;
const UNDERLINE = /\n {0,3}(?:=+|-+)[ \t]*(?:\n|$)/;

// A mail address has at most 64 characters before its sign: else each part of a long word would be read to its end.
const ADDRESS_START = /^(?:mailto:|xmpp:|https?:\/\/|ftp:\/\/|www\.|[\w.+-]{1,64}@)/i;

const WORD_END = /[\p{L}\p{N}]$/u;

/** marked's tokenizer, which leaves what is nested too deeply as text: `> > > …` must not overflow a stack. */
export class BoundedTokenizer extends Tokenizer {
  private depth = 0;

  override blockquote(...args: Parameters<Tokenizer['blockquote']>) {
    return this.deeper(() => super.blockquote(...args));
  }

  override list(...args: Parameters<Tokenizer['list']>) {
    return this.deeper(() => super.list(...args));
  }

  // marked knows no footnotes: their text must not vanish as if it were an address.
  override def(src: string) {
    return /^ {0,3}\[\^/.test(src) ? undefined : super.def(src);
  }

  override lheading(src: string) {
    return UNDERLINE.test(src.slice(0, LONGEST_HEADING)) ? super.lheading(src) : undefined;
  }

  override url(src: string) {
    return ADDRESS_START.test(src) ? super.url(src) : undefined;
  }

  // Behind or before a letter of Chinese, stars may begin something whatever else is beside them.
  override emStrong(src: string, maskedSrc: string, prevChar = '') {
    const after = /^\*+([^*])/.exec(src)?.[1];
    const isFree = after !== undefined && (isCjk(prevChar) || isCjk(after));
    return this.deeper(() => super.emStrong(src, maskedSrc, isFree ? '' : prevChar));
  }

  // One tilde between two figures or words is a range, as "5~10": two of them on a line strike nothing out.
  override del(src: string, maskedSrc: string, prevChar = '') {
    if (/^~[^~]/.test(src) && WORD_END.test(prevChar)) return undefined;
    return this.deeper(() => super.del(src, maskedSrc, prevChar));
  }

  override link(...args: Parameters<Tokenizer['link']>) {
    return this.deeper(() => super.link(...args));
  }

  override reflink(...args: Parameters<Tokenizer['reflink']>) {
    return this.deeper(() => super.reflink(...args));
  }

  private deeper<T>(read: () => T | undefined): T | undefined {
    if (this.depth >= DEEPEST) return undefined;
    this.depth += 1;
    try {
      return read();
    } finally {
      this.depth -= 1;
    }
  }
}
