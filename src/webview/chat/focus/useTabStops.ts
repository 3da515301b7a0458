import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

const stops = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/**
 * Lets Tab stop in one turn only, the one that had the focus last, or else the last one: a long chat has hundreds of
 * buttons. Alt+↑ and Alt+↓ go from turn to turn, at the end to the composer and from there back.
 */
export function useTabStops(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current;
    if (element === null) return;
    let current: HTMLElement | undefined;
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element) current = turnOf(target) ?? current;
    };
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
      const turn = current?.isConnected ? current : turnsIn(element).at(-1);
      const next = nextFocus(event, element, turn);
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      if (next.tagName === 'ARTICLE') showTurn(next);
      else next.focus();
    };
    element.addEventListener('focusin', note);
    element.addEventListener('keydown', press);
    return () => {
      element.removeEventListener('focusin', note);
      element.removeEventListener('keydown', press);
    };
  }, [page]);
}

/** Moves the focus to a turn, and its beginning into sight. */
export function showTurn(turn: HTMLElement): void {
  turn.focus({ preventScroll: true });
  const room = turn.closest('[role=log]')?.clientHeight ?? 0;
  turn.scrollIntoView({ block: turn.offsetHeight > room ? 'start' : 'nearest' });
}

export function turnsIn(page: HTMLElement): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('article')];
}

function turnOf(element: Element): HTMLElement | undefined {
  return element.closest<HTMLElement>('article') ?? undefined;
}

/** Returns where this key moves the focus; `undefined` if it is not ours, or the browser knows. */
function nextFocus(
  event: KeyboardEvent,
  page: HTMLElement,
  current: HTMLElement | undefined,
): HTMLElement | undefined {
  const from = document.activeElement;
  if (from === null || !page.contains(from)) return undefined;
  if (event.key === 'Tab' && !event.altKey) return nextStop(page, from, current, event.shiftKey);
  if (!event.altKey || event.shiftKey) return undefined;
  // On a Mac, these keys move the cursor by paragraphs.
  if (navigator.userAgent.includes('Mac') && from instanceof HTMLTextAreaElement && from.value !== '')
    return undefined;
  if (event.key === 'ArrowUp') return turnBefore(page, from);
  return event.key === 'ArrowDown' ? turnAfter(page, from) : undefined;
}

function nextStop(
  page: HTMLElement,
  from: Element,
  current: HTMLElement | undefined,
  isBack: boolean,
): HTMLElement | undefined {
  const reached = [...page.querySelectorAll<HTMLElement>(stops)].filter((one) => {
    const turn = turnOf(one);
    return (
      (!turn || turn === current) && one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility()
    );
  });
  const side = isBack ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const onSide = reached.filter((one) => (from.compareDocumentPosition(one) & side) !== 0);
  const next = isBack ? onSide.at(-1) : onSide[0];
  const log = page.querySelector('[role=log]');
  // Outside of the transcript the browser's own way is the same.
  return log?.contains(from) || log?.contains(next ?? null) ? next : undefined;
}

function turnBefore(page: HTMLElement, from: Element): HTMLElement | undefined {
  const turns = turnsIn(page);
  const at = turns.findIndex((turn) => turn.contains(from));
  return at < 0 ? turns.at(-1) : turns[at - 1];
}

function turnAfter(page: HTMLElement, from: Element): HTMLElement | undefined {
  const turns = turnsIn(page);
  const at = turns.findIndex((turn) => turn.contains(from));
  if (at < 0) return undefined;
  return turns[at + 1] ?? page.querySelector<HTMLElement>('.composer textarea') ?? undefined;
}
