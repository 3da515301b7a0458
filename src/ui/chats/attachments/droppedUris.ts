import * as vscode from 'vscode';
import { cleanText } from '../../../core/cleanText.ts';
import { errorCode } from '../../../core/files/errorCode.ts';
import { leadsOutOf, pathBehindLinks, plainPath } from '../../../core/files/filePath.ts';
import { isAgreed } from '../../shared/messages.ts';
import { plural, t } from '../../shared/text/t.ts';
import { type FoundAttachment, nameOf, readAttachment } from './readAttachment.ts';

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
  const namesIn = ({ path }: vscode.Uri) => path.split('/').filter((name) => name !== '');
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
async function shownPlace(uri: vscode.Uri): Promise<string> {
  const path = uri.scheme === 'file' ? uri.fsPath : uri.path;
  const real = uri.scheme === 'file' && folderOf(uri) ? await pathBehindLinks(path) : path;
  return cleanText(real === path ? path : `${path} → ${real}`, 2000);
}

function folderOf(uri: vscode.Uri): vscode.WorkspaceFolder | undefined {
  // On Windows, a backslash is another way to write `..`.
  return uri.path.includes('\\') ? undefined : vscode.workspace.getWorkspaceFolder(uri);
}

/** True if the file is open in a tab. */
function isOpen(uri: vscode.Uri): boolean {
  const inputs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ input }) => input));
  return inputs.some(
    (input) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
  );
}

function isNotFound(error: unknown): boolean {
  return ['ENOENT', 'FileNotFound'].includes(errorCode(error) ?? '');
}

/** Max number of files that are named individually. */
const maxNamed = 10;

/**
 * Parses the URI of a file that the page reports as dropped; `undefined` if files there are never read. Only files in the workspace
 * or open in a tab are read without asking; see `readDropped`.
 */
export function droppedUri(text: string): vscode.Uri | undefined {
  const parsed = parse(text);
  if (!parsed) return undefined;
  // `..` would lead out of what looks like the workspace. A fragment is only a position in the file.
  const uri = asSeenHere(parsed).with({ path: plainPath(parsed.path), fragment: '' });
  if (uri.scheme === 'untitled') return isOpen(uri) ? uri : undefined;
  if (folderOf(uri)) return uri;
  if (uri.scheme === 'vscode-remote') return uri;
  // A file on another machine's share is refused: on Windows, accessing it hands over the user's credentials.
  return uri.scheme === 'file' && uri.authority === '' ? uri : undefined;
}

/** Reads files that were dropped, or found by name; asks the user before reading any that are not certainly in the workspace. */
export async function readDropped(uris: readonly vscode.Uri[]): Promise<FoundAttachment[]> {
  const places = await Promise.all(uris.map(placeOf));
  const others = uris.filter((_uri, index) => places[index] === 'outside');
  const question = plural(
    others.length,
    'Attach a file from outside the workspace?',
    'Attach {0} files from outside the workspace?',
  );
  const isAllowed = others.length > 0 && (await areAllowed(others, question, t('Attach')));
  const read = uris.map((uri, index) => {
    if (places[index] !== 'outside') return readInside(uri);
    return isAllowed ? readAttachment(uri) : undefined;
  });
  return Promise.all(read.filter((one) => one !== undefined));
}

/** Asks the user whether files outside the workspace may be read. */
export async function areAllowed(
  others: readonly vscode.Uri[],
  question: string,
  action: string,
): Promise<boolean> {
  const names = await Promise.all(others.slice(0, maxNamed).map(shownPlace));
  if (others.length > maxNamed) names.push('…');
  return isAgreed(question, names.join('\n'), action);
}

/** Reads a file and then checks its place again, since it may have become a link while it was read. */
async function readInside(uri: vscode.Uri): Promise<FoundAttachment> {
  const read = await readAttachment(uri);
  return (await placeOf(uri)) === 'inside' ? read : { name: nameOf(uri), why: 'unreadable' };
}

/** Returns the URI as this extension host sees it: on a remote machine, its files are `file:` here, but not in a page. */
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
    // The text is not a URI, so it names no file.
    return undefined;
  }
}
