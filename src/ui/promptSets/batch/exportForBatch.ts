import * as vscode from 'vscode';
import {
  batchName,
  type ExportedBatch,
  exportBatch,
  writtenNames,
} from '../../../core/promptSets/batch/exportBatch.ts';
import type { BatchWriter } from '../../../core/promptSets/batch/exportInto.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { Run, WrittenBatch } from '../../../core/promptSets/run/runRecord.ts';
import { isAgreed, sayInfo, sayWarning } from '../../shared/messages.ts';
import { cancellable } from '../../shared/stoppable.ts';
import { sizeText } from '../../shared/text/figureText.ts';
import { shownPath } from '../../shared/text/shownPath.ts';
import { listText, plural, t } from '../../shared/text/t.ts';
import type { RunParts } from '../runParts.ts';
import { runTitle } from '../view/runRow.ts';
import { writeBatch } from './writeBatch.ts';

export interface ExportParts extends Pick<RunParts, 'runs' | 'catalogs'> {
  /** Lets the user choose a command for the files, and copies it. */
  copyCommand: (run: Pick<Run, 'models'>, written: WrittenBatch) => Promise<void>;
}

/** So many files are named. */
const maxNamed = 4;

/** Lets the user choose the folder for a set's files, and asks before others are replaced there. */
export async function chooseFolder(title: string, about: string): Promise<vscode.Uri | undefined> {
  const options = { canSelectFolders: true, canSelectFiles: false, openLabel: t('Export Here') };
  const [folder] = (await vscode.window.showOpenDialog({ title, ...options })) ?? [];
  if (!folder) return undefined;
  const isThere = await vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, about)).then(
    () => true,
    () => false,
  );
  if (!isThere) return folder;
  const detail = t('They are of an earlier export. Its results can still be imported.');
  const isMeant = await isAgreed(t('Replace {0} and the files beside it?', about), detail, t('Replace'));
  return isMeant ? folder : undefined;
}

/** Returns the name of the file that says what is in the others. */
export function aboutName(setName: string, isMissingOnly: boolean): string {
  return `${batchName({ set: { name: setName } }, isMissingOnly)}.run.json`;
}

/** *Export for Batch…* and *Export Missing* of a run: asks for a folder. */
export async function exportForBatch(
  file: RunFile,
  isMissingOnly: boolean,
  parts: ExportParts,
): Promise<void> {
  const { run, index } = file;
  if (parts.runs.asking(run.id)) {
    const why = t('Requests are being sent. Stop the run, or wait for its end.');
    return void sayWarning(t('Nothing was exported. {0}', why));
  }
  if (isMissingOnly && index.missing().next().done)
    return void sayInfo(t('Nothing is missing: there is an answer to each request.'));
  const title = isMissingOnly
    ? t('Export Missing: {0}', runTitle(run))
    : t('Export for Batch: {0}', runTitle(run));
  const folder = await chooseFolder(title, aboutName(run.set.name, isMissingOnly));
  if (folder) await exportTo(folder, file, isMissingOnly, parts);
}

/** Writes the files and says what was written. The run waits for results from then on. */
export async function exportTo(
  folder: vscode.Uri,
  file: RunFile,
  isMissingOnly: boolean,
  parts: ExportParts,
): Promise<void> {
  const wireNames = await Promise.all(file.run.models.map((model) => parts.catalogs.wireName(model)));
  const written = await writeFiles(folder, file, (open, signal) =>
    exportBatch(file, open, { wireNames, isMissingOnly, signal }),
  );
  if (!written) return;
  const batch = { folder: folder.toString(), files: written.files, wireNames };
  await keep(file, batch, parts);
  void tellWritten(folder, written, () => parts.copyCommand(file.run, batch));
}

/** Writes files while the user waits; resolves with `undefined` if they cancel. */
export async function writeFiles<T extends ExportedBatch>(
  folder: vscode.Uri,
  { run }: RunFile,
  write: (open: Parameters<BatchWriter<T>>[0], signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const written = await cancellable(t('Exporting {0}', runTitle(run)), async (say, signal) => {
    const onWritten = (bytes: number) => say(sizeText(bytes));
    const writer: BatchWriter<T> = (open) => write(open, signal);
    return writeBatch(folder, writer, onWritten, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return undefined;
    });
  });
  if (!written) void sayInfo(t('Canceled. Nothing was exported.'));
  return written;
}

/** Keeps in the run where its files are. A run that another window has can be exported, too. */
async function keep(file: RunFile, batch: WrittenBatch, { runs }: Pick<ExportParts, 'runs'>): Promise<void> {
  if (!(await runs.claim(file))) return;
  try {
    await file.add({ is: 'exported', ...batch, at: Date.now() });
  } finally {
    await runs.release(file);
  }
}

/** Says what was written, and offers what is next. */
export async function tellWritten(
  folder: vscode.Uri,
  written: ExportedBatch,
  copyCommand: () => Promise<void>,
): Promise<void> {
  const names = writtenNames(written);
  const more = names.length - maxNamed;
  const shown = more > 0 ? [...names.slice(0, maxNamed), plural(more, '1 more', '{0} more')] : names;
  const said = plural(
    written.requests,
    '1 request was written to {1}: {2}.',
    '{0} requests were written to {1}: {2}.',
    shownPath(folder),
    listText(shown),
  );
  const isHere = folder.scheme === 'file' && vscode.env.remoteName === undefined;
  const [open, copy] = [isHere ? t('Open Folder') : t('Open'), t('Copy Command…')];
  const chosen = await sayInfo(said, open, copy);
  const first = vscode.Uri.joinPath(folder, names[0] ?? '');
  if (chosen === copy) await copyCommand();
  else if (chosen === open)
    await (isHere
      ? vscode.commands.executeCommand('revealFileInOS', first)
      : vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(folder, names.at(-1) ?? ''), {
          preview: false,
        }));
}
