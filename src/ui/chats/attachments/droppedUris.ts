import * as vscode from 'vscode';
import { plainPath } from '../../../core/files/filePath.ts';
import { isAgreed } from '../../shared/messages.ts';
import { plural, t } from '../../shared/text/t.ts';
import { folderOf, isOpen, placeOf, shownPlace } from './droppedPlace.ts';
import { type FoundAttachment, nameOf, readAttachment } from './readAttachment.ts';

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
  const isAllowed = others.length > 0 && (await areAllowed(others));
  const read = uris.map((uri, index) => {
    if (places[index] !== 'outside') return readInside(uri);
    return isAllowed ? readAttachment(uri) : undefined;
  });
  return Promise.all(read.filter((one) => one !== undefined));
}

async function areAllowed(others: readonly vscode.Uri[]): Promise<boolean> {
  const question = plural(
    others.length,
    'Attach a file from outside the workspace?',
    'Attach {0} files from outside the workspace?',
  );
  const names = await Promise.all(others.slice(0, maxNamed).map(shownPlace));
  if (others.length > maxNamed) names.push('…');
  return isAgreed(question, names.join('\n'), t('Attach'));
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
