import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** In pixels. */
export interface Sizes {
  /** From the top of the document to the first row. */
  listTop: number;
  row: number;
  /** Of the details below the row that is opened. */
  detail: number;
  /** Of what stays in sight above the rows. */
  covered: number;
  isMeasured: boolean;
}

const guessed: Sizes = { listTop: 0, row: 30, detail: 0, covered: 0, isMeasured: false };

/** Returns the sizes that only the browser knows, which differ with width, theme and zoom; measures again whenever they may change. `opened`: the prompt with details. */
export function useSizes(list: RefObject<HTMLElement | null>, opened: number | undefined): Sizes {
  const [sizes, setSizes] = useState(guessed);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => setSizes((before) => keepSame(before, measured(element)));
    measure();
    const observer = new ResizeObserver(measure);
    for (const one of document.querySelectorAll('.above, .list-bar, .results-head, .request-details')) {
      observer.observe(one);
    }
    return () => observer.disconnect();
  }, [list, opened]);
  return sizes;
}

function measured(list: HTMLElement): Sizes {
  const heightOf = (selector: string) => document.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0;
  const bar = document.querySelector('.list-bar');
  const isPinned = bar !== null && getComputedStyle(bar).position === 'sticky';
  const rows = list.querySelector('.rows');
  const barHeight = isPinned ? heightOf('.list-bar') : 0;
  list.style.setProperty('--bar', `${barHeight}px`);
  const top = rows?.getBoundingClientRect().top ?? 0;
  list.style.setProperty('--head', `${top - list.getBoundingClientRect().top}px`);
  return {
    listTop: top + scrollY,
    row: heightOf('.rows > .result') || guessed.row,
    detail: heightOf('.request-details'),
    covered: isPinned ? barHeight + heightOf('.results-head') : 0,
    isMeasured: true,
  };
}

function keepSame(before: Sizes, after: Sizes): Sizes {
  const names = ['listTop', 'row', 'detail', 'covered'] as const;
  return before.isMeasured && names.every((name) => Math.abs(before[name] - after[name]) < 0.5)
    ? before
    : after;
}
