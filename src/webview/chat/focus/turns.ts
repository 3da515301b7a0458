import { topOf } from '../scrolling/places.ts';

/** Focuses a turn and scrolls its beginning into view. */
export function showTurn(turn: HTMLElement): void {
  turn.focus({ preventScroll: true });
  showWhole(turn);
}

/** Scrolls a part of the transcript into view, or its beginning if there is no room for all. */
export function showWhole(part: HTMLElement): void {
  const log = part.closest('[role=log]');
  if (!log) return;
  part.scrollIntoView({ block: part.offsetHeight > log.clientHeight ? 'start' : 'nearest' });
  uncover(part);
}

/** Scrolls an element out from behind the heads of columns. (A scroll padding would also scroll for elements in the heads.) */
export function uncover(element: HTMLElement): void {
  const log = element.closest('.rows') && element.closest('[role=log]');
  if (log) log.scrollTop += Math.min(0, element.getBoundingClientRect().top - topOf(log));
}

/** Returns the shown turns, in the order of the page. */
export function turnsIn(page: Element): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('article')].filter(isShown);
}

/** Returns the answers of a row by column; `undefined` where none is shown. */
export function cellsIn(row: Element): (HTMLElement | undefined)[] {
  return [...row.querySelectorAll('.cells > .cell')].map((cell) => {
    const turn = cell.querySelector<HTMLElement>('article');
    return turn && isShown(turn) ? turn : undefined;
  });
}

/** False for an element behind another tab. */
export function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}
