import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './errorCode.ts';
import { temporaryPath } from './temporaryFiles.ts';

const retryMs = [10, 20, 50, 100, 200, 400];

/**
 * Writes a file so that readers see either the old content or the new, never a mix. Mode 0600; creates the folder with
 * 0700. A symbolic link stays one, e.g. to a file that somebody keeps with other settings.
 */
export async function writeFileAtomic(link: string, content: string | Iterable<Uint8Array>): Promise<void> {
  await mkdir(dirname(link), { recursive: true, mode: 0o700 });
  const path = await realpath(link).catch(() => link);
  const temporary = await temporaryPath(path);
  try {
    await writeFile(temporary, content, { flag: 'wx', mode: 0o600, flush: true });
    await renameWithRetry(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** On Windows, a file can't be renamed while a scanner briefly holds it. */
export async function renameWithRetry(from: string, to: string): Promise<void> {
  for (const wait of retryMs) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!isBusy(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  await rename(from, to);
}

function isBusy(error: unknown): boolean {
  return ['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(error) ?? '') && process.platform === 'win32';
}
