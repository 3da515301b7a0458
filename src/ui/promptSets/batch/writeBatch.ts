import * as vscode from 'vscode';
import { inSpool } from '../../../core/files/temporaryFiles.ts';
import { type ExportedBatch, writtenNames } from '../../../core/promptSets/batch/exportBatch.ts';
import { type BatchWriter, exportInto } from '../../../core/promptSets/batch/exportInto.ts';
import { copyOver, writing } from '../../shared/exportFile.ts';

/** Writes requests of a run into a folder, possibly remote. Rejects with what to tell the user if that can't be done. */
export function writeBatch(
  folder: vscode.Uri,
  write: BatchWriter,
  onWritten: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ExportedBatch> {
  if (folder.scheme === 'file') return writing(folder, exportInto(folder.fsPath, write, onWritten));
  // VS Code can't write a file piece by piece, but copies one.
  return inSpool(async (here) => {
    const written = await exportInto(here, write, onWritten);
    for (const name of writtenNames(written)) {
      signal.throwIfAborted();
      const target = vscode.Uri.joinPath(folder, name);
      await writing(target, copyOver(vscode.Uri.joinPath(vscode.Uri.file(here), name), target));
    }
    return written;
  });
}
