import { Lexer, type Token, type Tokens } from 'marked';
import { BoundedTokenizer } from './boundedTokenizer.ts';

/** One top-level piece of a Markdown text. A block that is the same object was not parsed again. */
export interface Block {
  token: Token;
  raw: string;
  /** What comes later can't change it: it may be highlighted, and is never touched again. */
  isFinal: boolean;
}

type Definitions = Record<string, Pick<Tokens.Link | Tokens.Image, 'href' | 'title'>>;

/**
 * Splits a growing text into finished blocks and a live tail, and parses the tail alone, so that a long answer
 * costs the same for each of its pieces. `finish` makes the result equal to parsing the whole text at once.
 */
export class MarkdownBlocks {
  private text = '';
  private done: Block[] = [];
  /** Where the tail starts in `text`. */
  private start = 0;
  private definitions: Definitions = {};
  private shown: Block[] = [];
  private isFinished = false;

  /** The blocks of `text`, which usually begins with the text given before. */
  update(text: string, isLive: boolean): readonly Block[] {
    const clean = normalise(text, isLive);
    if (clean === this.text && this.isFinished === !isLive) return this.shown;
    if (this.isFinished || !clean.startsWith(this.text)) this.reset();
    this.text = clean;
    this.shown = isLive ? this.grow() : this.finish();
    return this.shown;
  }

  private reset(): void {
    this.done = [];
    this.start = 0;
    this.definitions = {};
    this.isFinished = false;
  }

  private grow(): Block[] {
    const { tokens } = lex(withholdForming(this.text.slice(this.start)), this.definitions);
    const count = countFinished(tokens);
    for (const token of tokens.slice(0, count)) {
      this.done.push({ token, raw: token.raw, isFinal: true });
      this.start += token.raw.length;
      if (token.type === 'def') this.define(token as Tokens.Def);
    }
    const tail = tokens.slice(count).map((token) => ({ token, raw: token.raw, isFinal: false }));
    return [...this.done, ...tail];
  }

  private define({ tag, href, title }: Tokens.Def): void {
    if (!Object.hasOwn(this.definitions, tag)) this.definitions[tag] = { href, title };
  }

  /** Parses all at once, since a reference may be defined after its use, and keeps the blocks that came out alike. */
  private finish(): Block[] {
    const { tokens, definitions } = lex(this.text, {});
    const hasDefinitions = Object.keys(definitions).length > 0 || Object.keys(this.definitions).length > 0;
    this.isFinished = true;
    return tokens.map((token, index) => {
      const old = hasDefinitions ? undefined : this.done[index];
      const isSame = old !== undefined && old.raw === token.raw && old.token.type === token.type;
      return isSame ? old : { token, raw: token.raw, isFinal: true };
    });
  }
}

function lex(text: string, known: Definitions): { tokens: Token[]; definitions: Definitions } {
  const lexer = new Lexer({ gfm: true, tokenizer: new BoundedTokenizer() });
  Object.assign(lexer.tokens.links, known);
  const tokens = lexer.lex(text);
  return { tokens: [...tokens], definitions: tokens.links };
}

/** The text as the lexer sees it, so that lengths of raw pieces are positions in it. */
function normalise(text: string, isLive: boolean): string {
  if (!text.includes('\r')) return text;
  // A carriage return at the end may be half of a line end that is still to come.
  const whole = isLive && text.endsWith('\r') ? text.slice(0, -1) : text;
  return whole.replace(/\r\n?/g, '\n');
}

/**
 * How many tokens at the start can't change any more. What stands before a block is finished once that block's first
 * line is whole: only then it is known not to belong to what stands before it ("1" may become "1. next").
 */
function countFinished(tokens: readonly Token[]): number {
  const isBlock = (token: Token) => token.type !== 'space';
  let last = tokens.findLastIndex(isBlock);
  const isWhole = last < tokens.length - 1 || tokens[last]?.raw.includes('\n');
  if (!isWhole) last = tokens.slice(0, Math.max(last, 0)).findLastIndex(isBlock);
  if (last < 1) return 0;
  // Without a blank line between them, a paragraph may still swallow these.
  const isLoose = !['paragraph', 'text'].includes(tokens[last - 1]?.type ?? '');
  return isLoose || !['code', 'def', 'text', 'html'].includes(tokens[last]?.type ?? '') ? last : 0;
}

// A line that may become a rule, a heading's underline, a list or a fence with its next characters.
const FORMING = /^[ \t]{0,3}(?:[-=_*+#>|]+|`{1,2}|`{3,}[^`]*|~{1,2}|~{3,}.*|\d{1,9}[.)]?)[ \t]*$/;

/** Leaves out a last line that is not decided yet, so that the page doesn't flicker between two readings of it. */
function withholdForming(tail: string): string {
  const start = tail.lastIndexOf('\n') + 1;
  return FORMING.test(tail.slice(start)) ? tail.slice(0, start) : tail;
}
