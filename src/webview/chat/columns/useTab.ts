import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import type { ReadingPlace } from '../../../protocol/chatPageState.ts';
import { useNarrow } from '../../shared/useNarrow.ts';
import { type ChatModel, columnIndexOf } from '../chatModel.ts';
import { type ChatHost, keepOf, keptOf } from '../pageStore.ts';
import { rowPlaceIn } from '../scrolling/places.ts';
import type { FollowEnd } from '../scrolling/useFollowEnd.ts';

/** Min width of a column beside others, in CSS pixels: a narrower one breaks lines after a few words. */
const minColumnWidth = 260;

/**
 * Returns the index of the only column shown (`undefined` if all are shown), a function that shows another column, and one that shows
 * the column of a turn.
 */
export function useTab(
  host: ChatHost,
  { frame, rows }: ChatModel,
  count: number,
  { isAway, reveal }: FollowEnd,
  page: RefObject<HTMLElement | null>,
): [tab: number | undefined, choose: (tab: number) => void, showColumnOf: (turn: string) => void] {
  const conversationId = frame?.conversationId ?? '';
  const isNarrow = useNarrow(count * minColumnWidth);
  const [, redraw] = useReducer<number, void>((times) => times + 1, 0);
  const chosen = useRef<number | undefined>(undefined);
  chosen.current ??= keptOf(host, conversationId).tab ?? 0;
  const left = useRef<ReadingPlace | undefined>(undefined);
  const choose = useCallback(
    (tab: number) => {
      const log = page.current?.querySelector('[role=log]');
      left.current = log && isAway ? rowPlaceIn(log) : undefined;
      chosen.current = tab;
      redraw();
    },
    [isAway, page],
  );
  const showColumnOf = (turn: string) => {
    const holder = columnIndexOf(rows, turn);
    if (holder >= 0) chosen.current = holder;
    redraw();
  };
  const tab = Math.min(chosen.current, count - 1);
  useLayoutEffect(() => {
    keepOf(host, conversationId, { tab: tab || undefined });
    // The answers of the other column have other heights, so the reading place has to be restored.
    if (left.current) reveal(left.current.turn, left.current.above);
    left.current = undefined;
  }, [host, conversationId, tab, reveal]);
  return [isNarrow && count > 1 ? tab : undefined, choose, showColumnOf];
}
