import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ChatPageState, PageTurn, ReadingPlace } from '../../../protocol/chat.ts';
import type { ChatHost } from '../chatStore.ts';
import { keptOf } from '../pageState.ts';
import type { FollowEnd } from './useFollowEnd.ts';

/**
 * VS Code rebuilds the page whenever its tab is shown again: users who were reading back continue there. `area`: the element around
 * the transcript; `column`: of a comparison.
 */
export function useKeptPlace(
  host: ChatHost,
  conversationId: string,
  turns: readonly PageTurn[],
  { isAway, reveal }: FollowEnd,
  area: RefObject<HTMLElement | null>,
  column?: string,
): void {
  const shown = useRef(turns);
  shown.current = turns;
  useLayoutEffect(() => {
    const place = placeOf(keptOf(host, conversationId), column);
    const index = shown.current.findIndex(({ id }) => id === place?.turn);
    if (place && index >= 0) reveal(index, place.above);
  }, [host, conversationId, reveal]);
  useEffect(() => {
    const log = area.current?.querySelector('[role=log]');
    if (!log) return;
    const keep = () => {
      const kept = keptOf(host, conversationId);
      const place = isAway ? placeIn(log, shown.current) : undefined;
      if (place || placeOf(kept, column)) host.keep(withPlace(kept, place, column));
    };
    keep();
    if (!isAway) return;
    log.addEventListener('scrollend', keep);
    return () => log.removeEventListener('scrollend', keep);
  }, [host, conversationId, area, column, isAway]);
}

function placeOf({ place, places }: ChatPageState, column: string | undefined): ReadingPlace | undefined {
  return column === undefined ? place : places?.[column];
}

function withPlace(
  kept: ChatPageState,
  place: ReadingPlace | undefined,
  column: string | undefined,
): ChatPageState {
  if (column === undefined) {
    const { place: _before, ...rest } = kept;
    return place ? { ...rest, place } : rest;
  }
  const { places: { [column]: _before, ...others } = {}, ...rest } = kept;
  return { ...rest, places: place ? { ...others, [column]: place } : others };
}

function placeIn(log: Element, turns: readonly PageTurn[]): ReadingPlace | undefined {
  const edge = log.getBoundingClientRect().top;
  const rects = [...log.querySelectorAll('article')].map((turn) => turn.getBoundingClientRect());
  const index = rects.findIndex(({ bottom }) => bottom > edge);
  const [turn, rect] = [turns[index], rects[index]];
  return turn && rect && { turn: turn.id, above: Math.round(edge - rect.top) };
}
