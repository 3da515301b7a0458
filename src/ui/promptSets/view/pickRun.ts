import * as vscode from 'vscode';
import type { Run } from '../../../core/promptSets/run/runRecord.ts';
import { withoutIcons } from '../../shared/messages.ts';
import { dayAndTime } from '../../shared/text/time.ts';
import { runTitle, versusText } from './runRow.ts';

/** Lets the user choose one of some runs. Resolves with its id, or with `undefined` if the user cancels. */
export async function pickRun(
  runs: readonly Run[],
  look: { title: string; placeHolder: string },
): Promise<string | undefined> {
  const items = runs.map((run) => ({
    label: withoutIcons(runTitle(run)),
    description: withoutIcons(`${versusText(run.models)} · ${dayAndTime(run.createdAt)}`),
    id: run.id,
  }));
  return (await vscode.window.showQuickPick(items, { ...look, matchOnDescription: true }))?.id;
}
