import { maxRowLength } from './byteLines.ts';

/** One element of the file's array, or one of the objects that stand one after the other. */
interface JsonItem {
  line: number;
  column: number;
  /** `undefined` if it is too long to be read. */
  text: string | undefined;
  /** The file ends within it. */
  isTorn?: true;
  /** It stands in the file's array. */
  isInArray?: true;
  /** It is none: something stands after the array. */
  isAfterEnd?: true;
}

const [newline, quote, comma, backslash, openBracket, closeBracket, openBrace, closeBrace] = [
  ...[10, 34, 44, 92, 91, 93, 123, 125],
] as const;
const isSpace = (code: number) => code === 32 || code === newline || code === 13 || code === 9;

/** Splits a file into its elements without parsing them. Keeps at most one in memory, and none that is too long. */
export async function* jsonItems(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<JsonItem, void> {
  const splitter = new JsonSplitter();
  const decoder = new TextDecoder();
  for await (const chunk of bytes) yield* splitter.push(decoder.decode(chunk, { stream: true }));
  yield* splitter.end();
}

class JsonSplitter {
  /** A file that doesn't begin with a bracket is a sequence of values. */
  #form: 'unknown' | 'array' | 'sequence' | 'ended' = 'unknown';
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #line = 1;
  /** Index of the line's first character; below 0 if that came with an earlier text. */
  #lineStart = 0;
  #item: JsonItem | undefined;
  #parts: string[] = [];
  #length = 0;
  #hasItems = false;

  *push(text: string): Generator<JsonItem, void> {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === backslash) this.#isEscaped = true;
        else if (code === quote) this.#isInString = false;
      } else if (!isSpace(code)) {
        const step = this.#step(code);
        if (step === 'inside') {
          if (!this.#item) from = at;
          this.#item ??= this.#itemAt(at);
        } else if (step !== 'outside') {
          const end = step === 'endAfter' ? at + 1 : at;
          if (this.#item || step === 'missing') yield this.#take(text.slice(from, end), at);
        }
      }
      if (code === newline) {
        this.#line += 1;
        this.#lineStart = at + 1;
      }
    }
    if (this.#item) this.#keep(text.slice(from));
    this.#lineStart -= text.length;
  }

  *end(): Generator<JsonItem, void> {
    if (this.#item) yield { ...this.#take('', 0), isTorn: true };
    else if (this.#form === 'array') yield { ...this.#itemAt(0), text: '', isTorn: true };
  }

  /** `missing`: there is nothing where an element should be. */
  #step(code: number): 'inside' | 'outside' | 'endBefore' | 'endAfter' | 'missing' {
    if (this.#form === 'unknown') {
      this.#form = code === openBracket ? 'array' : 'sequence';
      if (this.#form === 'array') return 'outside';
    }
    const isArray = this.#form === 'array';
    if (code === quote) this.#isInString = true;
    else if (code === openBrace || code === openBracket) this.#depth += 1;
    else if (code === closeBrace || code === closeBracket) {
      if (isArray && this.#depth === 0) {
        this.#form = 'ended';
        return this.#item || !this.#hasItems ? 'endBefore' : 'missing';
      }
      this.#depth = Math.max(0, this.#depth - 1);
      if (this.#form === 'sequence' && this.#depth === 0) return this.#item ? 'endAfter' : 'inside';
    } else if (code === comma && isArray && this.#depth === 0) return this.#item ? 'endBefore' : 'missing';
    return 'inside';
  }

  #itemAt(at: number): JsonItem {
    const place = { line: this.#line, column: at - this.#lineStart + 1, text: '' };
    if (this.#form === 'ended') return { ...place, isAfterEnd: true };
    return this.#form === 'array' ? { ...place, isInArray: true } : place;
  }

  #keep(text: string): void {
    this.#length += text.length;
    if (this.#length <= maxRowLength) this.#parts.push(text);
    else this.#parts = [];
  }

  #take(rest: string, at: number): JsonItem {
    this.#keep(this.#item ? rest : '');
    const item = this.#item ?? { line: this.#line, column: at - this.#lineStart + 1 };
    const text = this.#length > maxRowLength ? undefined : this.#parts.join('').trimEnd();
    this.#item = undefined;
    this.#parts = [];
    this.#length = 0;
    this.#hasItems = true;
    return { ...item, text };
  }
}
