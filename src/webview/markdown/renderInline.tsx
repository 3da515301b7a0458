import type { MarkedToken, Token } from 'marked';
import type { ComponentChild } from 'preact';
import { t } from '../shared/l10n.ts';
import { ImageLabel, Link } from './Link.tsx';
import { Formula } from './math/Formula.tsx';
import { decodeEntities } from './parse/entities.ts';
import type { MathToken } from './parse/mathSyntax.ts';

/** Renders the inline tokens of a paragraph, cell or heading. Unknown ones show their source. */
export function renderInline(tokens: readonly Token[] | undefined): ComponentChild[] | undefined {
  return tokens?.map(renderMark);
}

function renderMark(generic: Token): ComponentChild {
  // marked's `Token` includes a catch-all, which keeps TypeScript from narrowing by `type`.
  const token = generic as MarkedToken | MathToken;
  switch (token.type) {
    case 'text':
      return 'tokens' in token && token.tokens ? renderInline(token.tokens) : decodeEntities(token.text);
    case 'escape':
      return token.text;
    case 'strong':
      return <strong>{renderInline(token.tokens)}</strong>;
    case 'em':
      return <em>{renderInline(token.tokens)}</em>;
    case 'del':
      return <del>{renderInline(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
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

/** The box of a task item: a picture, since nobody can tick it here. */
export function TaskMark({ isDone }: { isDone: boolean }) {
  return (
    <span
      class={`task-mark codicon codicon-${isDone ? 'pass-filled' : 'circle-large-outline'}`}
      role="img"
      aria-label={isDone ? t('Done') : t('Not done')}
    />
  );
}
