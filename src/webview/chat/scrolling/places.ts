import type { ReadingPlace } from '../../../protocol/chatPageState.ts';

/** Returns a shown turn of a transcript, by its id. */
export function turnIn(log: Element, turn: string): HTMLElement | null {
  return log.querySelector<HTMLElement>(`article[data-turn="${CSS.escape(turn)}"]`);
}

/** Returns where reading begins in a transcript, in the window's pixels: below what is pinned there. */
export function topOf(log: Element): number {
  return log.getBoundingClientRect().top + (log.querySelector('.heads')?.clientHeight ?? 0);
}

/** Returns the first turn that is not above all that can be read. */
export function placeIn(log: Element): ReadingPlace | undefined {
  const edge = topOf(log);
  for (const turn of log.querySelectorAll<HTMLElement>('article')) {
    const { top, bottom } = turn.getBoundingClientRect();
    if (bottom > edge) return { turn: turn.dataset['turn'] ?? '', above: Math.round(edge - top) };
  }
  return undefined;
}

/** Returns a place that other answers leave where it is: that of the question which is read, or whose answers begin above. */
export function rowPlaceIn(log: Element): ReadingPlace | undefined {
  const edge = topOf(log);
  const row = [...log.querySelectorAll('.turn-row')].find((one) => one.getBoundingClientRect().bottom > edge);
  const question = row?.querySelector<HTMLElement>('article');
  if (!question) return undefined;
  const { top, height } = question.getBoundingClientRect();
  return { turn: question.dataset['turn'] ?? '', above: Math.min(edge - top, height) };
}
