import { Essence, essenceOf, QuoteFinder, type Range } from './quoteFinder.ts';

/** Shorter secrets would match ordinary text by chance once spaces within them or encodings are allowed. */
const longSecret = 12;
/** What is left of such a one that looks encoded itself. */
const longEssence = 8;

// The beginning of a token or cookie identifies it; as many characters as remain are masked too.
const longestSought = 128;

// About a millisecond's work.
const charsPerStep = 16 * 1024;

const escapes = /[%\\&]/;
const blanks = /[\s+]+/g;
const slashes = /\\[ux]/i;

/**
 * A secret, and how to replace it with asterisks in a text that quotes it: verbatim in any letter case, with characters as %XX,
 * \uXXXX, \" or character references, broken by white space, in base64 (also within a longer text, as in `Basic …`) and in hex.
 * Partial, encrypted or reversed secrets are not found. Any text is searched in linear time.
 */
export class SoughtSecret {
  /** The fewest characters in which a text may quote it: white space and backslashes change on the way, or get lost. */
  readonly length: number;
  readonly isLong: boolean;
  readonly #secret: string;
  readonly #sought: string;
  /** How much of the secret follows what is sought. */
  readonly #rest: number;
  #essence: Essence | undefined;
  #encoded: RegExp[] | undefined;

  constructor(secret: string) {
    const loose = essenceOf(secret, true);
    this.isLong = secret.replace(/[\s\\]/g, '').length >= longSecret && loose.length >= longEssence;
    const essence = this.isLong ? loose : essenceOf(secret, false).trim();
    this.length = loose.length;
    this.#secret = secret.trim();
    this.#sought = essence.slice(0, longestSought);
    this.#rest = essence.length - this.#sought.length;
  }

  mask(text: string): string {
    if (text.length < this.length) return text;
    if (!escapes.test(text) && !this.#mayBeIn(text)) return this.#maskEncoded(text);
    for (const steps = this.maskInSteps(text); ; ) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }

  /** The same in steps of about a millisecond. */
  *maskInSteps(text: string): Generator<void, string> {
    if (text.length < this.length) return text;
    this.#essence ??= new Essence(this.#sought);
    let masked = text;
    for (const readsSlashes of slashes.test(text) ? [false, true] : [false]) {
      const finder = new QuoteFinder(masked, this.#essence, { isLoose: this.isLong, readsSlashes });
      while (finder.advance(charsPerStep)) yield;
      masked = this.#without(masked, finder.found);
    }
    yield;
    return this.#maskEncoded(masked);
  }

  /** Fast, for text without escapes. */
  #mayBeIn(text: string): boolean {
    return (this.isLong ? text.replace(blanks, '') : text).toLowerCase().includes(this.#sought);
  }

  #without(text: string, ranges: readonly Range[]): string {
    let masked = '';
    let from = 0;
    for (const [start, end] of ranges) {
      if (start < from) continue;
      masked += `${text.slice(from, start)}***`;
      from = this.#rest === 0 ? end : endOfWord(text, end + this.#rest);
    }
    return from === 0 ? text : masked + text.slice(from);
  }

  #maskEncoded(text: string): string {
    if (!this.isLong || text.length < this.length * 1.25) return text;
    this.#encoded ??= encodedForms(this.#secret);
    return this.#encoded.reduce((masked, form) => masked.replace(form, '***'), text);
  }
}

function endOfWord(text: string, from: number): number {
  const blank = /\s/g;
  blank.lastIndex = from;
  return blank.exec(text)?.index ?? text.length;
}

function encodedForms(secret: string): RegExp[] {
  const bytes = Buffer.from(secret);
  return [new RegExp(bytes.toString('hex'), 'gi'), ...[0, 1, 2].map((at) => base64Form(bytes, at))];
}

/** Matches the base64 characters that depend on `bytes` alone if they start `at` bytes after a multiple of three. */
function base64Form(bytes: Buffer, at: number): RegExp {
  const text = Buffer.concat([Buffer.alloc(at), bytes]).toString('base64');
  const own = text.slice(Math.ceil((at * 8) / 6), Math.floor(((at + bytes.length) * 8) / 6));
  return new RegExp(own.replaceAll('+', '(?:[+-]|%2B)').replaceAll('/', '(?:[/_]|%2F)'), 'g');
}
