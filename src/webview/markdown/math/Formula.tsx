import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { t } from '../../shared/l10n.ts';
import { memo } from '../../shared/memo.tsx';
import type { MathToken } from '../parse/mathSyntax.ts';
import { type Chunk, useChunk } from '../useChunk.ts';

// On the narrowest page, a formula longer than `short` may be wider than its line and scrolls there; one longer than
// `long` surely is, so the keyboard must reach it.
const short = 24;
const long = 60;

const mathChunk: Chunk<typeof import('./math.ts')> = { load: () => import('./math.ts'), loaded: undefined };

/** A formula as MathML; its source while incomplete, until the chunk is loaded, or if it can't be read. */
export const Formula = memo<Pick<MathToken, 'raw' | 'text' | 'isDisplay'>>(({ raw, text, isDisplay }) => {
  const chunk = useChunk(mathChunk, true);
  const formula = useMemo(() => chunk?.renderMath(text, isDisplay), [chunk, text, isDisplay]);
  const holder = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (formula !== undefined) holder.current?.replaceChildren(formula);
  }, [formula]);
  if (formula === undefined) return <code class="math-source">{raw.trim()}</code>;
  const scrollArea = { 'aria-label': t('Formula'), tabIndex: 0, ref: holder };
  if (isDisplay) return <section class="math-scroll" {...scrollArea} />;
  // biome-ignore lint/a11y/useSemanticElements: a section can't stand in a line
  if (text.length > long) return <span class="math-phrase" role="group" {...scrollArea} />;
  return <span ref={holder} class={text.length > short ? 'math-phrase' : undefined} />;
});
