import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useRef } from 'preact/hooks';

/** What had the focus last, and where it stood. */
interface Place {
  element: HTMLElement;
  name: string;
  /** The turn it belongs to, counted from 0; -1 outside of the transcript. */
  turn: number;
}

/**
 * Gives the focus a place again when what had it goes, or can't be pressed any more: the turn that now stands
 * there, or the same arrow in it; the composer where an answer was asked for. Without it, the next key would be the browser's, on nothing.
 * It does so after each rendering of the page; a text that grows by itself calls the function that it returns.
 */
export function useKeptFocus(page: RefObject<HTMLElement | null>): () => void {
  const last = useRef<Place | undefined>(undefined);
  /** What it was given to, until it goes elsewhere. */
  const refuge = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = page.current;
    if (element === null) return;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last.current = placeOf(element, target);
      if (target !== refuge.current) refuge.current = null;
    };
    element.addEventListener('focusin', remember);
    return () => element.removeEventListener('focusin', remember);
  }, [page]);
  const keep = useCallback(() => {
    const place = last.current;
    if (page.current === null || place === undefined) return;
    if (isLost(place.element)) refuge.current = refugeOf(page.current, place);
    // A change comes in several messages: that an answer was asked for may be known only after its place was seen to be empty.
    else if (place.element === refuge.current && isAnswering(page.current))
      refuge.current = composerOf(page.current);
    else return;
    last.current = undefined;
    refuge.current?.focus({ preventScroll: true });
  }, [page]);
  useLayoutEffect(keep);
  // A text that grows may take away what had the focus, and nothing else of the page: asked at each of its pieces.
  return useCallback(() => {
    if (last.current?.element.isConnected === false) keep();
  }, [keep]);
}

/** A person who clicked beside everything has given the focus up, and a page behind another must not take it. */
function isLost(element: HTMLElement): boolean {
  if (!document.hasFocus()) return false;
  if (!element.isConnected) return document.activeElement === document.body;
  return (
    element.matches(':disabled') && [element, document.body].includes(document.activeElement as HTMLElement)
  );
}

function turnsOf(page: HTMLElement): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('article')];
}

function isAnswering(page: HTMLElement): boolean {
  return turnsOf(page).some((article) => article.ariaBusy === 'true');
}

function composerOf(page: HTMLElement): HTMLElement | null {
  return page.querySelector<HTMLElement>('.composer textarea');
}

function placeOf(page: HTMLElement, element: HTMLElement): Place {
  const turn = turnsOf(page).findIndex((article) => article.contains(element));
  return { element, name: nameOf(element), turn };
}

function nameOf(element: HTMLElement): string {
  return element.getAttribute('aria-label') ?? element.textContent ?? '';
}

function refugeOf(page: HTMLElement, { element, name, turn }: Place): HTMLElement | null {
  if (turn < 0 || isAnswering(page)) return composerOf(page);
  const article = turnsOf(page)[turn];
  if (article === undefined) return page.querySelector<HTMLElement>('[role=log]');
  if (element.closest('.siblings') === null) return focusable(article);
  const arrows = [...article.querySelectorAll<HTMLElement>('.siblings button:enabled')];
  // At the last of several answers, the way back is the next best to the way on.
  return arrows.find((arrow) => nameOf(arrow) === name) ?? arrows[0] ?? focusable(article);
}

/** The turn itself, and none of its buttons: the next Enter must not ask for anything. */
function focusable(article: HTMLElement): HTMLElement {
  article.tabIndex = -1;
  return article;
}
