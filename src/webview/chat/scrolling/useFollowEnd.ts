import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { type ChatHost, keepOf, keptOf } from '../pageStore.ts';
import { placeIn, topOf, turnIn } from './places.ts';

export type FollowEnd = ReturnType<typeof useFollowEnd>;

const upwards = new Set(['ArrowUp', 'PageUp', 'Home']);

/** Applies the rules of `followEvents` to a scrolling element, whose only child is the content. */
export function useFollowEnd() {
  const [isAway, setAway] = useState(false);
  const follower = useMemo(() => createFollower(setAway), []);
  return { isAway, ...follower };
}

function createFollower(onAway: (isAway: boolean) => void) {
  let element: HTMLElement | null = null;
  let state = followFromStart;
  let release: (() => void) | undefined;

  const tell: Tell = (event, at = state.last) => {
    state = followEvents[event](state, at);
    onAway(state.isAway);
  };
  const resized = () => {
    if (element === null) return;
    const at = measure(element);
    tell('resized', at);
    if (state.isFollowing) element.scrollTop = at.contentHeight;
  };
  const toEnd = () => {
    tell('asked');
    if (element !== null) element.scrollTop = element.scrollHeight;
  };
  /** Like `toEnd`, for a button that disappears at the end: the focus moves to the region. */
  const jump = () => {
    toEnd();
    element?.focus({ preventScroll: true });
  };
  /** Ref of the element that scrolls. */
  const region = (next: HTMLElement | null) => {
    if (next === element) return;
    release?.();
    element = next;
    release = next === null ? undefined : listen(next, tell, resized);
  };
  /** Scrolls to a shown turn, `above` pixels past its top, and stays there. */
  const reveal = (id: string, above = 0) => {
    const turn = element && turnIn(element, id);
    if (!element || !turn) return;
    tell('toggled');
    element.scrollTop += turn.getBoundingClientRect().top - topOf(element) + above;
  };
  return { region, toEnd, jump, reveal };
}

function listen(element: HTMLElement, tell: Tell, resized: () => void): () => void {
  const gone = new AbortController();
  const options = { passive: true, signal: gone.signal };
  const turned = (isUp: boolean) => {
    if (isUp) tell('turnedUp');
  };
  const toggled = () => tell('toggled');
  const clicked = ({ target }: Event) => {
    if (target instanceof Element && target.closest('summary, [aria-expanded], [data-unfolds]')) toggled();
  };
  const pressed = ({ key, shiftKey }: KeyboardEvent) => turned(upwards.has(key) || (key === ' ' && shiftKey));
  element.addEventListener('scroll', () => tell('scrolled', measure(element)), options);
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
    const keep = () => keepOf(host, conversationId, { place: isAway ? placeIn(log) : undefined });
    keep();
    if (!isAway) return;
    log.addEventListener('scrollend', keep);
    return () => log.removeEventListener('scrollend', keep);
  }, [host, conversationId, page, isAway]);
}

/** Position and size of a scrolled region, in CSS pixels. */
export interface Measures {
  top: number;
  height: number;
  contentHeight: number;
}

interface FollowState {
  /** True if the end is kept in view while the content grows. */
  isFollowing: boolean;
  /** True if the end is out of view: "Jump to Latest" has something to do. */
  isAway: boolean;
  last: Measures;
}

// Max distances, in CSS pixels, at which the user counts as at the end, and not away from it. The first is not 0, since fractional
// pixels never add up to the exact end when zoomed.
const atEnd = 4;
const away = 48;

export const followFromStart: FollowState = {
  isFollowing: true,
  isAway: false,
  last: { top: 0, height: 0, contentHeight: 0 },
};

function distanceToEnd({ top, height, contentHeight }: Measures): number {
  return Math.max(0, contentHeight - height - top);
}

/**
 * Follows the end only while the user is there. Scrolling back, unfolding something or typing never moves the text; to follow
 * again, the user scrolls to the end or asks for it. Each function returns the state after its event.
 */
export const followEvents = {
  /** The region was scrolled, by whatever means. */
  scrolled({ isFollowing, last }, at) {
    if (distanceToEnd(at) <= atEnd) return { isFollowing: true, isAway: false, last: at };
    // If the content shrinks or the region grows, the position moves up without any scrolling.
    const isSameSize = at.contentHeight === last.contentHeight && at.height === last.height;
    return following(isFollowing && !(isSameSize && at.top < last.top), at);
  },
  /** The user turned the wheel or pressed a key to scroll up; the scroll itself comes later. */
  turnedUp: (state) => (state.last.top > 0 ? { ...state, isFollowing: false } : state),
  /** The height of the content or the region has changed. */
  resized: ({ isFollowing }, at) => following(isFollowing || distanceToEnd(at) <= atEnd, at),
  /** Something was unfolded or folded. It must not push away what was clicked; `resized` checks whether the end is still in view. */
  toggled: (state) => ({ ...state, isFollowing: false }),
  /** The user asked for the end, by sending a message or pressing "Jump to Latest". */
  asked: (state) => ({ ...state, isFollowing: true, isAway: false }),
} satisfies Record<string, (state: FollowState, at: Measures) => FollowState>;

type Tell = (event: keyof typeof followEvents, at?: Measures) => void;

function following(isFollowing: boolean, at: Measures): FollowState {
  return { isFollowing, isAway: !isFollowing && distanceToEnd(at) > away, last: at };
}
