import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunFile } from '../run/runFile.ts';
import { filesIn } from './batchFiles.ts';
import { type ExportedBatch, type ExportOptions, exportBatch } from './exportBatch.ts';

interface FolderOptions extends ExportOptions {
  /** Gets how much is written so far, in bytes. */
  onWritten: (bytes: number) => void;
}

/** Writes a run as a batch into a folder of this machine. What was begun is deleted if that fails or is aborted. */
export async function exportInto(
  folder: string,
  file: RunFile,
  { onWritten, ...options }: FolderOptions,
): Promise<ExportedBatch> {
  const openHere = filesIn(folder);
  const begun: string[] = [];
  let bytes = 0;
  try {
    return await exportBatch(
      file,
      async (name) => {
        const sink = await openHere(name);
        begun.push(name);
        return {
          async write(text) {
            await sink.write(text);
            bytes += Buffer.byteLength(text);
            onWritten(bytes);
          },
          close: () => sink.close(),
        };
      },
      options,
    );
  } catch (error) {
    await Promise.all(begun.map((name) => rm(join(folder, name), { force: true })));
    throw error;
  }
}
