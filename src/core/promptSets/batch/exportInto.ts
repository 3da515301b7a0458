import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { renameWithRetry } from '../../files/atomicFile.ts';
import { filesIn, type TextSink } from './batchFiles.ts';
import type { ExportedBatch } from './exportBatch.ts';

/** Writes a batch into files that it opens by their names. */
export type BatchWriter = (open: (name: string) => Promise<TextSink>) => Promise<ExportedBatch>;

/**
 * Writes a batch into a folder of this machine: beside what is there, whose place it takes only once all is written. A link is replaced
 * then, not followed. If that fails or is aborted, nothing is left of it. `onWritten` gets how much is written so far, in bytes.
 */
export async function exportInto(
  folder: string,
  write: BatchWriter,
  onWritten: (bytes: number) => void,
): Promise<ExportedBatch> {
  const openHere = filesIn(folder);
  const begun = new Map<string, string>();
  let bytes = 0;
  try {
    const written = await write(async (name) => {
      const temporary = `${name}.${randomUUID()}.tmp`;
      const sink = await openHere(temporary);
      begun.set(temporary, name);
      return {
        async write(text) {
          await sink.write(text);
          bytes += Buffer.byteLength(text);
          onWritten(bytes);
        },
        close: () => sink.close(),
      };
    });
    for (const [temporary, name] of begun) await renameWithRetry(join(folder, temporary), join(folder, name));
    return written;
  } catch (error) {
    await Promise.all([...begun.keys()].map((name) => rm(join(folder, name), { force: true })));
    throw error;
  }
}
