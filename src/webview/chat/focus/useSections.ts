import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { showTurn, turnsIn } from './turns.ts';

/** F6 moves the focus from the area above the turns to the turns, the composer and round again; with Shift, the other way. */
export function useSections(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current;
    if (element === null) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      // Otherwise VS Code would move the focus out of the page.
      event.stopPropagation();
      const at = sectionOf(document.activeElement);
      const next = sections[(at + (event.shiftKey ? sections.length - 1 : 1)) % sections.length];
      next?.(element)?.focus();
    };
    element.addEventListener('keydown', press);
    return () => element.removeEventListener('keydown', press);
  }, [page]);
}

/** Return the element to focus in each section, in the order of the page. */
const sections: readonly ((page: HTMLElement) => HTMLElement | null | undefined)[] = [
  // The heads of columns stay in view; the row above them is one Shift+Tab away.
  (page) => firstButton(page, '.heads') ?? firstButton(page, '.top-row'),
  (page) => {
    const turn = turnsIn(page).at(-1);
    if (turn) showTurn(turn);
    return turn ?? page.querySelector<HTMLElement>('[role=log]');
  },
  (page) => page.querySelector<HTMLElement>('.composer textarea'),
];

function firstButton(page: HTMLElement, area: string): HTMLElement | null {
  return page.querySelector<HTMLElement>(`${area} button:enabled:not([tabindex="-1"])`);
}

function sectionOf(element: Element | null): number {
  if (element?.closest('.composer-area')) return 2;
  // The log contains the heads of columns, too.
  return element?.closest('.transcript-frame') && !element.closest('.top-row, .settings, .heads') ? 1 : 0;
}
