import * as vscode from 'vscode';
import type { Run } from '../../../core/promptSets/run/runRecord.ts';
import type { NamedConnections } from '../../../core/promptSets/words/runFacts.ts';
import { withoutIcons } from '../../shared/messages.ts';
import { below } from '../../shared/pickStep.ts';
import { runLine, runTitle } from './runRow.ts';

interface Item extends vscode.QuickPickItem {
  id?: string;
}

/** Lets the user choose one of some runs, or a further item. Resolves with its id, or with `undefined` if the user cancels. */
export async function pickRun(
  runs: readonly Run[],
  connections: NamedConnections,
  look: { title: string; placeHolder: string },
  { first = [], last = [] }: { first?: readonly Item[]; last?: readonly Item[] } = {},
): Promise<string | undefined> {
  const items = runs.map(
    (run): Item => ({
      label: withoutIcons(runTitle(run)),
      description: withoutIcons(runLine(run, connections)),
      id: run.id,
    }),
  );
  const all: Item[] = [...first, ...(first.length > 0 ? below('', items) : items), ...below('', last)];
  return (await vscode.window.showQuickPick(all, { ...look, matchOnDescription: true }))?.id;
}
