import { Tokenizer } from 'marked';

/** Deeper than people write, and shallow enough for the parser's stack, the page's and the reader's. */
const DEEPEST = 20;

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

  override emStrong(...args: Parameters<Tokenizer['emStrong']>) {
    return this.deeper(() => super.emStrong(...args));
  }

  override del(...args: Parameters<Tokenizer['del']>) {
    return this.deeper(() => super.del(...args));
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
