import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Span } from '../state/rowWindow.ts';
import type { RunPageStore } from '../state/runPageStore.ts';
import { rowOf, type ShownList, type ShownRun } from '../state/shownRun.ts';
import { type RowPlaces, startOf } from './rowPlaces.ts';
import type { ActiveRow } from './useActiveRow.ts';
import type { Sizes } from './useSizes.ts';

/** The rows as they were drawn. */
interface Drawn {
  shown: ShownList;
  places: RowPlaces;
  listTop: number;
  sight: Span;
  /** The prompts that keep their place, the first that can. */
  wanted: (number | undefined)[];
}

interface KeptPlaceParts {
  places: RowPlaces;
  sizes: Sizes;
  sight: Span;
  active: ActiveRow;
  store: RunPageStore;
}

/**
 * Keeps what the user looks at in its place, whatever comes above it: other rows, details, or a longer notice at the top. Tells the
 * store what is in sight.
 */
export function useKeptPlace(
  { opened }: ShownRun,
  shown: ShownList,
  { places, sizes, sight, active, store }: KeptPlaceParts,
): void {
  const { listTop, covered, isMeasured } = sizes;
  const before = useRef<Drawn | undefined>(undefined);
  useLayoutEffect(() => {
    if (!isMeasured) return;
    const last = before.current;
    const promptAt = (at: number) => shown.rows.get(at)?.prompt;
    const from = scrollY;
    if (last?.shown.version !== shown.version && shown.isAsked) {
      // From its beginning, or from where it was before a reload.
      const top = listTop + startOf(places, Math.min(store.top, shown.count - 1)) - covered;
      if (store.top > 0 || scrollY > top) scrollTo({ top });
      active.follow(store.top);
    } else if (last) {
      const moved = last.wanted[1] === undefined ? undefined : rowOf(shown.rows, last.wanted[1]);
      if (last.shown.version !== shown.version && moved !== undefined) active.follow(moved);
      // While the first rows are in sight, so is what stands above them.
      if (scrollY + covered > last.listTop)
        scrollBy({ top: movedBy(last, shown, places, listTop, opened?.prompt) });
    }
    const wanted = [opened?.prompt, promptAt(active.at), promptAt(sight.from)];
    before.current = { shown, places, listTop, sight, wanted };
    // Otherwise the page is drawn again when the browser has scrolled.
    if (scrollY === from) store.see({ ...sight, near: heldIn(before.current, shown) });
  });
}

/** Returns how far the prompt that keeps its place has moved, in pixels. */
function movedBy(
  last: Drawn,
  shown: ShownList,
  places: RowPlaces,
  listTop: number,
  opened: number | undefined,
): number {
  const held = heldIn({ ...last, wanted: [opened, ...last.wanted] }, shown);
  const [was, is] = held === undefined ? [] : [rowOf(last.shown.rows, held), rowOf(shown.rows, held)];
  if (was === undefined || is === undefined) return listTop - last.listTop;
  return listTop + startOf(places, is) - last.listTop - startOf(last.places, was);
}

/** Returns the first of the wanted prompts that was in sight and is still there. */
function heldIn({ shown, sight, wanted }: Drawn, now: ShownList): number | undefined {
  return wanted.find((prompt) => {
    const at = prompt === undefined ? undefined : rowOf(shown.rows, prompt);
    return (
      at !== undefined && at >= sight.from && at < sight.to && rowOf(now.rows, prompt ?? -1) !== undefined
    );
  });
}
