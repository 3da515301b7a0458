import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { cellsIn, showTurn } from '../focus/turns.ts';
import { topOf } from '../scrolling/places.ts';

/**
 * Alt+← and Alt+→ move from an answer to the one beside it, or to the next tab; from elsewhere, to the last or the first column. A
 * digit votes on the question in view.
 */
export function useColumnKeys(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const element = page.current;
      if (element === null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      // In a text field, these keys are text, or move the cursor on a Mac.
      if (document.activeElement?.matches('textarea, select, input:not([type=checkbox])')) return;
      if (!event.altKey) {
        choiceFor(element, event.key)?.click();
        return;
      }
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      if (!element.matches('.several')) return;
      event.preventDefault();
      // Otherwise VS Code would go back in its history, even from the outermost column.
      event.stopPropagation();
      const step = event.key === 'ArrowRight' ? 1 : -1;
      const tabs = [...element.querySelectorAll<HTMLElement>('[role=tab]')];
      if (tabs.length === 0) return showTurnBeside(element, step);
      const next = tabs[tabs.findIndex((tab) => tab.ariaSelected === 'true') + step];
      next?.click();
      next?.focus();
    };
    const body = document.body;
    body.addEventListener('keydown', press);
    return () => body.removeEventListener('keydown', press);
  }, [page]);
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
