import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { showTurn, turnsIn } from './useTabStops.ts';

/** F6 goes round the header, the transcript and the composer; with Shift the other way. */
export function useSections(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current;
    if (element === null) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      // Or VS Code would move on to its next part.
      event.stopPropagation();
      const order = [focusHeader, focusTranscript, focusComposer];
      const at = sectionOf(element, document.activeElement);
      order[(at + (event.shiftKey ? order.length - 1 : 1)) % order.length]?.(element);
    };
    element.addEventListener('keydown', press);
    return () => element.removeEventListener('keydown', press);
  }, [page]);
}

function sectionOf(page: HTMLElement, focused: Element | null): number {
  if (page.querySelector('.composer-area')?.contains(focused)) return 2;
  return page.querySelector('.transcript-frame')?.contains(focused) ? 1 : 0;
}

function focusHeader(page: HTMLElement): void {
  page.querySelector<HTMLElement>('.top-row button')?.focus();
}

function focusTranscript(page: HTMLElement): void {
  const turn = turnsIn(page).at(-1);
  if (turn) showTurn(turn);
  else page.querySelector<HTMLElement>('[role=log]')?.focus();
}

function focusComposer(page: HTMLElement): void {
  page.querySelector<HTMLElement>('.composer textarea')?.focus();
}
