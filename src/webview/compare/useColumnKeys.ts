import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { showTurn, transcriptsIn, turnsIn } from '../chat/focus/useTabStops.ts';

/** Alt+← and Alt+→ go from a turn to the one beside it in the next column; from elsewhere to the first column or the last. */
export function useColumnKeys(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current;
    if (element === null) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      // There, these keys move the cursor on a Mac.
      if (document.activeElement?.matches('textarea, input, select')) return;
      const turn = turnBeside(element, event.key === 'ArrowRight' ? 1 : -1);
      if (!turn) return;
      event.preventDefault();
      // Or VS Code would go back in its history.
      event.stopPropagation();
      showTurn(turn);
    };
    element.addEventListener('keydown', press);
    return () => element.removeEventListener('keydown', press);
  }, [page]);
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
