import type { ReadingPlace } from '../../../protocol/chatPageState.ts';

/** Returns the element of a turn in a transcript; `null` if it is not shown. */
export function turnIn(log: Element, turn: string): HTMLElement | null {
  return log.querySelector<HTMLElement>(`article[data-turn="${CSS.escape(turn)}"]`);
}

/** Returns the top of the area of a transcript that can be read, below the pinned heads, in pixels of the window. */
export function topOf(log: Element): number {
  return log.getBoundingClientRect().top + (log.querySelector('.heads')?.clientHeight ?? 0);
}

/** Returns the first turn that reaches into the area that can be read, and how many pixels of it are above. */
export function placeIn(log: Element): ReadingPlace | undefined {
  const edge = topOf(log);
  for (const turn of log.querySelectorAll<HTMLElement>('article')) {
    const { top, bottom } = turn.getBoundingClientRect();
    if (bottom > edge) return { turn: turn.dataset['turn'] ?? '', above: Math.round(edge - top) };
  }
  return undefined;
}

/**
 * Returns a place that stays the same when other answers are shown: it is relative to the question of the first row that reaches
 * into the area that can be read.
 */
export function rowPlaceIn(log: Element): ReadingPlace | undefined {
  const edge = topOf(log);
  const row = [...log.querySelectorAll('.turn-row')].find((one) => one.getBoundingClientRect().bottom > edge);
  const question = row?.querySelector<HTMLElement>('article');
  if (!question) return undefined;
  const { top, height } = question.getBoundingClientRect();
  return { turn: question.dataset['turn'] ?? '', above: Math.min(edge - top, height) };
}
