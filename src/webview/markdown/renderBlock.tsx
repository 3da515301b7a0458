import type { MarkedToken, Token, Tokens } from 'marked';
import { type ComponentChild, type ComponentChildren, createElement } from 'preact';
import { Icon, TextLink } from '../shared/controls.tsx';
import { t } from '../shared/l10n.ts';
import { safeHref } from '../shared/links.ts';
import { usePost } from '../shared/post.ts';
import { textDirection } from '../shared/textDirection.ts';
import { CodeBlock } from './code/CodeBlock.tsx';
import { Formula } from './math/Formula.tsx';
import { decodeEntities } from './parse/entities.ts';
import type { MathToken } from './parse/mathSyntax.ts';

type Direction = ReturnType<typeof textDirection> | undefined;

interface BlockProps {
  token: Token;
  isFinal: boolean;
  /** Continues in the next block, with nothing in between. */
  isCut?: boolean;
  /** Inside another block, which decides the direction. */
  isNested?: boolean;
}

/** Renders a block token. Unknown ones, above all raw HTML, show their source as text. */
export function renderBlock(block: BlockProps): ComponentChild {
  const { isFinal, isCut = false, isNested = false } = block;
  const token = block.token as MarkedToken | MathToken;
  // `auto` goes by the first letter, ignoring children with a `dir`: nested blocks get theirs from markdown.css.
  const dir = isNested ? undefined : textDirection(token.raw);
  const source = (text: string) => (
    <p class="raw-text" dir={dir}>
      {text}
    </p>
  );
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'paragraph':
      return (
        <p class={isCut ? 'cut' : undefined} dir={dir}>
          {renderInline(token.tokens)}
        </p>
      );
    case 'heading':
      return <Heading token={token} dir={dir} />;
    case 'code':
      return <CodeBlock token={token} isFinal={isFinal} />;
    case 'hr':
      return <hr />;
    case 'blockquote':
      return (
        <blockquote class={isCut ? 'cut' : undefined} dir={dir}>
          {renderBlocks(token.tokens, isFinal)}
        </blockquote>
      );
    case 'list':
      return <List list={token} isFinal={isFinal} isCut={isCut} dir={dir} />;
    case 'table':
      return <Table table={token} dir={dir} />;
    case 'checkbox':
      return <TaskMark isDone={token.checked} />;
    case 'math':
      if (token.isOpen) return source(token.text);
      return <Formula raw={token.raw} text={token.text} isDisplay={token.isDisplay} />;
    case 'text':
      return renderInline([token]);
    default:
      return source(token.raw.trimEnd());
  }
}

/** Below those of the page: its title is h1, and its turns are h2. */
function Heading({ token, dir }: { token: Tokens.Heading; dir: Direction }) {
  const level = 2 + token.depth;
  return createElement(`h${Math.min(level, 6)}`, { dir }, renderInline(token.tokens));
}

function renderBlocks(tokens: readonly Token[], isFinal: boolean): ComponentChild[] {
  return tokens.map((token) => renderBlock({ token, isFinal, isNested: true }));
}

interface ListProps {
  list: Tokens.List;
  isFinal: boolean;
  isCut: boolean;
  dir: Direction;
}

function List({ list, isFinal, isCut, dir }: ListProps) {
  const items = list.items.map((item, index) => (
    <li key={index} class={item.task ? 'task' : undefined}>
      {renderBlocks(item.tokens, isFinal)}
    </li>
  ));
  const props = { class: isCut ? 'cut' : undefined, dir, children: items };
  if (!list.ordered) return <ul {...props} />;
  const start = typeof list.start === 'number' ? list.start : 1;
  return <ol {...props} start={start} style={roomFor(start + items.length - 1)} />;
}

/** Numbers with many digits, e.g. years, would stick out and be cut off. */
function roomFor(number: number): { paddingInlineStart: string } | undefined {
  const { length } = String(number);
  return length > 3 ? { paddingInlineStart: `calc(${length}ch + 14px)` } : undefined;
}

function Table({ table, dir }: { table: Tokens.Table; dir: Direction }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard
    <section class="table-scroll" aria-label={t('Table')} tabIndex={0} dir={dir}>
      <table>
        <thead>
          <Row cells={table.header} />
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <Row key={index} cells={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ cells }: { cells: readonly Tokens.TableCell[] }) {
  return (
    <tr>
      {cells.map((cell, index) =>
        createElement(
          cell.header ? 'th' : 'td',
          { key: index, class: cell.align ? `align-${cell.align}` : undefined },
          renderInline(cell.tokens),
        ),
      )}
    </tr>
  );
}

/** Renders the inline tokens of a paragraph, cell or heading. Unknown ones show their source. */
function renderInline(tokens: readonly Token[] | undefined): ComponentChild[] | undefined {
  return tokens?.map(renderMark);
}

function renderMark(generic: Token): ComponentChild {
  // marked's `Token` includes a catch-all, which keeps TypeScript from narrowing by `type`.
  const token = generic as MarkedToken | MathToken;
  switch (token.type) {
    case 'text':
      return 'tokens' in token && token.tokens
        ? renderInline(token.tokens)
        : withNumbers(decodeEntities(token.text));
    case 'escape':
      return token.text;
    case 'strong':
      return <strong>{renderInline(token.tokens)}</strong>;
    case 'em':
      return <em>{renderInline(token.tokens)}</em>;
    case 'del':
      return <del>{renderInline(token.tokens)}</del>;
    case 'codespan':
      return <code>{withNumbers(token.text)}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <Link address={token.href}>{renderInline(token.tokens)}</Link>;
    case 'checkbox':
      return <TaskMark isDone={token.checked} />;
    case 'math':
      return <Formula raw={token.raw} text={token.text} isDisplay={token.isDisplay} />;
    case 'image':
      return <ImageLabel alt={token.text} address={token.href} />;
    default:
      return token.raw;
  }
}

/** E.g. 1e-4: a browser would break the line behind its sign. */
const exponential = /(?<![\w.])([-+−]?\d{1,20}(?:[.,]\d{1,20})?e[-+−]\d{1,4})(?!\w)/giu;

/** Keeps each number on one line, without a change to the text that is copied. */
function withNumbers(text: string): ComponentChild {
  const pieces = text.split(exponential);
  if (pieces.length === 1) return text;
  return pieces.map((piece, index) => (index % 2 === 1 ? <span class="number">{piece}</span> : piece));
}

/** The box of a task item: a picture, since nobody can tick it here. */
function TaskMark({ isDone }: { isDone: boolean }) {
  return (
    <span
      class={`task-mark codicon codicon-${isDone ? 'pass-filled' : 'circle-large-outline'}`}
      role="img"
      aria-label={isDone ? t('Done') : t('Not done')}
    />
  );
}

/** A link that the host opens after asking; an address that must not be opened leaves only the text. */
function Link({ address, children }: { address: string; children: ComponentChildren }) {
  const post = usePost();
  const href = safeHref(decodeEntities(address));
  if (href === undefined) return <>{children}</>;
  return (
    <TextLink title={href} onOpen={() => post({ type: 'openLink', href })}>
      {children}
    </TextLink>
  );
}

/** Stands in for a picture, which is never loaded: its description and address. */
function ImageLabel({ alt, address }: { alt: string; address: string }) {
  return (
    <span class="image-label">
      <Icon name="file-media" />
      {alt !== '' && <span class="image-alt">{decodeEntities(alt)} </span>}
      <Link address={address}>{decodeEntities(address)}</Link>
    </span>
  );
}
