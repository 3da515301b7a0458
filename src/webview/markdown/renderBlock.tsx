import type { MarkedToken, Token, Tokens } from 'marked';
import { type ComponentChild, createElement } from 'preact';
import { t } from '../shared/l10n.ts';
import { textDirection } from '../shared/textDirection.ts';
import { CodeBlock } from './code/CodeBlock.tsx';
import { Formula } from './math/Formula.tsx';
import type { MathToken } from './parse/mathSyntax.ts';
import { renderInline, TaskMark } from './renderInline.tsx';

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
export function renderBlock({
  token: generic,
  isFinal,
  isCut = false,
  isNested = false,
}: BlockProps): ComponentChild {
  const token = generic as MarkedToken | MathToken;
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
