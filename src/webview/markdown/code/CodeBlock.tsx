import type { Tokens } from 'marked';
import type { ComponentChild } from 'preact';
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { CopyButton, IconButton } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { memo } from '../../shared/memo.tsx';
import { usePost } from '../../shared/post.ts';
import { canColor, readLanguage } from '../parse/fence.ts';
import { withholdEmoji } from '../parse/withhold.ts';
import { type Chunk, useChunk } from '../useChunk.ts';
import type { HighlightNode } from './highlight.ts';

/** Longer blocks show this many lines until unfolded; also while streaming, so that they never shrink. */
const linesShown = 30;
const characters = 12_000;

interface FoldedCode {
  /** What is shown. */
  head: string;
  /** The rest, without the line break before it. */
  rest: string;
  lines: number;
}

/** Splits long code for folding; `undefined` for code shown whole. */
function foldCode(code: string): FoldedCode | undefined {
  let lines = 1;
  let headEnd: number | undefined;
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) {
    if (lines === linesShown) headEnd = at;
    lines += 1;
  }
  if (lines <= linesShown && code.length <= characters) return undefined;
  const head =
    headEnd !== undefined && headEnd <= characters
      ? code.slice(0, headEnd)
      : withholdEmoji(code.slice(0, characters));
  return { head, rest: code.slice(head.length).replace(/^\n/, ''), lines };
}

// The grammars, loaded for all by the first finished code block.
const grammars: Chunk<typeof import('./highlight.ts')> = {
  load: () => import('./highlight.ts'),
  loaded: undefined,
};

export function CodeBlock({ token, isFinal }: { token: Tokens.Code; isFinal: boolean }) {
  const code = token.text;
  const latest = useRef(code);
  latest.current = code;
  // Code found by a search stays plain: colors would replace the marked matches.
  const [fold, setFold] = useState<'closed' | 'open' | 'found'>('closed');
  const found = useCallback(() => setFold('found'), []);
  const language = readLanguage(token.lang);
  const folded = foldCode(code);
  const shown = folded !== undefined && fold !== 'open' ? folded.head : code;
  return (
    <figure class="code-block">
      <CodeHead language={language} code={latest} />
      <section
        class="code-scroll"
        aria-label={language === '' ? t('Code') : t('Code, {0}', language)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard
        tabIndex={0}
      >
        <pre>
          <Code code={shown} language={language} isFinal={isFinal} />
          {folded && isFinal && fold !== 'open' && (
            <FoldedRest text={folded.rest} isShown={fold === 'found'} onFound={found} />
          )}
        </pre>
      </section>
      {folded && (
        <FoldButton
          lines={folded.lines}
          isOpen={fold !== 'closed'}
          onToggle={() => setFold(fold === 'closed' ? 'open' : 'closed')}
        />
      )}
    </figure>
  );
}

// Growing code doesn't change it, so each button reads the code when it is pressed.
const CodeHead = memo<{ language: string; code: { readonly current: string } }>(({ language, code }) => {
  const post = usePost();
  return (
    <figcaption class="row code-head muted">
      <span class="clip hint">{language || t('text')}</span>
      <span class="row tight">
        <CopyButton label={t('Copy Code')} onCopy={() => post({ type: 'copy', text: code.current })} />
        <IconButton
          label={t('Insert at Cursor')}
          icon="insert"
          onClick={() => post({ type: 'insertCode', text: code.current })}
        />
        <IconButton
          label={t('New File')}
          icon="new-file"
          onClick={() => post({ type: 'newFile', text: code.current, language })}
        />
      </span>
    </figcaption>
  );
});

/** Stays where it was pressed: what follows moves. */
function FoldButton({ lines, isOpen, onToggle }: { lines: number; isOpen: boolean; onToggle: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const toggle = () => {
    onToggle();
    // The end of folded code may be far above.
    if (isOpen) requestAnimationFrame(() => button.current?.scrollIntoView({ block: 'nearest' }));
  };
  return (
    <button type="button" class="code-fold" aria-expanded={isOpen} onClick={toggle} ref={button}>
      {isOpen ? t('Show Less') : lines > 1 ? t('Show All {0} Lines', lines) : t('Show All')}
    </button>
  );
}

const Code = memo<{ code: string; language: string; isFinal: boolean }>(({ code, language, isFinal }) => {
  const isColored = canColor(code, language, isFinal);
  const chunk = useChunk(grammars, isColored);
  const nodes = isColored ? chunk?.highlight(code, language.toLowerCase()) : undefined;
  return <code>{nodes?.map(renderNode) ?? renderPlain(code)}</code>;
});

function renderNode(node: HighlightNode): ComponentChild {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return null;
  const classes = node.properties['className'];
  return <span class={Array.isArray(classes) ? classes.join(' ') : ''}>{node.children.map(renderNode)}</span>;
}

/** Lines per element of a long block. */
const linesAPiece = 100;

/**
 * Renders code without colors. Long code becomes pieces of whole lines: as separate elements they are laid out on their
 * own, so adding to the last one costs the same however much is above.
 */
function renderPlain(code: string): ComponentChild {
  const pieces = split(code);
  return pieces.length === 1 ? code : pieces.map((text, index) => <CodePiece key={index} text={text} />);
}

const CodePiece = memo<{ text: string }>(({ text }) => (
  <span class="code-piece">{text === '' ? '\n' : text}</span>
));

/** Without the line breaks between the pieces. */
function split(code: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let lines = 0;
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) {
    lines += 1;
    if (lines < linesAPiece) continue;
    pieces.push(code.slice(start, at));
    start = at + 1;
    lines = 0;
  }
  return [...pieces, code.slice(start)];
}

/**
 * The folded rest of a long block. It isn't drawn, but a page search, e.g. VS Code's find widget, finds words in it and
 * unfolds it.
 */
const FoldedRest = memo<{ text: string; isShown: boolean; onFound: () => void }>(
  ({ text, isShown, onFound }) => {
    const holder = useRef<HTMLElement>(null);
    useLayoutEffect(() => {
      const element = holder.current;
      element?.addEventListener('beforematch', onFound);
      return () => element?.removeEventListener('beforematch', onFound);
    }, [onFound]);
    return (
      <code class="folded-rest" ref={holder} hidden={isShown ? undefined : 'until-found'}>
        {renderPlain(text)}
      </code>
    );
  },
);
