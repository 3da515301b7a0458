import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useRef } from 'preact/hooks';
import { useReturnedFocus } from '../../shared/useReturnedFocus.ts';
import { turnsIn } from './turns.ts';

/** The element that had the focus last, and where it was. */
interface Place {
  element: HTMLElement;
  name: string;
  /** The transcript that contains it; `null` if none does. */
  log: HTMLElement | null;
  /** Index of its turn in the transcript; -1 if it is in none. */
  turn: number;
}

/**
 * Moves the focus when its element disappears or is disabled: to the turn now in its place, the same arrow in it or the button
 * that opened the field, or to the composer if an answer was requested. Otherwise nothing would have the focus, and the next key
 * press would be the browser's. `first` returns what gets it at first; the composer if nothing does. Runs after each render of the
 * page; call the returned function when a text grows outside of one.
 */
export function useKeptFocus(
  page: RefObject<HTMLElement | null>,
  first: () => HTMLElement | undefined,
): () => void {
  const last = useRef<Place | undefined>(undefined);
  /** The element to which the focus was moved, until the focus goes elsewhere. */
  const refuge = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = page.current;
    if (element === null) return;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last.current = placeOf(target);
      if (target !== refuge.current) refuge.current = null;
    };
    element.addEventListener('focusin', remember);
    return () => element.removeEventListener('focusin', remember);
  }, [page]);
  const keep = useCallback(() => {
    const place = last.current;
    if (page.current === null || place === undefined) return;
    if (isLost(place.element)) refuge.current = refugeOf(page.current, place);
    // A change comes in several messages, so we may learn that an answer was requested only after the focus was moved.
    else if (place.element === refuge.current && isAnswering(place.log))
      refuge.current = composerOf(page.current);
    else return;
    last.current = undefined;
    refuge.current?.focus({ preventScroll: true });
  }, [page]);
  useLayoutEffect(keep);
  // After `keep`, which knows what it moved.
  useReturnedFocus((isFirst) => {
    if (page.current === null) return null;
    if (last.current) return refugeOf(page.current, last.current);
    return (isFirst ? first() : undefined) ?? composerOf(page.current);
  });
  // Growing text can only remove focused elements of its own. Called for each piece, so it checks no more.
  return useCallback(() => {
    if (last.current?.element.isConnected === false) keep();
  }, [keep]);
}

/**
 * True if the element had to give up the focus. False if the user clicked on nothing, and while the page is behind another one,
 * from which it must not take the focus.
 */
function isLost(element: HTMLElement): boolean {
  if (!document.hasFocus()) return false;
  if (!element.isConnected) return document.activeElement === document.body;
  return (
    element.matches(':disabled') && [element, document.body].includes(document.activeElement as HTMLElement)
  );
}

function isAnswering(log: HTMLElement | null): boolean {
  return log !== null && turnsIn(log).some((article) => article.ariaBusy === 'true');
}

function composerOf(page: HTMLElement): HTMLElement | null {
  return page.querySelector<HTMLElement>('.composer textarea');
}

function placeOf(element: HTMLElement): Place {
  const log = element.closest<HTMLElement>('[role=log]');
  const turn = log ? turnsIn(log).findIndex((article) => article.contains(element)) : -1;
  return { element, name: nameOf(element), log, turn };
}

function nameOf(element: HTMLElement): string {
  return element.getAttribute('aria-label') ?? element.textContent ?? '';
}

function refugeOf(page: HTMLElement, { element, name, log, turn }: Place): HTMLElement | null {
  if (!log?.isConnected || turn < 0 || isAnswering(log)) return composerOf(page);
  const article = turnsIn(log)[turn];
  if (article === undefined) return log;
  // The field was closed, and not removed with its turn.
  if (element.closest('.edit-field:not(article *)'))
    return article.querySelector<HTMLElement>('.turn-actions [data-unfolds]') ?? article;
  // The focus goes to the turn, not to one of its buttons: the next Enter must not request anything.
  if (element.closest('.siblings') === null) return article;
  const arrows = [...article.querySelectorAll<HTMLElement>('.siblings button:enabled')];
  // At the last of several answers, "previous" is the next best to "next".
  return arrows.find((arrow) => nameOf(arrow) === name) ?? arrows[0] ?? article;
}
