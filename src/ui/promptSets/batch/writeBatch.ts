import * as vscode from 'vscode';
import { inSpool } from '../../../core/files/spooled.ts';
import type { ExportedBatch } from '../../../core/promptSets/batch/exportBatch.ts';
import { exportInto } from '../../../core/promptSets/batch/exportInto.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { copyOver, writing } from '../../shared/exportFile.ts';

/** Writes a run's requests into a folder, possibly remote. Rejects with what to tell the user if that can't be done. */
export function writeBatch(
  file: RunFile,
  folder: vscode.Uri,
  options: Parameters<typeof exportInto>[2],
): Promise<ExportedBatch> {
  if (folder.scheme === 'file') return writing(folder, exportInto(folder.fsPath, file, options));
  // VS Code can't write a file piece by piece, but copies one.
  return inSpool(async (here) => {
    const written = await exportInto(here, file, options);
    for (const name of [...written.files.flat(), written.about]) {
      options.signal.throwIfAborted();
      const target = vscode.Uri.joinPath(folder, name);
      await writing(target, copyOver(vscode.Uri.joinPath(vscode.Uri.file(here), name), target));
    }
    return written;
  });
}
