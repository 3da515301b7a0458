import * as vscode from 'vscode';
import { keptSetLines } from '../../../core/promptSets/report/keptSet.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { exportFile } from '../../shared/exportFile.ts';
import { sayInfo } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';
import { runTitle } from './runRow.ts';

/** *Show Prompt Set*: opens the set's file; if that is gone, offers to save the prompts that the run has kept. */
export async function showSet(file: RunFile): Promise<void> {
  const set = await setFile(file);
  if (set) {
    await vscode.commands.executeCommand('vscode.open', set, { preview: true });
    return;
  }
  const save = t('Save Prompts…');
  const name = runTitle(file.run);
  const said = t(
    '{0} was moved or deleted. The run has kept its prompts, which can be saved as a set.',
    name,
  );
  if ((await sayInfo(said, save)) === save) await saveKeptSet(file);
}

async function saveKeptSet(file: RunFile): Promise<void> {
  await exportFile({
    title: t('Save Prompts'),
    name: runTitle(file.run).replace(/\.\w+$/u, ''),
    formats: [{ label: 'JSONL', description: '', suffix: 'jsonl', content: () => keptSetLines(file) }],
    said: (place) => [t('The prompts were saved to {0}.', place)],
  });
}

/** Returns where the run's set is; `undefined` if it is no longer there. */
export async function setFile({ run }: Pick<RunFile, 'run'>): Promise<vscode.Uri | undefined> {
  if (run.set.uri === undefined) return undefined;
  const uri = vscode.Uri.parse(run.set.uri);
  return vscode.workspace.fs.stat(uri).then(
    () => uri,
    () => undefined,
  );
}
