import * as vscode from 'vscode';
import {
  type ExportedBatch,
  exportBatch,
  namesTaken,
  writtenNames,
} from '../../../core/promptSets/batch/exportBatch.ts';
import type { BatchWriter } from '../../../core/promptSets/batch/exportInto.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { WrittenBatch } from '../../../core/promptSets/run/runRecord.ts';
import { isAgreed, sayInfo, sayWarning } from '../../shared/messages.ts';
import { cancellable } from '../../shared/stoppable.ts';
import { shownPath } from '../../shared/text/shownPath.ts';
import { listText, numberText, plural, t } from '../../shared/text/t.ts';
import { sizeText } from '../../shared/text/unitText.ts';
import type { RunServices } from '../runServices.ts';
import { runTitle } from '../view/runRow.ts';
import type { CommandServices } from './commandText.ts';
import { copyCommand } from './copyCommand.ts';
import { writeBatch } from './writeBatch.ts';

/** So many files are named. */
const maxNamed = 4;

/** Lets the user choose the folder for a set's files, and asks before others are replaced there. `taken` tells which are. */
export async function chooseFolder(
  title: string,
  taken: (names: readonly string[]) => string[],
): Promise<vscode.Uri | undefined> {
  const options = { canSelectFolders: true, canSelectFiles: false, openLabel: t('Export Here') };
  const [folder] = (await vscode.window.showOpenDialog({ title, ...options })) ?? [];
  if (!folder) return undefined;
  // What can't be listed can't be written to either, which then says why.
  const listed = await Promise.resolve(vscode.workspace.fs.readDirectory(folder)).catch(() => []);
  const names = taken(listed.map(([name]) => name));
  const [first] = names;
  if (first === undefined) return folder;
  const question =
    names.length === 1 ? t('Replace {0}?', first) : t('Replace {0} files?', numberText(names.length));
  const detail = t('{0}. The results of an earlier export can still be imported.', namedText(names));
  return (await isAgreed(question, detail, t('Replace'))) ? folder : undefined;
}

function namedText(names: readonly string[]): string {
  const more = names.length - maxNamed;
  return listText(more > 0 ? [...names.slice(0, maxNamed), plural(more, '1 more', '{0} more')] : [...names]);
}

/** *Export for Batch…* and *Export Missing* of a run: asks for a folder. */
export async function exportForBatch(
  file: RunFile,
  isMissingOnly: boolean,
  services: CommandServices & Pick<RunServices, 'runs'>,
): Promise<void> {
  const { run, index } = file;
  if (services.runs.asking(run.id)) {
    const why = t('Requests are being sent. Stop the run, or wait for its end.');
    return void sayWarning(t('Nothing was exported. {0}', why));
  }
  if (isMissingOnly && index.answered === index.size)
    return void sayInfo(t('Nothing is missing: there is an answer to each request.'));
  const title = isMissingOnly
    ? t('Export Missing: {0}', runTitle(run))
    : t('Export for Batch: {0}', runTitle(run));
  const folder = await chooseFolder(title, (names) => namesTaken(run, isMissingOnly, names));
  if (folder) await exportTo(folder, file, isMissingOnly, services);
}

/** Writes the files and says what was written. The run waits for results from then on. */
export async function exportTo(
  folder: vscode.Uri,
  file: RunFile,
  isMissingOnly: boolean,
  services: CommandServices & Pick<RunServices, 'runs'>,
): Promise<void> {
  const wireNames = await Promise.all(file.run.models.map((model) => services.catalogs.wireName(model)));
  const written = await cancellable(t('Exporting {0}', runTitle(file.run)), (say, signal) => {
    const write: BatchWriter = (open) => exportBatch(file, open, { wireNames, isMissingOnly, signal });
    const onWritten = (bytes: number) => say(sizeText(bytes));
    return writeBatch(folder, write, onWritten, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  });
  if (!written) return void sayInfo(t('Canceled. Nothing was exported.'));
  const batch = { folder: folder.toString(), files: written.files, wireNames };
  await keep(file, batch);
  void tellWritten(folder, written, () => copyCommand(file.run, batch, services));
}

/** Keeps in the run where its files are. A run that another window has can be exported, too. */
async function keep(file: RunFile, batch: WrittenBatch): Promise<void> {
  if (!(await file.claim())) return;
  try {
    await file.add({ is: 'exported', ...batch, at: Date.now() });
  } finally {
    await file.release();
  }
}

/** Says what was written, and offers what is next. */
export async function tellWritten(
  folder: vscode.Uri,
  written: ExportedBatch,
  copy: () => Promise<void>,
): Promise<void> {
  const names = writtenNames(written);
  const said = plural(
    written.requests,
    '1 request was written to {1}: {2}.',
    '{0} requests were written to {1}: {2}.',
    shownPath(folder),
    namedText(names),
  );
  const isHere = folder.scheme === 'file' && vscode.env.remoteName === undefined;
  const [open, copying] = [isHere ? t('Open Folder') : t('Open'), t('Copy Command…')];
  const chosen = await sayInfo(said, open, copying);
  const first = vscode.Uri.joinPath(folder, names[0] ?? '');
  if (chosen === copying) await copy();
  else if (chosen === open)
    await (isHere
      ? vscode.commands.executeCommand('revealFileInOS', first)
      : vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(folder, names.at(-1) ?? ''), {
          preview: false,
        }));
}
