import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { cellsIn, isShown, showTurn, turnsIn, uncover } from './turns.ts';

const stops = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/** The parts that Tab goes through as a whole: a question, or its answers. */
const units = '.user-turn, .answers';

/**
 * Lets Tab stop only in one question or in its answers: where the focus was last, or else at the end, since a long chat has
 * hundreds of buttons. Alt+↑ and Alt+↓ move from turn to turn in a column, from the last one to the composer, and from there back.
 */
export function useTabStops(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current;
    if (element === null) return;
    let current: Element | undefined;
    /** Index of the column of the last focused element in an answer's cell. */
    let column = 0;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      current = target.closest(units) ?? current;
      const row = target.closest('.turn-row');
      const at = row ? cellsIn(row).findIndex((turn) => turn?.contains(target)) : -1;
      if (at >= 0) column = at;
    };
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
      const next = nextFocus(event, element, current, column);
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      if (next.tagName === 'ARTICLE') showTurn(next);
      else {
        next.focus();
        uncover(next);
      }
    };
    element.addEventListener('focusin', note);
    element.addEventListener('keydown', press);
    return () => {
      element.removeEventListener('focusin', note);
      element.removeEventListener('keydown', press);
    };
  }, [page]);
}

/** Returns where this key moves the focus; `undefined` if the key is not ours, or if the browser moves it by itself. */
function nextFocus(
  event: KeyboardEvent,
  page: HTMLElement,
  current: Element | undefined,
  column: number,
): HTMLElement | undefined {
  const from = document.activeElement;
  if (from === null || !page.contains(from)) return undefined;
  if (event.key === 'Tab' && !event.altKey) return nextStop(page, from, current, event.shiftKey);
  if (!event.altKey || event.shiftKey) return undefined;
  // On a Mac, these keys move the cursor by paragraphs.
  if (navigator.userAgent.includes('Mac') && from instanceof HTMLTextAreaElement && from.value !== '')
    return undefined;
  if (event.key === 'ArrowUp') return turnBeside(page, from, column, true);
  return event.key === 'ArrowDown' ? turnBeside(page, from, column, false) : undefined;
}

function nextStop(
  page: HTMLElement,
  from: Element,
  current: Element | undefined,
  isBack: boolean,
): HTMLElement | undefined {
  const reachable = current?.isConnected ? current : turnsIn(page).at(-1)?.closest(units);
  const reached = [...page.querySelectorAll<HTMLElement>(stops)].filter((one) => {
    const unit = one.closest(units);
    return (!unit || unit === reachable) && one.tabIndex >= 0 && !one.matches(':disabled') && isShown(one);
  });
  const side = isBack ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const onSide = reached.filter((one) => (from.compareDocumentPosition(one) & side) !== 0);
  const next = isBack ? onSide.at(-1) : onSide[0];
  // Outside of the transcript, the browser would move the focus to the same element.
  const log = page.querySelector('[role=log]');
  return log?.contains(from) || log?.contains(next ?? null) ? next : undefined;
}

/**
 * Returns the turn before or after this one, in this column if it has one there. From elsewhere, going back leads to the last turn;
 * going on from the last turn leads to the composer.
 */
function turnBeside(page: Element, from: Element, column: number, isBack: boolean): HTMLElement | undefined {
  const turns = [...page.querySelectorAll('.turn-row')].flatMap((row) => {
    const cells = cellsIn(row);
    const answer = cells.find((turn) => turn?.contains(from)) ?? cells[column] ?? cells.find(Boolean);
    const question = row.querySelector<HTMLElement>('.user-turn');
    return [question, answer].filter((turn) => turn instanceof HTMLElement);
  });
  const at = turns.findIndex((turn) => turn.contains(from));
  if (isBack) return at < 0 ? turns.at(-1) : turns[at - 1];
  if (at < 0) return undefined;
  return turns[at + 1] ?? page.querySelector<HTMLElement>('.composer textarea') ?? undefined;
}

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
