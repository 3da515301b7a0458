import * as vscode from 'vscode';
import { errorCode } from '../../../core/files/errorCode.ts';
import { fileBytes } from '../../../core/files/readLines.ts';
import { UserFacingError } from '../../shared/errors/userFacingError.ts';
import { shownPath } from '../../shared/text/shownPath.ts';
import { t } from '../../shared/text/t.ts';

/** Reads a file piece by piece; one on another machine comes as a whole, since VS Code reads none in pieces. */
export async function* bytesOf(
  uri: vscode.Uri,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<Uint8Array, void> {
  try {
    if (uri.scheme !== 'file') yield await vscode.workspace.fs.readFile(uri);
    else
      for await (const piece of fileBytes(uri.fsPath)) {
        onRead(piece.length);
        yield piece;
      }
  } catch (error) {
    throw readingError(uri, error);
  }
}

/** Returns what to tell the user if a file can't be read; any other error as it is. */
export function readingError(uri: vscode.Uri, error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  return new UserFacingError(t("{0} can't be read ({1}).", shownPath(uri), code), { cause: error });
}
