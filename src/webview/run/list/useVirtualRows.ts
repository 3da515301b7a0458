import {
  defaultRangeExtractor,
  observeWindowOffset,
  observeWindowRect,
  type Range,
  Virtualizer,
  type VirtualizerOptions,
  windowScroll,
} from '@tanstack/virtual-core';
import { useCallback, useLayoutEffect, useReducer, useState } from 'preact/hooks';
import type { Span } from '../state/rowWindow.ts';
import { heightOf, type RowPlaces } from './rowPlaces.ts';
import type { Sizes } from './useSizes.ts';

/** Rows drawn beyond those in sight, so that a step of the wheel shows no gap. */
const overscan = 2;

/** Returns the rows to draw, and those in sight. The row `kept` is always drawn, since it has the focus. */
export function useVirtualRows(
  count: number,
  places: RowPlaces,
  { listTop, covered }: Sizes,
  kept: number | undefined,
) {
  const [, redraw] = useReducer<number, void>((times) => times + 1, 0);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      if (kept === undefined || drawn.includes(kept)) return drawn;
      return kept < range.startIndex ? [kept, ...drawn] : [...drawn, kept];
    },
    [kept],
  );
  const options: VirtualizerOptions<Window, HTMLElement> = {
    count,
    overscan,
    rangeExtractor,
    estimateSize: (at) => heightOf(places, at),
    paddingStart: places.opened === -1 ? places.detail : 0,
    scrollMargin: listTop,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => window.scrollY,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    onChange: () => redraw(),
  };
  const [rows] = useState(() => new Virtualizer(options));
  rows.setOptions(options);
  useLayoutEffect(() => rows._didMount(), [rows]);
  useLayoutEffect(() => rows._willUpdate());
  const { row, detail, opened } = places;
  useLayoutEffect(() => rows.measure(), [rows, row, detail, opened]);
  const drawn = rows.getVirtualItems().map(({ index }) => index);
  return { drawn, sight: sightOf(rows, covered) };
}

function sightOf(rows: Virtualizer<Window, HTMLElement>, covered: number): Span {
  const first = rows.getVirtualItemForOffset(window.scrollY + covered)?.index ?? 0;
  return { from: first, to: (rows.range?.endIndex ?? first) + 1 };
}
