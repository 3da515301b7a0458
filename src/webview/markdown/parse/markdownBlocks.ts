import type { Token, Tokens } from 'marked';
import { type Definitions, type KnownWords, LexedBlocks } from './blockLexer.ts';
import { OpenFence } from './fence.ts';
import { findCut } from './longBlocks.ts';
import type { MathToken } from './mathSyntax.ts';
import { withholdForming } from './withhold.ts';

/** One top-level piece of a Markdown text. The same object means it was not parsed again. */
export interface Block {
  token: Token;
  raw: string;
  /** Only references defined later can change it (see `refer`), so it may be highlighted. */
  isFinal: boolean;
  /** A long list or paragraph was cut after it and continues in the next block. */
  isCut: boolean;
  /** How many references were defined when it was read. */
  defined: number;
}

/** Characters read at once; more is read in steps, so that cuts don't depend on how the text arrives. */
const step = 4096;

/** Each piece of the text is read with all of them: more than people write would take quadratic time. */
const maxDefinitions = 1000;

// A paragraph that can't become anything else, and the start of a reference definition in one.
const words = /^ {0,3}\p{L}/u;
const definition = /^ {0,3}\[/m;

const labelPattern = /\[((?:\\[\s\S]|[^\\[\]])+)\]/g;

/**
 * Splits a growing text into finished blocks and a live tail, and parses only the tail, so that each piece of a long
 * answer costs the same. A text given all at once is read the same way and gives the same blocks.
 */
export class MarkdownBlocks {
  #text = '';
  /** A carriage return at the end of the input, which may be half of a line end. */
  #half = '';
  #done: Block[] = [];
  #tail: Block[] = [];
  /** The text of the tail: the end of `text`. */
  #rest = '';
  #fence: OpenFence | undefined;
  #nextNumber: number | undefined;
  /** What the tail has within its lines, for reading it again, with so many references. */
  #known: KnownWords = new Map();
  #knownReferences = 0;
  #definitions: Definitions = {};
  /** The number of each definition. */
  #numbers = new Map<string, number>();
  /** How many blocks of a finished text were looked at for references that are defined after them. */
  #referred = 0;
  #shown: readonly Block[] = [];
  #isFinished = false;
  #same = 0;

  /** How many leading blocks the last update left unchanged. */
  get unchanged(): number {
    return this.#same;
  }

  /** False if a finished text has blocks that may still change: then call `update` with it again. */
  get isSettled(): boolean {
    return !this.#isFinished || this.#referred === this.#done.length;
  }

  /**
   * Returns the blocks of `text`, which usually begins with the previous text. Blocks of a finished text that use a reference
   * defined after them are read again for as long as `mayGoOn` says.
   */
  update(text: string, isLive: boolean, mayGoOn = () => true): readonly Block[] {
    const clean = normalize(text, isLive);
    this.#same = this.#done.length;
    this.#half = isLive ? halfLineEnd(text) : '';
    if (clean !== this.#text || this.#isFinished === isLive) {
      if (this.#isFinished || !beginsWith(clean, this.#text)) this.#reset();
      this.#read(clean.slice(this.#text.length), isLive);
      this.#text = clean;
      if (!isLive) this.#finish();
      this.#shown = [...this.#done, ...this.#tail];
    }
    if (this.#isFinished) this.#refer(mayGoOn);
    return this.#shown;
  }

  /** Like `update` with more text after a live one, which is not read again: the cost doesn't grow with it. */
  append(more: string): readonly Block[] {
    const given = this.#half + more;
    const clean = normalize(given, true);
    this.#same = this.#done.length;
    this.#half = halfLineEnd(given);
    this.#read(clean, true);
    this.#text += clean;
    this.#shown = [...this.#done, ...this.#tail];
    return this.#shown;
  }

  #reset(): void {
    this.#text = '';
    this.#same = 0;
    this.#done = [];
    this.#tail = [];
    this.#rest = '';
    this.#fence = undefined;
    this.#nextNumber = undefined;
    this.#known = new Map();
    this.#definitions = {};
    this.#numbers = new Map();
    this.#referred = 0;
    this.#isFinished = false;
  }

  #read(added: string, isLive: boolean): void {
    // A tail that is still growing is not read again for each step.
    const size = () => Math.max(step, this.#rest.length);
    let at = 0;
    for (let next = size(); at + next < added.length; next = size()) {
      this.#rest += added.slice(at, at + next);
      at += next;
      this.#grow(false, step);
    }
    this.#rest += added.slice(at);
    // Text given all at once is cut where it would be cut piece by piece.
    this.#grow(isLive);
  }

  /** Reads the tail; with `least`, no tail that is shorter after a cut, since more follows at once. */
  #grow(isShown: boolean, least = 0): void {
    for (;;) {
      const tail = this.#rest;
      this.#fence ??= OpenFence.read(tail);
      const code = this.#fence?.update(tail);
      if (code) {
        this.#tail = [this.#toBlock(code, false)];
        return;
      }
      this.#fence = undefined;
      const lexed = new LexedBlocks(withholdForming(tail), this.#definitions, true);
      if (lexed.definitionCount !== this.#knownReferences) this.#known.clear();
      this.#knownReferences = lexed.definitionCount;
      const count = countFinished(lexed.tokens);
      const isCut = this.#take(lexed, count);
      if (isCut && this.#rest.length >= least) continue;
      if (isShown) this.#showTail(lexed, count);
      return;
    }
  }

  /** Takes over what is finished, up to a cut. Returns true at a cut: all after it must be read again. */
  #take(lexed: LexedBlocks, count: number): boolean {
    for (const [index, token] of lexed.tokens.entries()) {
      const cut = findCut(token);
      if (cut !== undefined && index <= count) {
        this.#cut(this.#rest.slice(0, cut.length), cut.nextNumber);
        return true;
      }
      if (index >= count) break;
      this.#add(lexed.fill(token, this.#known));
    }
    return false;
  }

  #showTail(lexed: LexedBlocks, count: number): void {
    const read: KnownWords = new Map();
    this.#tail = lexed.tokens.slice(count).map((token, index) => {
      lexed.fill(token, this.#known, read);
      return this.#toBlock(index === 0 ? this.#number(token) : token, false);
    });
    this.#known = read;
  }

  #add(token: Token): void {
    this.#done.push(this.#toBlock(this.#number(token), true));
    this.#rest = this.#rest.slice(token.raw.length);
    if (token.type !== 'space') this.#nextNumber = undefined;
    if (token.type === 'def') this.#define(token as Tokens.Def);
  }

  #cut(raw: string, nextNumber: number | undefined): void {
    for (const token of this.#lexWhole(raw)) {
      this.#done.push({ ...this.#toBlock(this.#number(token), true), isCut: true });
    }
    this.#rest = this.#rest.slice(raw.length);
    this.#nextNumber = nextNumber;
  }

  #lexWhole(text: string): Token[] {
    const lexed = new LexedBlocks(text, this.#definitions, false);
    return lexed.tokens.map((token) => lexed.fill(token));
  }

  /** A list after a cut continues its numbering, whatever the text says. */
  #number(token: Token): Token {
    if (this.#nextNumber === undefined || token.type !== 'list' || !token['ordered']) return token;
    return { ...token, start: this.#nextNumber };
  }

  #define({ tag, href, title }: Tokens.Def): void {
    if (this.#numbers.has(tag) || this.#numbers.size >= maxDefinitions) return;
    this.#definitions[tag] = { href, title };
    this.#numbers.set(tag, this.#numbers.size);
  }

  #finish(): void {
    this.#isFinished = true;
    this.#fence = undefined;
    const lexed = new LexedBlocks(this.#rest, this.#definitions, false);
    if (lexed.definitionCount !== this.#knownReferences) this.#known.clear();
    for (const token of lexed.tokens) this.#add(lexed.fill(token, this.#known));
    this.#tail = [];
    if (this.#numbers.size === 0) this.#referred = this.#done.length;
  }

  #refer(mayGoOn: () => boolean): void {
    let hasChanged = false;
    for (; this.#referred < this.#done.length && mayGoOn(); this.#referred += 1) {
      const block = this.#done[this.#referred] as Block;
      const next = this.#withReferences(block);
      if (next === block) continue;
      this.#done[this.#referred] = next;
      this.#same = Math.min(this.#same, this.#referred);
      hasChanged = true;
    }
    if (hasChanged) this.#shown = [...this.#done];
  }

  /** A reference may be defined after its use: a block that turns out to use one is parsed again. */
  #withReferences(block: Block): Block {
    if (block.token.type === 'def' || !this.#mayRefer(block)) return block;
    const [token, ...others] = this.#lexWhole(block.raw);
    if (token === undefined || others.length > 0 || token.type !== block.token.type) return block;
    const start = block.token.type === 'list' ? { start: (block.token as Tokens.List).start } : {};
    const next = { ...token, ...start };
    return JSON.stringify(next) === JSON.stringify(block.token) ? block : { ...block, token: next };
  }

  #mayRefer({ raw, defined }: Block): boolean {
    for (const [, label = ''] of raw.matchAll(labelPattern)) {
      if ((this.#numbers.get(tagOf(label)) ?? -1) >= defined) return true;
    }
    return false;
  }

  #toBlock(token: Token, isFinal: boolean): Block {
    return { token, raw: token.raw, isFinal, isCut: false, defined: this.#numbers.size };
  }
}

/** Returns the name of a reference in the form marked compares. */
function tagOf(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase().toLowerCase();
}

/** Like `startsWith`, which compares character by character: too slow for each piece of a long text. */
function beginsWith(text: string, start: string): boolean {
  return text.length >= start.length && text.slice(0, start.length) === start;
}

/** A carriage return at the end may be half of a line end still to come. */
function halfLineEnd(text: string): string {
  return text.endsWith('\r') ? '\r' : '';
}

/** Returns the text as the lexer sees it: lengths of raw pieces are positions in it. */
function normalize(text: string, isLive: boolean): string {
  if (!text.includes('\r')) return text;
  const whole = isLive ? text.slice(0, text.length - halfLineEnd(text).length) : text;
  return whole.replace(/\r\n?/g, '\n');
}

/**
 * Returns how many leading tokens can't change any more. What precedes a block is finished once the block's first line
 * is complete: only then it can't belong to what precedes it ("1" may become "1. next").
 */
function countFinished(tokens: readonly Token[]): number {
  const isBlock = (token: Token) => token.type !== 'space';
  let last = tokens.findLastIndex(isBlock);
  const isWhole = last < tokens.length - 1 || tokens[last]?.raw.includes('\n') || areWords(tokens, last);
  if (!isWhole) last = tokens.slice(0, Math.max(last, 0)).findLastIndex(isBlock);
  if (last < 1) return 0;
  // Without a blank line between them, a paragraph may still absorb these.
  const isLoose = !['paragraph', 'text'].includes(tokens[last - 1]?.type ?? '');
  const mayGo =
    ['code', 'def', 'text', 'html'].includes(tokens[last]?.type ?? '') ||
    (tokens[last] as MathToken | undefined)?.isOpen === true;
  return isLoose || !mayGo ? last : last - 1;
}

/** After a blank line, words start their own block, whatever follows; most paragraphs are one long line. */
function areWords(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const isBehindBlank = tokens[at - 1]?.type === 'space';
  if (!isBehindBlank || token?.type !== 'paragraph' || !words.test(token.raw)) return false;
  // marked lets the title of a reference definition continue after blank lines.
  const above = tokens[at - 2];
  return above?.type !== 'paragraph' || !definition.test(above.raw);
}
