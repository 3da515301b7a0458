import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { filesIn, type TextSink } from './batchFiles.ts';

/** Writes a batch into files that it opens by their names. */
export type BatchWriter<T> = (open: (name: string) => Promise<TextSink>) => Promise<T>;

/**
 * Writes a batch into a folder of this machine. What was begun is deleted if that fails or is aborted. `onWritten` gets how much is
 * written so far, in bytes.
 */
export async function exportInto<T>(
  folder: string,
  write: BatchWriter<T>,
  onWritten: (bytes: number) => void,
): Promise<T> {
  const openHere = filesIn(folder);
  const begun: string[] = [];
  let bytes = 0;
  try {
    return await write(async (name) => {
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
    });
  } catch (error) {
    await Promise.all(begun.map((name) => rm(join(folder, name), { force: true })));
    throw error;
  }
}
