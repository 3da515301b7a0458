import type { RefCallback, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { type ChatHost, keptOf } from '../pageStore.ts';
import { type FollowEvent, followFromStart, type Measures, reduceFollow } from './followEnd.ts';
import { placeIn, topOf, turnIn } from './places.ts';

export interface FollowEnd {
  isAway: boolean;
  /** Ref of the element that scrolls; its only child is the content. */
  region: RefCallback<HTMLElement>;
  toEnd(): void;
  /** Like `toEnd`, for a button that disappears at the end: the focus moves to the region. */
  jump(): void;
  /** Scrolls to a shown turn, `above` pixels past its top, and stays there. */
  reveal(turn: string, above?: number): void;
}

const upwards = new Set(['ArrowUp', 'PageUp', 'Home']);

/** Applies the rules of followEnd.ts to a scrolling element. */
export function useFollowEnd(): FollowEnd {
  const [isAway, setAway] = useState(false);
  const follower = useMemo(() => createFollower(setAway), []);
  return { isAway, ...follower };
}

function createFollower(onAway: (isAway: boolean) => void): Omit<FollowEnd, 'isAway'> {
  let element: HTMLElement | null = null;
  let state = followFromStart;
  let release: (() => void) | undefined;

  const tell = (event: FollowEvent) => {
    state = reduceFollow(state, event);
    onAway(state.isAway);
  };
  const resized = () => {
    if (element === null) return;
    const at = measure(element);
    tell({ type: 'resized', at });
    if (state.isFollowing) element.scrollTop = at.contentHeight;
  };
  const toEnd = () => {
    tell({ type: 'asked' });
    if (element !== null) element.scrollTop = element.scrollHeight;
  };
  const jump = () => {
    toEnd();
    element?.focus({ preventScroll: true });
  };
  const region = (next: HTMLElement | null) => {
    if (next === element) return;
    release?.();
    element = next;
    release = next === null ? undefined : listen(next, tell, resized);
  };
  const reveal = (id: string, above = 0) => {
    const turn = element && turnIn(element, id);
    if (!element || !turn) return;
    tell({ type: 'toggled' });
    element.scrollTop += turn.getBoundingClientRect().top - topOf(element) + above;
  };
  return { region, toEnd, jump, reveal };
}

function listen(element: HTMLElement, tell: (event: FollowEvent) => void, resized: () => void): () => void {
  const gone = new AbortController();
  const options = { passive: true, signal: gone.signal };
  const turned = (isUp: boolean) => {
    if (isUp) tell({ type: 'turnedUp' });
  };
  const toggled = () => tell({ type: 'toggled' });
  const clicked = ({ target }: Event) => {
    if (target instanceof Element && target.closest('summary, [aria-expanded], [data-unfolds]')) toggled();
  };
  const pressed = ({ key, shiftKey }: KeyboardEvent) => turned(upwards.has(key) || (key === ' ' && shiftKey));
  element.addEventListener('scroll', () => tell({ type: 'scrolled', at: measure(element) }), options);
  element.addEventListener('wheel', ({ deltaY }) => turned(deltaY < 0), options);
  element.addEventListener('keydown', pressed, options);
  // The keyboard clicks too. Captured, so that this comes before anything unfolds and the end isn't followed in between.
  element.addEventListener('click', clicked, { ...options, capture: true });
  // The browser's search unfolds what it finds and scrolls there, as a command does with an answer's request.
  for (const event of ['beforematch', 'unfold'])
    element.addEventListener(event, toggled, { ...options, capture: true });
  const observer = new ResizeObserver(resized);
  observer.observe(element);
  if (element.firstElementChild) observer.observe(element.firstElementChild);
  return () => {
    gone.abort();
    observer.disconnect();
  };
}

function measure(element: HTMLElement): Measures {
  return { top: element.scrollTop, height: element.clientHeight, contentHeight: element.scrollHeight };
}

/** Keeps the place where the user was reading, since VS Code rebuilds the page whenever its tab is shown again. */
export function useReadingPlace(
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
