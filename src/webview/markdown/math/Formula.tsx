import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { t } from '../../shared/l10n.ts';
import { memo } from '../../shared/memo.tsx';
import type { MathToken } from '../parse/mathSyntax.ts';
import { type Chunk, useChunk } from '../useChunk.ts';

// As wide as a narrow page: a line doesn't break in a formula, so such a one scrolls in itself.
const LONG = 60;
// In the narrowest page, one that is longer may be wider than its line, and scrolls there.
const SHORT = 24;

const mathChunk: Chunk<typeof import('./math.ts')> = { load: () => import('./math.ts'), loaded: undefined };

/** A formula as MathML; its source as long as it is not whole or the chunk not there, and when it can't be read. */
export const Formula = memo<Pick<MathToken, 'raw' | 'text' | 'isDisplay'>>(({ raw, text, isDisplay }) => {
  const chunk = useChunk(mathChunk, true);
  const formula = useMemo(() => chunk?.renderMath(text, isDisplay), [chunk, text, isDisplay]);
  const holder = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (formula !== undefined) holder.current?.replaceChildren(formula);
  }, [formula]);
  if (formula === undefined) return <code class="math-source">{raw.trim()}</code>;
  if (!isDisplay && text.length <= LONG)
    return <span ref={holder} class={text.length > SHORT ? 'math-phrase' : undefined} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section class="math-scroll" aria-label={t('Formula')} tabIndex={0} ref={holder} />
  );
});
