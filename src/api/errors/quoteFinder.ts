/** A part of a text, from its first character to before its last. */
export type Range = readonly [start: number, end: number];

/** How texts are compared. `isLoose`: white space may be lost or come in, and so may plus signs, which stand for it in a query. */
export interface Reading {
  isLoose: boolean;
  /** `\u0041` and `\x41` stand for a character. */
  readsSlashes: boolean;
}

// What has been read is dropped when so much of it was kept; what is sought and the longest escape are shorter.
const mostKept = 1024;
const keptAfterDrop = 256;
const longestReference = 12;

const [space, plus, percent, ampersand, semicolon, backslash] = [0x20, 0x2b, 0x25, 0x26, 0x3b, 0x5c];
const [letterU, letterX] = [0x75, 0x78];

const namedCharacters = new Map([
  ['amp', ampersand],
  ['lt', 0x3c],
  ['gt', 0x3e],
  ['quot', 0x22],
  ['apos', 0x27],
]);

/**
 * Returns what a text keeps in whatever form it is quoted: small letters without backslashes, with each %XX and character
 * reference decoded as often as that gives another one.
 */
export function essenceOf(text: string, isLoose: boolean): string {
  const reader = new Reader({ isLoose, readsSlashes: false }, text.length);
  reader.read(text, 0, text.length);
  return reader.text;
}

/** Finds all places of a text, read in parts, that have the same essence as a secret. Takes linear time, whatever both are. */
export class QuoteFinder {
  readonly found: Range[] = [];
  readonly #text: string;
  readonly #reader: Reader;
  #at = 0;

  constructor(text: string, essence: Essence, reading: Reading) {
    this.#text = text;
    const size = Math.min(mostKept, text.length);
    this.#reader = new Reader(reading, size, essence, (range) => this.found.push(range));
  }

  /** Reads so many more characters; false at the end of the text. */
  advance(count: number): boolean {
    const end = Math.min(this.#at + count, this.#text.length);
    this.#reader.read(this.#text, this.#at, end);
    this.#at = end;
    return end < this.#text.length;
  }
}

/** What is sought, and how much of it the last characters are (Knuth, Morris and Pratt). */
export class Essence {
  readonly length: number;
  readonly #codes: Uint16Array;
  /** How much remains if the character after so many is another one. */
  readonly #shorter: Uint16Array;

