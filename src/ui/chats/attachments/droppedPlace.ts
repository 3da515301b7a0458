import * as vscode from 'vscode';
import { cleanText } from '../../../core/cleanText.ts';
import { errorCode } from '../../../core/files/errorCode.ts';
import { leadsOutOf, pathBehindLinks } from '../../../core/files/filePath.ts';

/** `inside`: certainly in the workspace, or open in a tab. `gone`: there is no such file. Everything else is `outside`. */
export type Place = 'inside' | 'outside' | 'gone';

/** Returns where a file is that a page has named. A symbolic link in the workspace may lead anywhere. */
export async function placeOf(uri: vscode.Uri): Promise<Place> {
  if (isOpen(uri)) return 'inside';
  const folder = folderOf(uri)?.uri;
  if (!folder) return 'outside';
  if (uri.scheme !== 'file') return placeBelow(folder, uri);
  try {
    return (await leadsOutOf(folder.fsPath, uri.fsPath)) ? 'outside' : 'inside';
  } catch (error) {
    return isNotFound(error) ? 'gone' : 'outside';
  }
}

/** Like `placeOf`, for a file system on another machine. We can't resolve links there, but it reports whether a file is one. */
async function placeBelow(folder: vscode.Uri, uri: vscode.Uri): Promise<Place> {
  const names = namesIn(uri);
  for (let depth = namesIn(folder).length + 1; depth <= names.length; depth++) {
    const isFile = depth === names.length;
    const part = isFile ? uri : uri.with({ path: `/${names.slice(0, depth).join('/')}` });
    try {
      const { type } = await vscode.workspace.fs.stat(part);
      if (type & vscode.FileType.SymbolicLink) return 'outside';
    } catch (error) {
      return isFile && isNotFound(error) ? 'gone' : 'outside';
    }
  }
  return 'inside';
}

/** Returns the path to show to the user, with the link's target if the file only appears to be in the workspace. */
export async function shownPlace(uri: vscode.Uri): Promise<string> {
  const path = uri.scheme === 'file' ? uri.fsPath : uri.path;
  const real = uri.scheme === 'file' && folderOf(uri) ? await pathBehindLinks(path) : path;
  return cleanText(real === path ? path : `${path} → ${real}`, 2000);
}

export function folderOf(uri: vscode.Uri): vscode.WorkspaceFolder | undefined {
  // On Windows, a backslash is another way to write `..`.
  return uri.path.includes('\\') ? undefined : vscode.workspace.getWorkspaceFolder(uri);
}

/** True if the file is open in a tab. */
export function isOpen(uri: vscode.Uri): boolean {
  const inputs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ input }) => input));
  return inputs.some(
    (input) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
  );
}

function namesIn({ path }: vscode.Uri): string[] {
  return path.split('/').filter((name) => name !== '');
}

function isNotFound(error: unknown): boolean {
  return ['ENOENT', 'FileNotFound'].includes(errorCode(error) ?? '');
}
