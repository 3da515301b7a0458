import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../../files/atomicFile.ts';
import { withFile } from '../../files/withFile.ts';
import { resultsName, runName } from './runFile.ts';
import type { Run } from './runRecord.ts';
import type { RunStore } from './runStore.ts';

/**
 * How a run was taken over: it was not here before, or it got what came since, if anything. `changed`: it was changed here, too, so it
 * stays as it is. `taken`: a window has it.
 */
export type Adopted = 'made' | 'upToDate' | 'changed' | 'taken';

/** Takes over a run that was made elsewhere, with its results file as it is. Rejects with the disk's error. */
export async function adoptRun(
  store: Pick<RunStore, 'folder' | 'has' | 'isTaken' | 'owned'>,
  run: Run,
  results: AsyncIterable<Uint8Array>,
): Promise<Adopted> {
  const owned = store.owned(run.id);
  // This window, too, may be asking.
  if ((await store.isTaken(run.id)) || !(await owned.take())) return 'taken';
  const folder = join(store.folder, run.id);
  try {
    if (await store.has(run.id)) return await extend(join(folder, resultsName), results);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, resultsName), results, { mode: 0o600 });
      await writeFileAtomic(join(folder, runName), JSON.stringify(run));
      return 'made';
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  } finally {
    await owned.letGo();
  }
}

/** Appends what follows in `results` after what the file has. */
function extend(path: string, results: AsyncIterable<Uint8Array>): Promise<Adopted> {
  return withFile(path, 'r+', async (file) => {
    let position = 0;
    for await (const bytes of results) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes.length), { position });
      if (!buffer.subarray(0, bytesRead).equals(bytes.subarray(0, bytesRead))) return 'changed';
      for (let at = bytesRead; at < bytes.length; )
        at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
      position += bytes.length;
    }
    return 'upToDate';
  });
}