  constructor(text: string) {
    this.length = text.length;
    this.#codes = Uint16Array.from(text, (_, at) => text.charCodeAt(at));
    this.#shorter = new Uint16Array(text.length + 1);
    for (let at = 1, matched = 0; at < text.length; at += 1) {
      matched = this.next(matched, this.#codes[at] ?? 0);
      this.#shorter[at + 1] = matched;
    }
  }

  next(matched: number, code: number): number {
    let length = matched;
    while (length > 0 && this.#codes[length] !== code) length = this.#shorter[length] ?? 0;
    return this.#codes[length] === code ? length + 1 : 0;
  }
}

/** Undoes each escape as soon as it is complete. What it stands for may complete another one. */
class Reader {
  readonly #reading: Reading;
  readonly #sought: Essence | undefined;
  readonly #onFound: ((range: Range) => void) | undefined;
  readonly #codes: Uint16Array;
  /** Where in the text each begins. */
  readonly #starts: Int32Array;
  /** How much of the sought text ends with each. */
  readonly #matched: Uint16Array;
  /** Whether each stood behind a backslash. */
  readonly #isEscaped: Uint8Array;
  #length = 0;
  #isAfterSlash = false;

  constructor(reading: Reading, size: number, sought?: Essence, onFound?: (range: Range) => void) {
    this.#reading = reading;
    this.#sought = sought;
    this.#onFound = onFound;
    this.#codes = new Uint16Array(size);
    this.#starts = new Int32Array(size);
    this.#matched = new Uint16Array(size);
    this.#isEscaped = new Uint8Array(size);
  }

  get text(): string {
    return String.fromCharCode(...this.#codes.subarray(0, this.#length));
  }

  read(text: string, from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      const code = text.charCodeAt(at);
      if (code === backslash) this.#isAfterSlash = true;
      else this.#add(code, at, at + 1);
    }
  }

  #add(given: number, givenStart: number, end: number): void {
    let code = small(given);
    let start = givenStart;
    while (this.#push(code, start, end)) {
      const found = this.#lastEscape(code);
      if (found === undefined) return;
      this.#length -= found.length;
      start = this.#starts[this.#length] ?? 0;
      code = small(found.code);
    }
  }

  /** False if nothing was added, or what is sought was found. */
  #push(given: number, start: number, end: number): boolean {
    const { isLoose } = this.#reading;
    const isBlank = isSpace(given);
    if (given === backslash || (isLoose && (isBlank || given === plus))) return false;
    const last = this.#length - 1;
    const code = isBlank ? space : given;
    if (isBlank && this.#codes[last] === space && last >= 0) return false;
    if (this.#length === this.#codes.length) this.#drop();
    const at = this.#length;
    const matched = this.#sought?.next(at > 0 ? (this.#matched[at - 1] ?? 0) : 0, code) ?? 0;
    this.#codes[at] = code;
    this.#starts[at] = start;
    this.#matched[at] = matched;
    this.#isEscaped[at] = Number(this.#isAfterSlash);
    this.#isAfterSlash = false;
    this.#length += 1;
    if (matched === 0 || matched !== this.#sought?.length) return true;
    this.#onFound?.([this.#starts[at + 1 - matched] ?? 0, end]);
    this.#length = 0;
    return false;
  }

  #drop(): void {
    const from = this.#length - keptAfterDrop;
    for (const list of [this.#codes, this.#starts, this.#matched, this.#isEscaped]) list.copyWithin(0, from);
    this.#length = keptAfterDrop;
  }

  /** The escape that ends with this character, with its length without backslashes. */
  #lastEscape(last: number): { code: number; length: number } | undefined {
    if (last === semicolon) return this.#lastReference();
    if (!isHex(last)) return undefined;
    if (this.#codeAt(3) === percent) return this.#lastHex(2);
    if (!this.#reading.readsSlashes) return undefined;
    if (this.#codeAt(3) === letterX && this.#isEscapedAt(3)) return this.#lastHex(2);
    return this.#codeAt(5) === letterU && this.#isEscapedAt(5) ? this.#lastHex(4) : undefined;
  }

  #lastHex(digits: number): { code: number; length: number } | undefined {
    const from = this.#length - digits;
    if (!this.#codes.subarray(from, this.#length).every(isHex)) return undefined;
    return { code: Number.parseInt(this.#textFrom(from), 16), length: digits + 1 };
  }

  #lastReference(): { code: number; length: number } | undefined {
    const end = this.#length - 1;
    const start = this.#codes.subarray(0, end).lastIndexOf(ampersand);
    if (start < 0 || end - start > longestReference) return undefined;
    const name = this.#textFrom(start + 1).slice(0, -1);
    const [, hex, decimal] = /^#(?:x([\da-f]+)|(\d+))$/.exec(name) ?? [];
    const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : namedCharacters.get(name);
    return code === undefined ? undefined : { code, length: end + 1 - start };
  }

  #textFrom(start: number): string {
    return String.fromCharCode(...this.#codes.subarray(start, this.#length));
  }

  #codeAt(fromEnd: number): number | undefined {
    return fromEnd > this.#length ? undefined : this.#codes[this.#length - fromEnd];
  }

  #isEscapedAt(fromEnd: number): boolean {
    return this.#isEscaped[this.#length - fromEnd] === 1;
  }
}

function small(code: number): number {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
  return String.fromCharCode(code).toLowerCase().charCodeAt(0);
}

// Control characters are as good as white space.
function isSpace(code: number): boolean {
  return code <= space || (code >= 0x7f && /[\s\u007f-\u009f]/.test(String.fromCharCode(code)));
}

function isHex(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66);
}
