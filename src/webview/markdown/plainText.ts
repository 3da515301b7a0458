import type { MarkedToken, Token, Tokens } from 'marked';
import { decodeEntities } from './parse/entities.ts';
import { type Block, MarkdownBlocks } from './parse/markdownBlocks.ts';
import type { MathToken } from './parse/mathSyntax.ts';

/**
 * Returns text as it reads, without Markdown's marks, from the same blocks that the page shows. Lists keep their markers,
 * table cells are separated by tabs, links are followed by their address, and math stays TeX.
 */
export function plainText(markdown: string): string {
  const blocks = new MarkdownBlocks().update(markdown, false);
  const shown = blocks.filter(({ token }) => token.type !== 'space' && token.type !== 'def');
  return shown.map((block, index) => withGap(plainBlock(block.token), block, shown[index + 1])).join('');
}

/** Adds what separates a block from the next one. A block that was cut continues as if both were one. */
function withGap(text: string, { token, raw, isCut }: Block, next: Block | undefined): string {
  if (next === undefined) return text;
  if (!isCut) return `${text}\n\n`;
  if (token.type === 'list') return `${text}\n`;
  return text + (/\s$/.test(text) ? '' : (/\s$/.exec(raw)?.[0] ?? ''));
}

function plainBlock(generic: Token): string {
  const token = generic as MarkedToken | MathToken;
  switch (token.type) {
    case 'paragraph':
    case 'heading':
      return plainInline(token.tokens);
    case 'text':
      return plainInline([token]);
    case 'code':
    case 'math':
      return token.text;
    case 'blockquote':
      return plainBlocks(token.tokens, '\n\n').replace(/^/gm, '> ');
    case 'list':
      return plainList(token);
    case 'table':
      return [token.header, ...token.rows]
        .map((cells) => cells.map((cell) => plainInline(cell.tokens)).join('\t'))
        .join('\n');
    default:
      return generic.raw.trimEnd();
  }
}

function plainBlocks(tokens: readonly Token[], gap: string): string {
  return tokens
    .filter(({ type }) => type !== 'space' && type !== 'checkbox')
    .map(plainBlock)
    .join(gap);
}

function plainList({ items, ordered, start, loose }: Tokens.List): string {
  const first = typeof start === 'number' ? start : 1;
  const lines = items.map((item, index) => {
    const box = item.task ? `[${item.checked ? 'x' : ' '}] ` : '';
    const sign = ordered ? `${first + index}. ` : '- ';
    // What belongs to an item is indented below its text.
    const text = plainBlocks(item.tokens, item.loose ? '\n\n' : '\n').replaceAll(
      '\n',
      `\n${' '.repeat(sign.length)}`,
    );
    return sign + box + text.replace(/(?<![ \t])[ \t]+$/gm, '');
  });
  return lines.join(loose ? '\n\n' : '\n');
}

function plainInline(tokens: readonly Token[]): string {
  return tokens.map(plainMark).join('');
}

function plainMark(generic: Token): string {
  const token = generic as MarkedToken | MathToken;
  switch (token.type) {
    case 'text':
      return 'tokens' in token && token.tokens ? plainInline(token.tokens) : decodeEntities(token.text);
    case 'escape':
    case 'codespan':
    case 'math':
      return token.text;
    case 'strong':
    case 'em':
    case 'del':
      return plainInline(token.tokens);
    case 'br':
      return '\n';
    case 'link':
      return withAddress(plainInline(token.tokens), token.href);
    case 'image':
      return withAddress(token.text, token.href);
    case 'checkbox':
      return '';
    default:
      return generic.raw;
  }
}

/** An address that is its own text appears once. */
function withAddress(text: string, address: string): string {
  if (text === '' || text === address || `mailto:${text}` === address) return text || address;
  return address === '' ? text : `${text} (${address})`;
}
