import { Hooks, Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { BoundedTokenizer, boundedBlock, boundedInline } from './boundedTokenizer.ts';
import { softenCjk } from './cjkEmphasis.ts';
import { cutWords } from './longBlocks.ts';
import { mathExtensions } from './mathSyntax.ts';
import { findUnclosed, trimHalf } from './unclosed.ts';

const wholeMath = mathExtensions(false);
const growingMath = mathExtensions(true);

const hooks = Object.assign(new Hooks(), { emStrongMask: softenCjk });

// Without one of these, a text is nothing but words.
const special = /[!$&*<@[\\\]_`~]|:\/\/|www\.| {2}\n/i;

/** Open marks nested in each other. */
const deepest = 10;

/** Addresses of references by name. */
export type Definitions = Record<string, Pick<Tokens.Link | Tokens.Image, 'href' | 'title'>>;

/** Marks, links and words by their source, which need not be read again. */
export type KnownWords = Map<string, readonly Token[]>;

/**
 * The block tokens of a text. What is within their lines takes most of the time, and is only read by `fill`. With
 * `isLive` more text may follow: the unfinished end of the last line is plain, without its opening marks, so that no style
 * is taken back and no text is shown twice or lost.
 */
export class LexedBlocks {
  readonly tokens: readonly Token[];
  readonly #lexer: Lexer;
  readonly #tokenizer = new BoundedTokenizer();
  /** What is still to be read, by where it goes. */
  readonly #sources: ReadonlyMap<readonly Token[], string>;
  /** Where the unfinished end of the text goes. */
  readonly #growing: readonly Token[] | undefined;

  constructor(text: string, definitions: Definitions, isLive: boolean) {
    const lexer = new Lexer({
      gfm: true,
      tokenizer: this.#tokenizer,
      extensions: isLive ? growingMath : wholeMath,
      hooks,
    });
    this.#lexer = lexer;
    this.#tokenizer.rules.inline = boundedInline;
    this.#tokenizer.rules.block = boundedBlock;
    Object.assign(lexer.tokens.links, definitions);
    lexer.blockTokens(text, lexer.tokens);
    this.tokens = [...lexer.tokens];
    this.#sources = new Map(lexer.inlineQueue.map(({ src, tokens }) => [tokens, src]));
    const last = isLive && !text.endsWith('\n') ? lexer.inlineQueue.at(-1) : undefined;
    if (last && text.trimEnd().endsWith(last.src.trimEnd())) this.#growing = last.tokens;
  }

  /** How many references the text may use. */
  get definitionCount(): number {
    return Object.keys(this.#lexer.tokens.links).length;
  }

  /** Reads what is within the lines of a block. Call once for each. `read` gets all of it that is finished. */
  fill(block: Token, known: KnownWords = new Map(), read?: KnownWords): Token {
    for (const place of placesIn(block)) {
      const source = this.#sources.get(place);
      if (source === undefined) continue;
      if (!special.test(source)) {
        if (source !== '') place.push({ type: 'text', raw: source, text: source, escaped: false });
        continue;
      }
      const rest = this.#fillWhole(source, place, known, read);
      if (place === this.#growing) this.#fillLive(rest, place);
      else this.#fillPiece(rest, place, known, read);
    }
    return block;
  }

  /** Reads very long text in pieces, since marked's time grows faster than the length, and returns the last one. */
  #fillWhole(source: string, into: Token[], known: KnownWords, read?: KnownWords): string {
    let rest = source;
    for (let length = cutWords(rest); length !== undefined; length = cutWords(rest)) {
      this.#fillPiece(rest.slice(0, length), into, known, read);
      rest = rest.slice(length);
    }
    return rest;
  }

  #fillPiece(source: string, into: Token[], known: KnownWords, read?: KnownWords): void {
    const tokens = known.get(source) ?? this.#lexWords(source);
    read?.set(source, tokens);
    into.push(...tokens);
  }

  #lexWords(source: string): Token[] {
    this.#lexer.state.inLink = false;
    this.#lexer.state.inRawBlock = false;
    this.#tokenizer.start();
    return this.#lexer.inlineTokens(source);
  }

  #fillLive(source: string, into: Token[]): void {
    const start = source.lastIndexOf('\n') + 1;
    this.#fillLine(source.slice(0, start), trimHalf(source.slice(start)), into, 0);
  }

  #fillLine(before: string, line: string, into: Token[], depth: number): void {
    const unclosed = depth < deepest ? findUnclosed(line) : undefined;
    if (unclosed === undefined) {
      into.push(...this.#lexWords(before + line));
      return;
    }
    const { start, inside, isPlain } = unclosed;
    into.push(...this.#lexWords(before + line.slice(0, start)));
    if (isPlain) into.push({ type: 'escape', raw: inside, text: inside });
    else this.#fillLine('', inside, into, depth + 1);
  }
}

/** Returns the lists of tokens in a block that are for the content of its lines. */
function placesIn(block: Token): Token[][] {
  const token = block as MarkedToken;
  switch (token.type) {
    case 'paragraph':
    case 'heading':
      return [token.tokens];
    case 'text':
      return token.tokens ? [token.tokens] : [];
    case 'blockquote':
      return token.tokens.flatMap(placesIn);
    case 'list':
      return token.items.flatMap((item) => item.tokens.flatMap(placesIn));
    case 'table':
      return [token.header, ...token.rows].flatMap((cells) => cells.map(({ tokens }) => tokens));
    default:
      return [];
  }
}
