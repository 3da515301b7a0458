/** What opens reasoning at the very start of an answer, in lower case, and what ends it. `[THINK]` is Mistral's. */
const tags = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['[think]', '[/think]'],
] as const;
const loneEnd = '</think>';
/** Almost any text has none. */
const mayBeTag = /[<[]/;
/** A text that has one of these before a lone end, or the end in quotation marks, is about tags. */
const loneTag = /<think>|(?<!['"`])<\/think>/iu;

/** `reasoned`: all text before was reasoning. `unreasoned`: all reasoning before was text. */
export type Piece =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'reasoned' }
  | { type: 'unreasoned' };

/**
 * Separates reasoning from text if it stands in the answer's text, however its tags are split across reads: between tags at the very
 * start (after white space at most), or before a lone `</think>`, since the templates of DeepSeek R1 and Qwen3-Thinking end the prompt
 * with `<think>`. Text that may still become a tag is held back.
 */
export class ThinkTagSplitter {
  #state: 'start' | 'inside' | 'unopened' | 'afterTag' | 'text' = 'start';
  #held = '';
  #isBlank = true;
  #closingTag: string = loneEnd;
  /** The last character of the text so far: it may be a quotation mark. */
  #before = '';
  /** The answer is taken to begin with reasoning; no more once it has a tag. */
  #startsInside: boolean;

  constructor(startsInside = false) {
    this.#startsInside = startsInside;
  }

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
    if (this.#state === 'inside' && this.#startsInside) into({ type: 'unreasoned' });
  }

  #advance(text: string, into: (piece: Piece) => void): void {
    this.#held = '';
    if (this.#state === 'start') this.#start(text, into);
    else if (this.#state === 'inside') this.#inside(text, into);
    else if (this.#state === 'unopened') this.#unopened(text, into);
    else this.#afterTag(text, into);
  }

  #start(text: string, into: (piece: Piece) => void): void {
    const head = text.trimStart();
    const lower = head.slice(0, 10).toLowerCase();
    const isTag = mayBeTag.test(lower);
    const [opening, closing] = (isTag && tags.find(([one]) => lower.startsWith(one))) || [];
    if (opening !== undefined) {
      this.#startsInside = false;
      this.#state = 'inside';
      this.#closingTag = closing ?? loneEnd;
      this.#inside(head.slice(opening.length), into);
    } else if (isTag && tags.some(([one]) => one.startsWith(lower))) {
      this.#held = text;
    } else {
      this.#state = this.#startsInside ? 'inside' : 'unopened';
      this.#advance(text, into);
    }
  }

  #inside(text: string, into: (piece: Piece) => void): void {
    // Not toLowerCase: it lengthens some letters, such as the Turkish İ, and shifts every index after them.
    const end = text.search(new RegExp(this.#closingTag.replace('[', '\\['), 'i'));
    const open = end >= 0 ? end : text.length - overlap(text, [this.#closingTag]);
    if (open > 0) into({ type: 'reasoning', text: text.slice(0, open) });
    if (end < 0) {
      this.#held = text.slice(open);
      return;
    }
    this.#state = 'afterTag';
    this.#afterTag(text.slice(end + this.#closingTag.length), into);
  }

  #unopened(text: string, into: (piece: Piece) => void): void {
    const found = mayBeTag.test(text) ? loneTag.exec(this.#before + text) : null;
    const end = (found?.index ?? 0) - this.#before.length;
    if (!found) {
      const open = text.length - overlap(text, ['<think>', loneEnd]);
      if (open > 0) into({ type: 'text', text: text.slice(0, open) });
      this.#held = text.slice(open);
      this.#before = text.slice(0, open).at(-1) ?? this.#before;
    } else if (found[0].length === loneEnd.length) {
      if (end > 0) into({ type: 'text', text: text.slice(0, end) });
      into({ type: 'reasoned' });
      this.#state = 'afterTag';
      this.#afterTag(text.slice(end + loneEnd.length), into);
    } else {
      this.#state = 'text';
      into({ type: 'text', text });
    }
  }

  // The blank lines between reasoning and answer belong to neither.
  #afterTag(text: string, into: (piece: Piece) => void): void {
    const rest = text.replace(/^[\r\n]+/, '');
    if (rest === '') return;
    this.#state = 'text';
    into({ type: 'text', text: rest });
  }
}

/** How many characters at the end of `text` are the beginning of one of the tags. */
function overlap(text: string, ends: readonly string[]): number {
  const most = Math.min(text.length, loneEnd.length + 3);
  if (!mayBeTag.test(text.slice(-most))) return 0;
  for (let length = most; length > 0; length -= 1) {
    const last = text.slice(-length).toLowerCase();
    if (ends.some((tag) => tag.length > length && tag.startsWith(last))) return length;
  }
  return 0;
}
