import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Span } from '../state/rowWindow.ts';
import type { ShownList } from '../state/shownRun.ts';
import { type RowPlaces, rowForKey, startOf } from './rowPlaces.ts';
import type { Sizes } from './useSizes.ts';

export interface ActiveRow {
  /** The row that the keys move from. */
  at: number;
  /** Makes a row the active one, and gives it the focus. */
  go: (at: number) => void;
  /** Follows a row to another place. The focus goes along if the rows have it. */
  follow: (at: number) => void;
  press: (event: KeyboardEvent) => void;
  /** A row that gets the focus otherwise, e.g. by a screen reader, is the active one, too. */
  take: (event: FocusEvent) => void;
  /** Returns the row that has the focus, which must stay in the page. */
  kept: () => number | undefined;
  /** Returns the row that the Tab key leads to: the active one, unless another is in sight and the rows don't have the focus. */
  tabStop: (sight: Span) => number;
}

/** Moves through the rows by keys: they are one tab stop. */
export function useActiveRow(
  list: RefObject<HTMLElement | null>,
  { count }: ShownList,
  places: RowPlaces,
  sizes: Sizes,
): ActiveRow {
  const [active, setActive] = useState(0);
  const at = Math.min(active, count - 1);
  const wanted = useRef(false);
  const latest = useRef({ at, count, places, sizes });
  latest.current = { at, count, places, sizes };
  useLayoutEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    list.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)?.focus({ preventScroll: true });
  });
  const hasFocus = useCallback(
    () => list.current?.querySelector('.rows')?.contains(document.activeElement) ?? false,
    [list],
  );
  const go = useCallback((next: number) => {
    const { places, sizes } = latest.current;
    showRow(next, places, sizes);
    wanted.current = true;
    setActive(next);
  }, []);
  const follow = useCallback(
    (next: number) => {
      wanted.current ||= hasFocus();
      setActive(next);
    },
    [hasFocus],
  );
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.shiftKey || event.metaKey) return;
    const { row } = places;
    const page = Math.max(1, Math.floor((innerHeight - sizes.covered) / row) - 1);
    const next = rowForKey(event.key, at, count, page);
    if (next === undefined) return;
    event.preventDefault();
    go(next);
  };
  const take = ({ target }: FocusEvent) => {
    const focused = target instanceof HTMLElement ? target.dataset['at'] : undefined;
    if (focused !== undefined) setActive(Number(focused));
  };
  const tabStop = ({ from, to }: Span) => (hasFocus() || (at >= from && at < to) ? at : from);
  const kept = () => (wanted.current || hasFocus() ? at : undefined);
  return { at, go, follow, press, take, kept, tabStop };
}

/** Scrolls as far as needed for a row to be wholly in sight. */
function showRow(at: number, places: RowPlaces, { listTop, covered }: Sizes): void {
  const top = listTop + startOf(places, at);
  const bottom = top + places.row;
  if (top - covered < scrollY) scrollTo({ top: top - covered });
  else if (bottom > scrollY + innerHeight) scrollTo({ top: bottom - innerHeight });
}
