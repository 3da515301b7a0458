import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { topOf } from '../scrolling/places.ts';
import { cellsIn, isShown, showTurn, turnsIn, uncover } from './turns.ts';

const stops = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/** The parts that Tab goes through as a whole: a question, or its answers. */
const units = '.user-turn, .answers';

/**
 * The keys of the page. Tab stops only in one question or in its answers: where the focus was last, or else at the end, since a long chat
 * has hundreds of buttons. Alt+↑ and Alt+↓ move from turn to turn in a column, from the last one to the composer, and from there back;
 * Alt+← and Alt+→ from an answer to the one beside it, or to the next tab; from elsewhere, to the last or the first column. F6 moves from
 * the area above the turns to the turns, the composer and round again; with Shift, the other way. A digit votes on the question in view
 * unless the focus is in the composer; all else that is typed goes there.
 */
export function usePageKeys(page: RefObject<HTMLElement | null>): void {
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
      if (!next) return pressElsewhere(event, element);
      event.preventDefault();
      // Otherwise VS Code would use the key, too.
      event.stopPropagation();
      if (next.tagName === 'ARTICLE') showTurn(next);
      else {
        next.focus();
        uncover(next);
      }
    };
    // Here, since keys count while nothing has the focus, too.
    const { body } = document;
    element.addEventListener('focusin', note);
    body.addEventListener('keydown', press);
    return () => {
      element.removeEventListener('focusin', note);
      body.removeEventListener('keydown', press);
    };
  }, [page]);
}

/** Returns where this key moves the focus; `undefined` if the key is not ours, or if the browser moves it by itself. */
function nextFocus(
  event: KeyboardEvent,
  page: HTMLElement,
  current: Element | undefined,
  column: number,
): HTMLElement | null | undefined {
  const from = document.activeElement;
  if (from === null || !page.contains(from)) return undefined;
  if (event.key === 'F6' && !event.altKey) return nextSection(page, from, event.shiftKey);
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

function nextSection(page: HTMLElement, from: Element, isBack: boolean): HTMLElement | null | undefined {
  // The log contains the heads of columns, too.
  const isInTurns = from.closest('.transcript-frame') && !from.closest('.top-row, .settings, .heads');
  const at = from.closest('.composer-area') ? 2 : isInTurns ? 1 : 0;
  return sections[(at + (isBack ? sections.length - 1 : 1)) % sections.length]?.(page);
}

/** Return the element to focus in each section, in the order of the page. */
const sections: readonly ((page: HTMLElement) => HTMLElement | null | undefined)[] = [
  // The heads of columns stay in view; the row above them is one Shift+Tab away.
  (page) => firstButton(page, '.heads') ?? firstButton(page, '.top-row'),
  (page) => turnsIn(page).at(-1) ?? page.querySelector<HTMLElement>('[role=log]'),
  (page) => page.querySelector<HTMLElement>('.composer textarea'),
];

function firstButton(page: HTMLElement, area: string): HTMLElement | null {
  return page.querySelector<HTMLElement>(`${area} button:enabled:not([tabindex="-1"])`);
}

function pressElsewhere(event: KeyboardEvent, page: HTMLElement): void {
  const { key, altKey, shiftKey } = event;
  // In a text field, these keys are text, or move the cursor on a Mac.
  if (document.activeElement?.matches('textarea, select, input:not([type=checkbox])')) return;
  if (!altKey) {
    const choice = shiftKey || !canVote(page) ? undefined : choiceFor(page, key);
    // With the focus, a choice that can't be made says why.
    if (!choice) {
      if (isText(key, page)) page.querySelector<HTMLElement>('.composer textarea')?.focus();
    } else if (choice.ariaDisabled !== 'true') choice.click();
    else {
      choice.focus();
      uncover(choice);
    }
    return;
  }
  if (shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight') || !page.matches('.several')) return;
  event.preventDefault();
  // Otherwise VS Code would go back in its history, even from the outermost column.
  event.stopPropagation();
  const step = key === 'ArrowRight' ? 1 : -1;
  const tabs = [...page.querySelectorAll<HTMLElement>('[role=tab]')];
  const next = tabs[tabs.findIndex((tab) => tab.ariaSelected === 'true') + step];
  if (tabs.length === 0) showTurnBeside(page, step);
  next?.click();
  next?.focus();
}

/** A digit that is typed at a button of the message begins a text. */
function canVote(page: HTMLElement): boolean {
  return page.matches('.several') && !document.activeElement?.closest('.composer-area');
}

/** True for what is meant for the message, though typed on the button that opened a pick: not Space, which presses it, nor a vote. */
function isText(key: string, page: HTMLElement): boolean {
  return key.length === 1 && key !== ' ' && !(/\d/u.test(key) && canVote(page));
}

function showTurnBeside(page: HTMLElement, step: 1 | -1): void {
  const { activeElement } = document;
  const row = activeElement?.closest('.turn-row') ?? [...page.querySelectorAll('.turn-row')].at(-1);
  const turns = row ? cellsIn(row).filter((turn) => turn !== undefined) : [];
  const from = turns.findIndex((turn) => turn.contains(activeElement));
  const turn = from < 0 ? turns.at(step > 0 ? 0 : -1) : turns[from + step];
  if (turn) showTurn(turn);
}

/**
 * Returns the button of the vote that this digit stands for, on the question in view: the one with the focus, else the lowest whose
 * vote is wholly visible.
 */
function choiceFor(page: HTMLElement, key: string): HTMLElement | null | undefined {
  if (!/^[0-4]$/u.test(key)) return undefined;
  const log = page.querySelector('[role=log]');
  const focused = document.activeElement?.closest('.turn-row')?.querySelector('.choices');
  const inSight = () =>
    [...page.querySelectorAll('.choices')].findLast((vote) => {
      const { top, bottom } = vote.getBoundingClientRect();
      return log && top >= topOf(log) && bottom <= log.getBoundingClientRect().bottom;
    });
  return (focused ?? inSight())?.querySelector<HTMLElement>(`[data-key="${key}"]`);
}
