import { Hooks, Lexer, type Token, type Tokens } from 'marked';
import { BoundedTokenizer } from './boundedTokenizer.ts';
import { softenCjk } from './cjkEmphasis.ts';
import { cutWords } from './longBlocks.ts';
import { mathExtensions } from './mathSyntax.ts';
import { findUnclosed, trimHalf } from './unclosed.ts';

const wholeMath = mathExtensions(false);
const growingMath = mathExtensions(true);

const hooks = Object.assign(new Hooks(), { emStrongMask: softenCjk });

/** Open marks nested in each other. */
const deepest = 10;

/** Addresses of references by name. */
export type Definitions = Record<string, Pick<Tokens.Link | Tokens.Image, 'href' | 'title'>>;

/**
 * Returns the block tokens of `text`. With `isLive` more text may follow: the unfinished end of the last line is plain,
 * without its opening marks, so that no style is taken back and no text is shown twice or lost.
 */
export function lexBlocks(text: string, definitions: Definitions, isLive: boolean): Token[] {
  const lexer = new Lexer({
    gfm: true,
    tokenizer: new BoundedTokenizer(),
    extensions: isLive ? growingMath : wholeMath,
    hooks,
  });
  Object.assign(lexer.tokens.links, definitions);
  lexer.blockTokens(text, lexer.tokens);
  const last = isLive && !text.endsWith('\n') ? lexer.inlineQueue.at(-1) : undefined;
  const end = last === undefined ? '' : text.trimEnd();
  for (const entry of lexer.inlineQueue) {
    lexer.state.inRawBlock = false;
    if (entry === last && end.endsWith(entry.src.trimEnd())) lexLive(lexer, entry.src, entry.tokens);
    else lexInline(lexer, entry.src, entry.tokens);
  }
  return [...lexer.tokens];
}

/** Reads very long text in pieces: marked's time grows faster than the length. */
function lexInline(lexer: Lexer, src: string, into: Token[]): void {
  let rest = src;
  for (let length = cutWords(rest); length !== undefined; length = cutWords(rest)) {
    lexer.inlineTokens(rest.slice(0, length), into);
    rest = rest.slice(length);
  }
  lexer.inlineTokens(rest, into);
}

function lexLive(lexer: Lexer, src: string, into: Token[]): void {
  const start = src.lastIndexOf('\n') + 1;
  lexLine(lexer, src.slice(0, start), trimHalf(src.slice(start)), into, 0);
}

function lexLine(lexer: Lexer, before: string, line: string, into: Token[], depth: number): void {
  const unclosed = depth < deepest ? findUnclosed(line) : undefined;
  if (unclosed === undefined) {
    lexInline(lexer, before + line, into);
    return;
  }
  const { start, inside, isPlain } = unclosed;
  lexInline(lexer, before + line.slice(0, start), into);
  if (isPlain) into.push({ type: 'escape', raw: inside, text: inside });
  else lexLine(lexer, '', inside, into, depth + 1);
}
