import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { showTurn, transcriptsIn, turnsIn } from '../focus/useTabStops.ts';

/**
 * Alt+← and Alt+→ go from a turn to the one beside it in the next column, or to the next tab; from elsewhere to the first column or
 * the last.
 */
export function useColumnKeys(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current;
    if (element === null) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      // There, these keys move the cursor on a Mac.
      if (document.activeElement?.matches('textarea, select, input:not([type=checkbox])')) return;
      event.preventDefault();
      // Or VS Code would go back in its history, even from the outer column.
      event.stopPropagation();
      const step = event.key === 'ArrowRight' ? 1 : -1;
      const tabs = [...element.querySelectorAll<HTMLElement>('[role=tab]')];
      if (tabs.length > 0) showTab(tabs[tabs.findIndex(isSelected) + step]);
      else showTurnBeside(element, step);
    };
    element.addEventListener('keydown', press);
    return () => element.removeEventListener('keydown', press);
  }, [page]);
}

function isSelected(tab: HTMLElement): boolean {
  return tab.getAttribute('aria-selected') === 'true';
}

function showTab(tab: HTMLElement | undefined): void {
  tab?.click();
  tab?.focus();
}

function showTurnBeside(page: HTMLElement, step: 1 | -1): void {
  const turn = turnBeside(page, step);
  if (turn) showTurn(turn);
}

function turnBeside(page: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const logs = transcriptsIn(page);
  const columns = logs.map((log) => log.closest('.column'));
  const from = columns.findIndex((column) => column?.contains(document.activeElement));
  const log = logs[from < 0 ? (step > 0 ? 0 : logs.length - 1) : from + step];
  if (!log) return undefined;
  const turns = turnsIn(log);
  const here = logs[from];
  const at = here ? turnsIn(here).findIndex((turn) => turn.contains(document.activeElement)) : -1;
  return turns[at < 0 ? turns.length - 1 : Math.min(at, turns.length - 1)];
}
