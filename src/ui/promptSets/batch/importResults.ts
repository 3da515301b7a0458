import * as vscode from 'vscode';
import { errorCode } from '../../../core/files/errorCode.ts';
import { fileNameOf } from '../../../core/files/filePath.ts';
import { TakenError } from '../../../core/files/ownedFile.ts';
import {
  type BatchOutput,
  type ImportSummary,
  importBatch,
  type Replaced,
} from '../../../core/promptSets/batch/importBatch.ts';
import { Checker } from '../../../core/promptSets/checker.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { areAllowed, droppedUri, placeOf } from '../../chats/attachments/droppedUris.ts';
import { UserFacingError } from '../../shared/errors/userFacingError.ts';
import { isAgreed, sayInfo, sayWarning } from '../../shared/messages.ts';
import { cancellable } from '../../shared/stoppable.ts';
import { plural, t } from '../../shared/text/t.ts';
import type { RunServices } from '../runServices.ts';
import { runTitle } from '../view/runRow.ts';
import { whyNotClaimed } from '../view/withRun.ts';
import { bytesOf, readingError } from './batchFile.ts';
import { importRemarks, importText, replaceDetail, replaceQuestion } from './importText.ts';

/**
 * *Import Results…*: takes in files with a batch's results, says what came, and shows it. `dropped`: the files' addresses, as a page
 * has told; without them, the user is asked.
 */
export async function importResults(
  file: RunFile,
  dropped: readonly string[] | undefined,
  services: Pick<RunServices, 'runs' | 'log' | 'documents' | 'openRun'>,
): Promise<void> {
  const uris = dropped ? await droppedFiles(dropped) : await chooseFiles(file);
  if (uris.length > 0) await importFiles(file, uris, services);
}

/** Asks the user before files are read that are not certainly in the workspace. */
async function droppedFiles(texts: readonly string[]): Promise<readonly vscode.Uri[]> {
  const uris = texts.flatMap((text) => droppedUri(text) ?? []);
  const places = await Promise.all(uris.map(placeOf));
  const others = uris.filter((_, at) => places[at] === 'outside');
  const question = plural(
    others.length,
    'Import a file from outside the workspace?',
    'Import {0} files from outside the workspace?',
  );
  return others.length === 0 || (await areAllowed(others, question, t('Import'))) ? uris : [];
}

/** Begins where the run's requests are. */
async function chooseFiles(file: RunFile): Promise<readonly vscode.Uri[]> {
  const title = t('Import Results: {0}', runTitle(file.run));
  const { exported } = file.index;
  const filters = {
    [t('Results of a batch')]: ['jsonl', 'ndjson', 'json', 'gz', 'txt'],
    [t('All files')]: ['*'],
  };
  const options = { title, canSelectMany: true, openLabel: t('Import'), filters };
  const place = exported && { defaultUri: vscode.Uri.parse(exported.folder) };
  return (await vscode.window.showOpenDialog({ ...options, ...place })) ?? [];
}

async function importFiles(
  file: RunFile,
  uris: readonly vscode.Uri[],
  services: Pick<RunServices, 'runs' | 'log' | 'documents' | 'openRun'>,
): Promise<void> {
  const { runs, openRun, log } = services;
  const elsewhere = t('This run is open in another window. Import the results there.');
  const why = await whyNotClaimed(file, services, elsewhere);
  if (why !== undefined) return void sayWarning(t('Nothing was imported. {0}', why));
  let summary: ImportSummary | undefined;
  try {
    summary = await runs.inTurn(file.run.id, () =>
      cancellable(t('Importing results of {0}', runTitle(file.run)), (say, signal) =>
        readAll(file, uris, { say, signal, log }),
      ),
    );
  } finally {
    await file.release();
  }
  if (!summary)
    return void sayWarning(
      t(
        'Canceled. {0} of {1} are answered; import the files again for the rest.',
        file.index.answered,
        file.index.size,
      ),
    );
  const others = summary.others.size > 0 ? await runs.store.list() : [];
  // By then VS Code has taken the progress off, and the page shows the same figures.
  await openRun(file.run.id);
  void tellImported(summary, importRemarks(summary, others), file, services);
}

interface Reading extends Pick<RunServices, 'log'> {
  say: (message: string, increment?: number) => void;
  signal: AbortSignal;
}

/** Asks before a person's or a judge's work on the answers that are here goes with them. */
function mayReplace(replaced: Replaced): Promise<boolean> {
  return isAgreed(replaceQuestion(replaced), replaceDetail(replaced), t('Replace'), t('Keep Ours'));
}

/** Resolves with `undefined` if the user cancels. */
async function readAll(
  file: RunFile,
  uris: readonly vscode.Uri[],
  { say, signal, log }: Reading,
): Promise<ImportSummary | undefined> {
  const sizes = await Promise.all(uris.map(sizeOf));
  const total = sizes.reduce((sum, size) => sum + size, 1);
  let [read, shown] = [0, 0];
  const onRead = (bytes: number) => {
    read += bytes;
    const increment = Math.floor((100 * read) / total) - shown;
    if (increment === 0) return;
    shown += increment;
    say(t('{0} of {1} answered', file.index.answered, file.index.size), increment);
  };
  const outputs = uris.map(
    (uri): BatchOutput => ({
      name: fileNameOf(uri.path),
      bytes: () => bytesOf(uri, onRead),
    }),
  );
  try {
    return await importBatch(file, outputs, { checker: new Checker(), log, mayReplace }, signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw keepingError(error);
  }
}

async function sizeOf(uri: vscode.Uri): Promise<number> {
  try {
    return (await vscode.workspace.fs.stat(uri)).size;
  } catch (error) {
    throw readingError(uri, error);
  }
}

/** Returns what to tell the user if results can't be kept; any other error as it is. */
function keepingError(error: unknown): unknown {
  if (error instanceof TakenError)
    return new UserFacingError(
      t('Another window has taken this run over. Import the results there; what came before is kept.'),
    );
  const code = error instanceof UserFacingError ? undefined : errorCode(error);
  if (code === undefined) return error;
  return new UserFacingError(
    t("The results can't be written to this disk ({0}). Free up disk space, then import them again.", code),
    { cause: error },
  );
}

async function tellImported(
  summary: ImportSummary,
  remarks: readonly string[],
  { run }: RunFile,
  { documents }: Pick<RunServices, 'documents'>,
): Promise<void> {
  const text = importText(summary);
  const [first] = remarks;
  const said = `${runTitle(run)}: ${text}`;
  if (first === undefined) return void sayInfo(said);
  if (remarks.length === 1) return void sayWarning(`${said} ${first}`);
  const showAll = t('Show All');
  const more = plural(remarks.length - 1, '… and 1 more.', '… and {0} more.');
  if ((await sayWarning(`${said} ${first} ${more}`, showAll)) === showAll)
    await documents.open(run.id, `${t('Import')}.txt`, [text, '', ...remarks, ''].join('\n'));
}
