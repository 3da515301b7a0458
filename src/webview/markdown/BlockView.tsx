import type { MarkedToken, Token, Tokens } from 'marked';
import { type ComponentChild, createElement } from 'preact';
import { t } from '../shared/l10n.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { Formula } from './Formula.tsx';
import { Inline, TaskMark } from './Inline.tsx';
import type { MathToken } from './mathSyntax.ts';

interface BlockProps {
  token: Token;
  isFinal: boolean;
  /** It goes on in the next block, from which nothing may part it. */
  isCut?: boolean;
}

/** A block token as nodes. What is unknown, and raw HTML above all, shows its source as text. */
export function BlockView({ token: generic, isFinal, isCut = false }: BlockProps): ComponentChild {
  const token = generic as MarkedToken | MathToken;
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'paragraph':
      return (
        <p class={isCut ? 'cut' : undefined}>
          <Inline tokens={token.tokens} />
        </p>
      );
    case 'heading':
      // The page's title is h1 and the turns are h2: an answer's headings start below.
      return createElement(`h${Math.min(token.depth + 2, 6)}`, null, <Inline tokens={token.tokens} />);
    case 'code':
      return <CodeBlock code={token.text} info={token.lang} isFinal={isFinal} />;
    case 'hr':
      return <hr />;
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={token.tokens} isFinal={isFinal} />
        </blockquote>
      );
    case 'list':
      return <List list={token} isFinal={isFinal} isCut={isCut} />;
    case 'table':
      return <Table table={token} />;
    case 'checkbox':
      return <TaskMark isDone={token.checked} />;
    case 'math':
      return token.isOpen ? <p class="raw-text">{token.text}</p> : <Formula token={token} />;
    case 'text':
      return <Inline tokens={[token]} />;
    default:
      return <p class="raw-text">{token.raw.trimEnd()}</p>;
  }
}

function Blocks({ tokens, isFinal }: { tokens: readonly Token[]; isFinal: boolean }) {
  return (
    <>
      {tokens.map((token, index) => (
        <BlockView key={index} token={token} isFinal={isFinal} />
      ))}
    </>
  );
}

interface ListProps {
  list: Tokens.List;
  isFinal: boolean;
  isCut: boolean;
}

function List({ list, isFinal, isCut }: ListProps) {
  const items = list.items.map((item, index) => (
    <li key={index} class={item.task ? 'task' : undefined}>
      <Blocks tokens={item.tokens} isFinal={isFinal} />
    </li>
  ));
  const className = isCut ? 'cut' : undefined;
  if (!list.ordered) return <ul class={className}>{items}</ul>;
  const start = typeof list.start === 'number' ? list.start : 1;
  return (
    <ol class={className} start={start}>
      {items}
    </ol>
  );
}

function Table({ table }: { table: Tokens.Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section class="table-scroll" aria-label={t('Table')} tabIndex={0}>
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
          <Inline tokens={cell.tokens} />,
        ),
      )}
    </tr>
  );
}
