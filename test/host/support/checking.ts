import * as vscode from 'vscode';
import { useStandIns } from './standIns.ts';
import { ShownPick } from './steps.ts';

/** A quick pick with check boxes that was shown. */
export interface SeenChecks {
  title: string;
  /** "label: description" of each row, without the separators. */
  rows: string[];
  /** The labels that were checked at first. */
  checked: string[];
}

/** What the person does in one such quick pick: accepts what is checked, checks only these labels, or cancels. */
export type Checks = 'as offered' | 'leave' | 'all' | readonly string[];

/**
 * Stands in for the person at quick picks with check boxes, one answer for each; after the last one the person cancels. The quick
 * picks themselves are VS Code's.
 */
export function useChecking(): (...answers: Checks[]) => SeenChecks[] {
  const { createQuickPick } = vscode.window;
  const replace = useStandIns(vscode.window);
  return (...answers) => {
    const seen: SeenChecks[] = [];
    const left = [...answers];
    replace({
      createQuickPick: () => {
        const shown = new ShownPick(createQuickPick());
        shown.onDidShow(() => {
          seen.push({ title: shown.pick.title ?? '', rows: shown.rows, checked: shown.checked });
          const checks = left.shift() ?? 'leave';
          if (checks === 'leave') shown.escape();
          else accept(shown, checks);
        });
        return shown.proxy;
      },
    });
    return seen;
  };
}

function accept(shown: ShownPick, checks: Exclude<Checks, 'leave'>): void {
  const { pick } = shown;
  if (checks === 'all') pick.selectedItems = pick.items;
  else if (checks !== 'as offered')
    pick.selectedItems = pick.items.filter(({ label }) => checks.includes(label));
  shown.accept();
}
