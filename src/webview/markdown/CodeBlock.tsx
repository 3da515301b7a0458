import type { ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CopyButton } from '../shared/CopyButton.tsx';
import { t } from '../shared/l10n.ts';
import { canColour, readLanguage } from './fence.ts';
import type { HighlightNode } from './highlight.ts';
import { usePage } from './pageContext.ts';

type Highlight = typeof import('./highlight.ts')['highlight'];

// The grammars are a chunk of their own, which the first finished code block loads for all.
let highlight: Highlight | undefined;

export function CodeBlock({
  code,
  info,
  isFinal,
}: {
  code: string;
  info: string | undefined;
  isFinal: boolean;
}) {
  const page = usePage();
  const language = readLanguage(info);
  const isColoured = canColour(code, language, isFinal);
  const colour = useHighlight(isColoured);
  const nodes = isColoured ? colour?.(code, language.toLowerCase()) : undefined;
  const name = language === '' ? t('Code') : t('Code, {0}', language);
  return (
    <figure class="code-block">
      <figcaption class="code-head">
        <span class="code-language">{language || t('text')}</span>
        <CopyButton label={t('Copy code')} onCopy={() => page.copy(code)} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section class="code-scroll" aria-label={name} tabIndex={0}>
        <pre>
          <code>{nodes === undefined ? code : nodes.map(renderNode)}</code>
        </pre>
      </section>
    </figure>
  );
}

function useHighlight(isWanted: boolean): Highlight | undefined {
  const [loaded, setLoaded] = useState(() => highlight);
  useEffect(() => {
    if (!isWanted || loaded !== undefined) return;
    let isGone = false;
    const take = (module: { highlight: Highlight }) => {
      highlight = module.highlight;
      if (!isGone) setLoaded(() => module.highlight);
    };
    // Should the chunk not come, code stays plain, which is how it was shown so far.
    void import('./highlight.ts').then(take, () => undefined);
    return () => {
      isGone = true;
    };
  }, [isWanted, loaded]);
  return loaded;
}

function renderNode(node: HighlightNode): ComponentChild {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return null;
  const classes = node.properties['className'];
  return <span class={Array.isArray(classes) ? classes.join(' ') : ''}>{node.children.map(renderNode)}</span>;
}
