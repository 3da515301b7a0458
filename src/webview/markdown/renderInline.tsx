import type { MarkedToken, Token } from 'marked';
import type { ComponentChild, ComponentChildren } from 'preact';
import { Icon } from '../shared/Button.tsx';
import { t } from '../shared/l10n.ts';
import { safeHref } from '../shared/links.ts';
import { usePost } from '../shared/post.ts';
import { TextLink } from '../shared/TextLink.tsx';
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
export function TaskMark({ isDone }: { isDone: boolean }) {
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
