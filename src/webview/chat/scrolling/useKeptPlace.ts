import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { PageTurn, ReadingPlace } from '../../../protocol/chat.ts';
import type { ChatHost } from '../chatStore.ts';
import { keptOf } from '../pageState.ts';
import type { FollowEnd } from './useFollowEnd.ts';

/** VS Code rebuilds the page whenever its tab is shown again: users who were reading back continue there. */
export function useKeptPlace(
  host: ChatHost,
  conversationId: string,
  turns: readonly PageTurn[],
  { isAway, reveal }: FollowEnd,
  page: RefObject<HTMLElement | null>,
): void {
  const shown = useRef(turns);
  shown.current = turns;
  useLayoutEffect(() => {
    const { place } = keptOf(host, conversationId);
    const index = shown.current.findIndex(({ id }) => id === place?.turn);
    if (place && index >= 0) reveal(index, place.above);
  }, [host, conversationId, reveal]);
  useEffect(() => {
    const log = page.current?.querySelector('[role=log]');
    if (!log) return;
    const keep = () => {
      const { place: before, ...rest } = keptOf(host, conversationId);
      const place = isAway ? placeIn(log, shown.current) : undefined;
      if (place || before) host.keep(place ? { ...rest, place } : rest);
    };
    keep();
    if (!isAway) return;
    log.addEventListener('scrollend', keep);
    return () => log.removeEventListener('scrollend', keep);
  }, [host, conversationId, page, isAway]);
}

function placeIn(log: Element, turns: readonly PageTurn[]): ReadingPlace | undefined {
  const edge = log.getBoundingClientRect().top;
  const rects = [...log.querySelectorAll('article')].map((turn) => turn.getBoundingClientRect());
  const index = rects.findIndex(({ bottom }) => bottom > edge);
  const [turn, rect] = [turns[index], rects[index]];
  return turn && rect && { turn: turn.id, above: Math.round(edge - rect.top) };
}
