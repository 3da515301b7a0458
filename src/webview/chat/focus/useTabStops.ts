import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

const stops = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/**
 * Lets Tab stop in one turn only of each transcript, the one that had the focus last, or else the last one: a long chat has
 * hundreds of buttons. Alt+↑ and Alt+↓ go from turn to turn, at the end to the composer and from there back.
 */
export function useTabStops(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current;
    if (element === null) return;
    /** By transcript. */
    const current = new WeakMap<Element, HTMLElement>();
    let lastLog: Element | undefined;
    const note = ({ target }: FocusEvent) => {
      const turn = target instanceof Element ? turnOf(target) : undefined;
      const log = turn?.closest('[role=log]');
      if (!turn || !log) return;
      current.set(log, turn);
      lastLog = log;
    };
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
      const reachable = transcriptsIn(element).flatMap((log) => {
        const noted = current.get(log);
        return (noted?.isConnected ? noted : turnsIn(log).at(-1)) ?? [];
      });
      const log = lastLog?.isConnected && isShown(lastLog) ? lastLog : transcriptsIn(element)[0];
      const next = nextFocus(event, element, reachable, log);
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

/** The turns of a page, or of a transcript. */
export function turnsIn(page: Element): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('article')];
}

/** One in a chat, several in a comparison. */
export function transcriptsIn(page: Element): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('[role=log]')].filter(isShown);
}

/** False behind another tab. */
export function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

function turnOf(element: Element): HTMLElement | undefined {
  return element.closest<HTMLElement>('article') ?? undefined;
}

/**
 * Returns where this key moves the focus; `undefined` if it is not ours, or the browser knows. `log`: the transcript that had the
 * focus last.
 */
function nextFocus(
  event: KeyboardEvent,
  page: HTMLElement,
  reachable: readonly HTMLElement[],
  log: Element | undefined,
): HTMLElement | undefined {
  const from = document.activeElement;
  if (from === null || !page.contains(from)) return undefined;
  if (event.key === 'Tab' && !event.altKey) return nextStop(page, from, reachable, event.shiftKey);
  if (!event.altKey || event.shiftKey) return undefined;
  // On a Mac, these keys move the cursor by paragraphs.
  if (navigator.userAgent.includes('Mac') && from instanceof HTMLTextAreaElement && from.value !== '')
    return undefined;
  if (event.key === 'ArrowUp') return turnBefore(log, from);
  return event.key === 'ArrowDown' ? turnAfter(page, from) : undefined;
}

function nextStop(
  page: HTMLElement,
  from: Element,
  reachable: readonly HTMLElement[],
  isBack: boolean,
): HTMLElement | undefined {
  const reached = [...page.querySelectorAll<HTMLElement>(stops)].filter((one) => {
    const turn = turnOf(one);
    return (
      (!turn || reachable.includes(turn)) && one.tabIndex >= 0 && !one.matches(':disabled') && isShown(one)
    );
  });
  const side = isBack ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const onSide = reached.filter((one) => (from.compareDocumentPosition(one) & side) !== 0);
  const next = isBack ? onSide.at(-1) : onSide[0];
  // Outside of the transcripts the browser's own way is the same.
  const isNear = transcriptsIn(page).some((log) => log.contains(from) || log.contains(next ?? null));
  return isNear ? next : undefined;
}

/** `log`: where to go from outside of the transcripts. */
function turnBefore(log: Element | undefined, from: Element): HTMLElement | undefined {
  const around = from.closest('[role=log]') ?? log;
  const turns = around ? turnsIn(around) : [];
  const at = turns.findIndex((turn) => turn.contains(from));
  return at < 0 ? turns.at(-1) : turns[at - 1];
}

function turnAfter(page: HTMLElement, from: Element): HTMLElement | undefined {
  const log = from.closest('[role=log]');
  const turns = log ? turnsIn(log) : [];
  const at = turns.findIndex((turn) => turn.contains(from));
  if (at < 0) return undefined;
  return turns[at + 1] ?? page.querySelector<HTMLElement>('.composer textarea') ?? undefined;
}
