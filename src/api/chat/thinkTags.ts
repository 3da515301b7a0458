const tagNames = ['<think>', '<thinking>', '<thought>'];

export type Piece = { type: 'text' | 'reasoning'; text: string };

/**
 * Separates reasoning from text if a model writes `<think>…</think>` at the very start of its answer (after white space at
 * most), however the tags are split across reads. Text that may still become a tag is held back.
 */
export class ThinkTagSplitter {
  #state: 'start' | 'inside' | 'afterTag' | 'text' = 'start';
  #held = '';
  #isBlank = true;
  #closingTag = '';

  push(text: string, into: (piece: Piece) => void): void {
    this.#isBlank &&= text.trim() === '';
    if (this.#state === 'text') into({ type: 'text', text });
    else if (this.#isBlank) this.#held += text;
    else this.#advance(this.#held + text, into);
  }

  /** Call at the end of the answer: emits what was held back. */
  flush(into: (piece: Piece) => void): void {
    const held = this.#held;
    this.#held = '';
    if (held !== '') into({ type: this.#state === 'inside' ? 'reasoning' : 'text', text: held });
  }

  #advance(text: string, into: (piece: Piece) => void): void {
    this.#held = '';
    if (this.#state === 'start') this.#start(text, into);
    else if (this.#state === 'inside') this.#inside(text, into);
    else this.#afterTag(text, into);
  }

  #start(text: string, into: (piece: Piece) => void): void {
    const head = text.trimStart();
    const lower = head.slice(0, 10).toLowerCase();
    const tag = tagNames.find((one) => lower.startsWith(one));
    if (tag !== undefined) {
      this.#state = 'inside';
      this.#closingTag = `</${tag.slice(1)}`;
      this.#inside(head.slice(tag.length), into);
    } else if (tagNames.some((one) => one.startsWith(lower))) {
      this.#held = text;
    } else {
      this.#state = 'text';
      into({ type: 'text', text });
    }
  }

  #inside(text: string, into: (piece: Piece) => void): void {
    // Not toLowerCase: it lengthens some letters, such as the Turkish İ, and shifts every index after them.
    const end = text.search(new RegExp(this.#closingTag, 'i'));
    const open = end >= 0 ? end : text.length - overlap(text, this.#closingTag);
    if (open > 0) into({ type: 'reasoning', text: text.slice(0, open) });
    if (end < 0) {
      this.#held = text.slice(open);
      return;
    }
    this.#state = 'afterTag';
    this.#afterTag(text.slice(end + this.#closingTag.length), into);
  }

  // The blank lines between reasoning and answer belong to neither.
  #afterTag(text: string, into: (piece: Piece) => void): void {
    const rest = text.replace(/^[\r\n]+/, '');
    if (rest === '') return;
    this.#state = 'text';
    into({ type: 'text', text: rest });
  }
}

/** How many characters at the end of `text` are the beginning of `tag`. */
function overlap(text: string, tag: string): number {
  for (let length = Math.min(text.length, tag.length - 1); length > 0; length -= 1) {
    if (tag.startsWith(text.slice(-length).toLowerCase())) return length;
  }
  return 0;
}
