import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { keptOf } from '../pageState.ts';
import type { ChatHost } from '../pageStore.ts';
import { placeIn } from './places.ts';
import type { FollowEnd } from './useFollowEnd.ts';

/** Keeps the place where the user was reading, since VS Code rebuilds the page whenever its tab is shown again. */
export function useKeptPlace(
  host: ChatHost,
  conversationId: string,
  { isAway, reveal }: FollowEnd,
  page: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const { place } = keptOf(host, conversationId);
    if (place) reveal(place.turn, place.above);
  }, [host, conversationId, reveal]);
  useEffect(() => {
    const log = page.current?.querySelector('[role=log]');
    if (!log) return;
    const keep = () => {
      const { place: before, ...rest } = keptOf(host, conversationId);
      const place = isAway ? placeIn(log) : undefined;
      if (place || before) host.keep(place ? { ...rest, place } : rest);
    };
    keep();
    if (!isAway) return;
    log.addEventListener('scrollend', keep);
    return () => log.removeEventListener('scrollend', keep);
  }, [host, conversationId, page, isAway]);
}
