import * as vscode from 'vscode';
import { leadsOutOf, plainPath } from '../../../core/files/filePath.ts';
import { isAgreed } from '../../messages.ts';

/** So many are named one by one. */
const mostNamed = 10;

/**
 * A file that the page says was dropped, or `undefined` where nothing is read from such a place. Read without a question is
 * only what lies in the workspace or is open in a tab; see `allowedUris`.
 */
export function droppedUri(text: string): vscode.Uri | undefined {
  const parsed = parse(text);
  if (!parsed) return undefined;
  // `..` would lead out of what looks like the workspace. A fragment only says where in the file somebody was.
  const uri = asSeenHere(parsed).with({ path: plainPath(parsed.path), fragment: '' });
  if (uri.scheme === 'untitled') return isOpen(uri) ? uri : undefined;
  if (folderOf(uri)) return uri;
  if (uri.scheme === 'vscode-remote') return uri;
  // Another machine's share: on Windows, asking it hands over the person's sign-in.
  return uri.scheme === 'file' && uri.authority === '' ? uri : undefined;
}

/** Those of these files that may be read: of the ones outside of the workspace, only if the person agrees now. */
export async function allowedUris(uris: readonly vscode.Uri[]): Promise<vscode.Uri[]> {
  const isFree = await Promise.all(uris.map(isInWorkspace));
  const others = uris.filter((_uri, index) => !isFree[index]);
  if (others.length === 0) return [...uris];
  const question =
    others.length === 1
      ? vscode.l10n.t('Attach a file from outside of the workspace?')
      : vscode.l10n.t('Attach {0} files from outside of the workspace?', others.length);
  const names = others.slice(0, mostNamed).map((uri) => (uri.scheme === 'file' ? uri.fsPath : uri.path));
  if (others.length > mostNamed) names.push('…');
  const isAllowed = await isAgreed(question, names.join('\n'), vscode.l10n.t('Attach'));
  return uris.filter((_uri, index) => isFree[index] || isAllowed);
}

async function isInWorkspace(uri: vscode.Uri): Promise<boolean> {
  if (isOpen(uri)) return true;
  const folder = folderOf(uri);
  return folder !== undefined && !(await leadsOut(uri, folder.uri));
}

/** A link in the workspace may lead anywhere. What can't be found is refused when it is read. */
async function leadsOut(uri: vscode.Uri, folder: vscode.Uri): Promise<boolean> {
  try {
    if (uri.scheme === 'file') return await leadsOutOf(folder.fsPath, uri.fsPath);
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.SymbolicLink) !== 0;
  } catch {
    return false;
  }
}

function folderOf(uri: vscode.Uri): vscode.WorkspaceFolder | undefined {
  // On Windows a backslash is one more way to say `..`.
  return uri.path.includes('\\') ? undefined : vscode.workspace.getWorkspaceFolder(uri);
}

/** In a tab that the person can see. */
function isOpen(uri: vscode.Uri): boolean {
  const inputs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ input }) => input));
  return inputs.some(
    (input) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
  );
}

/** An extension that runs on the remote machine knows that machine's files as `file:`; a page does not. */
function asSeenHere(uri: vscode.Uri): vscode.Uri {
  const self = vscode.extensions.getExtension('hosted-models.hosted-models');
  const isThere =
    vscode.env.remoteName !== undefined && self?.extensionKind === vscode.ExtensionKind.Workspace;
  return isThere && uri.scheme === 'vscode-remote' ? uri.with({ scheme: 'file', authority: '' }) : uri;
}

function parse(text: string): vscode.Uri | undefined {
  try {
    return vscode.Uri.parse(text, true);
  } catch {
    // What is no address is no file.
    return undefined;
  }
}
