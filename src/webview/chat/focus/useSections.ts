import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { isShown, showTurn, turnsIn } from './useTabStops.ts';

/** F6 goes round the header, each transcript, the vote on a comparison and the composer; with Shift the other way. */
export function useSections(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current;
    if (element === null) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      // Or VS Code would move on to its next part.
      event.stopPropagation();
      const sections = sectionsOf(element);
      const at = sections.findIndex(({ area }) => area.contains(document.activeElement));
      const next = Math.max(0, at) + (event.shiftKey ? sections.length - 1 : 1);
      sections[next % sections.length]?.focus();
    };
    element.addEventListener('keydown', press);
    return () => element.removeEventListener('keydown', press);
  }, [page]);
}

/** What a section is about, whatever buttons stand before it. */
const heart = '[role=log], .composer textarea';

interface Section {
  area: Element;
  focus(): void;
}

/** In the order of the page; the first one also stands for what is in none, such as the settings. */
function sectionsOf(page: HTMLElement): Section[] {
  const parts = page.querySelectorAll<HTMLElement>('.top-row, .transcript-frame, .vote, .composer-area');
  return (
    [...parts]
      .filter(isShown)
      // The head of a column belongs to its transcript.
      .map((part) => ({ area: part.closest('.column') ?? part, focus: () => focusIn(part) }))
  );
}

function focusIn(area: HTMLElement): void {
  const turn = turnsIn(area).at(-1);
  if (turn) showTurn(turn);
  else (area.querySelector<HTMLElement>(heart) ?? area.querySelector<HTMLElement>('button:enabled'))?.focus();
}
