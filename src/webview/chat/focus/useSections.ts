import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { showTurn, turnsIn } from './turns.ts';

/** F6 goes round what stands above the turns, the turns and the composer; with Shift the other way. */
export function useSections(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current;
    if (element === null) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      // Or VS Code would move on to its next part.
      event.stopPropagation();
      const at = sectionOf(document.activeElement);
      const next = sections[(at + (event.shiftKey ? sections.length - 1 : 1)) % sections.length];
      next?.(element)?.focus();
    };
    element.addEventListener('keydown', press);
    return () => element.removeEventListener('keydown', press);
  }, [page]);
}

/** What gets the focus in each section, in the order of the page. */
const sections: readonly ((page: HTMLElement) => HTMLElement | null | undefined)[] = [
  // The heads of columns stay in sight; the row above them is one Shift+Tab away.
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
  // The log holds the heads of columns, too.
  return element?.closest('.transcript-frame') && !element.closest('.top-row, .settings, .heads') ? 1 : 0;
}
