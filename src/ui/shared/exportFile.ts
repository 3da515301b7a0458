import * as vscode from 'vscode';
import { errorCode } from '../../core/files/errorCode.ts';
import { UserFacingError } from './errors/userFacingError.ts';
import { sayInfo, type sayWarning } from './messages.ts';
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
  content(): string | Promise<Uint8Array>;
}

interface FileExport {
  title: string;
  /** The file name suggested by the dialog, without its suffix. */
  name: string;
  /** If there are several, the user chooses one first. */
  formats: readonly ExportFormat[];
}

/** A file that was written. */
export interface Exported {
  file: vscode.Uri;
  format: ExportFormat;
}

/**
 * Asks for the format and a location, possibly remote, and writes the file there. The chosen format counts, whatever suffix the
 * user types. Returns `undefined` if the user cancels.
 */
export async function exportFile({ title, name, formats }: FileExport): Promise<Exported | undefined> {
  const format = await chosenFormat(title, formats);
  if (!format || (format.isWanted && !(await format.isWanted()))) return undefined;
  const { label, suffix } = format;
  const file = await vscode.window.showSaveDialog({
    title,
    filters: { [label]: [suffix] },
    ...defaultPlace(`${name}.${suffix}`),
  });
  if (!file) return undefined;
  // Made before the file is touched: if that fails, the file that may be there stays as it is.
  const content = await format.content();
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  try {
    await vscode.workspace.fs.writeFile(file, bytes);
  } catch (error) {
    const why = errorCode(error) ?? 'unknown error';
    throw new UserFacingError(t("{0} can't be written ({1}). Nothing was exported.", shownPath(file), why));
  }
  return { file, format };
}

/**
 * Says where an export went, and offers to open it: `said` is the sentence about it, `remarks` what is missing in it. As a
 * warning if what is missing can't be exported later either.
 */
export async function tellExported(
  said: string,
  { file, format }: Exported,
  remarks: readonly string[] = [],
  say: typeof sayInfo | typeof sayWarning = sayInfo,
): Promise<void> {
  const open = t('Open');
  const isNamedOtherwise = !file.path.toLowerCase().endsWith(`.${format.suffix}`);
  const isFormat = isNamedOtherwise ? [t('The format is {0}.', format.label)] : [];
  const chosen = await say([said, ...isFormat, ...remarks].join(' '), open);
  // Not as a text document: a large one, or one for a custom editor, opens too.
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', file, { preview: false });
}

async function chosenFormat(
  title: string,
  formats: readonly ExportFormat[],
): Promise<ExportFormat | undefined> {
  if (formats.length < 2) return formats[0];
  const items = formats.map((format) => ({
    label: format.label,
    description: format.description,
    format,
  }));
  const placeHolder = t('File Format');
  return (await vscode.window.showQuickPick(items, { title, placeHolder }))?.format;
}

function defaultPlace(name: string): { defaultUri?: vscode.Uri } {
  // In a remote window, only its folders tell where files belong.
  const home = vscode.env.remoteName === undefined ? homePath() : '';
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? (home ? vscode.Uri.file(home) : undefined);
  return folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {};
}
