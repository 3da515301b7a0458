import { topOf } from '../scrolling/places.ts';

/** Moves the focus to a turn, and its beginning into sight. */
export function showTurn(turn: HTMLElement): void {
  turn.focus({ preventScroll: true });
  const log = turn.closest('[role=log]');
  if (!log) return;
  turn.scrollIntoView({ block: turn.offsetHeight > log.clientHeight ? 'start' : 'nearest' });
  uncover(turn);
}

/** Scrolls what is behind the heads of columns out from there. (A scroll padding would scroll for what stands in the heads, too.) */
export function uncover(element: HTMLElement): void {
  const log = element.closest('.rows') && element.closest('[role=log]');
  if (log) log.scrollTop += Math.min(0, element.getBoundingClientRect().top - topOf(log));
}

/** The shown turns, in the order of the page. */
export function turnsIn(page: Element): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('article')].filter(isShown);
}

/** The answers of a row by their columns; `undefined` where none is shown. */
export function cellsIn(row: Element): (HTMLElement | undefined)[] {
  return [...row.querySelectorAll('.cells > .cell')].map((cell) => {
    const turn = cell.querySelector<HTMLElement>('article');
    return turn && isShown(turn) ? turn : undefined;
  });
}

/** False behind another tab. */
export function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}
