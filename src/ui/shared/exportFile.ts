import * as vscode from 'vscode';
import { errorCode } from '../../core/files/errorCode.ts';
import { spooled } from '../../core/files/temporaryFiles.ts';
import { UserFacingError } from './errors/userFacingError.ts';
import { sayInfo, sayWarning } from './messages.ts';
import { cancellable } from './stoppable.ts';
import { homePath, shownPath } from './text/shownPath.ts';
import { t } from './text/t.ts';

/** A kind of file that an export can write. */
interface ExportFormat {
  /** E.g. "CSV". */
  label: string;
  /** What it is good for, e.g. "for a spreadsheet"; shown where the user chooses. */
  description: string;
  /** Without the dot. */
  suffix: string;
  /** Asks whether this is really meant, once it is chosen. */
  isWanted?(): Promise<boolean>;
  /** What is yielded piece by piece, since it may be too much for memory, is written as it comes. */
  content(): string | Promise<string | Uint8Array> | AsyncIterable<string>;
}

/** A format of more than one file, which is exported in a way of its own. */
interface FolderFormat extends Pick<ExportFormat, 'label' | 'description'> {
  exportFolder(): Promise<void>;
}

interface FileExport {
  title: string;
  /** The file name suggested by the dialog, without its suffix. */
  name: string;
  /** If there are several, the user chooses one first. */
  formats: readonly (ExportFormat | FolderFormat)[];
  /** Returns the sentence that says where the file went, and those on what is missing in it. */
  said(place: string): readonly string[];
  /** True if what is missing can't be exported later either. */
  isIncomplete?: boolean;
}

/**
 * Asks for the format and a location, possibly remote, writes the file there and offers to open it. The chosen format counts,
 * whatever suffix the user types.
 */
export async function exportFile(asked: FileExport): Promise<void> {
  const { title, name, formats, said, isIncomplete = false } = asked;
  const format = await chosenFormat(title, formats);
  if (!format) return;
  if ('exportFolder' in format) return format.exportFolder();
  if (format.isWanted && !(await format.isWanted())) return;
  const { label, suffix } = format;
  const file = await vscode.window.showSaveDialog({
    title,
    filters: { [label]: [suffix] },
    ...defaultPlace(`${name}.${suffix}`),
  });
  if (!file || !(await isWritten(format, name, file))) return;
  const open = t('Open');
  const [where, ...missing] = said(shownPath(file));
  const isNamedSo = file.path.toLowerCase().endsWith(`.${suffix}`);
  const sentences = [where, ...(isNamedSo ? [] : [t('The format is {0}.', label)]), ...missing];
  const chosen = await (isIncomplete ? sayWarning : sayInfo)(sentences.join(' '), open);
  // Not as a text document: a large one, or one for a custom editor, opens too.
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', file, { preview: false });
}

/** Writes the file. Returns false if the user canceled. */
async function isWritten({ content }: ExportFormat, name: string, file: vscode.Uri): Promise<boolean> {
  // Made before the file is touched: if that fails, the file that may be there stays as it is.
  const given = content();
  if (typeof given === 'object' && Symbol.asyncIterator in given) {
    return cancellable(t('Exporting {0}', name), async (_say, signal) => {
      try {
        // VS Code can't write a file piece by piece, but copies one to its place, local or remote.
        await spooled(given, signal, (path) => writing(file, copyOver(vscode.Uri.file(path), file)));
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        throw error;
      }
    });
  }
  const made = await given;
  const bytes = typeof made === 'string' ? new TextEncoder().encode(made) : made;
  await writing(file, vscode.workspace.fs.writeFile(file, bytes));
  return true;
}

/** Copies a file to its place, over another one. */
export async function copyOver(source: vscode.Uri, target: vscode.Uri): Promise<void> {
  const { fs } = vscode.workspace;
  const known = await fs.stat(target).then(undefined, () => undefined);
  // A copy would delete it with all that is in it.
  if (known && known.type & vscode.FileType.Directory) throw vscode.FileSystemError.FileIsADirectory(target);
  await fs.copy(source, target, { overwrite: true });
}

/** Waits for a file to be written. Rejects with what to tell the user if it can't be. */
export async function writing<T>(file: vscode.Uri, written: Thenable<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    const why = errorCode(error) ?? 'unknown error';
    throw new UserFacingError(t("{0} can't be written ({1}). Nothing was exported.", shownPath(file), why));
  }
}

async function chosenFormat(title: string, formats: FileExport['formats']) {
  if (formats.length < 2) return formats[0];
  const items = formats.map((format) => ({ ...format, format }));
  const placeHolder = t('File Format');
  return (await vscode.window.showQuickPick(items, { title, placeHolder }))?.format;
}

function defaultPlace(name: string): { defaultUri?: vscode.Uri } {
  // In a remote window, only its folders tell where files belong.
  const home = vscode.env.remoteName === undefined ? homePath() : '';
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? (home ? vscode.Uri.file(home) : undefined);
  return folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {};
}
