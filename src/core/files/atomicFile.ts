import { randomUUID } from 'node:crypto';
import { mkdir, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from './errorCode.ts';

const retryMs = [10, 20, 50, 100, 200, 400];

/**
 * Writes a file so that readers see either the old content or the new, never a mix. Mode 0600; creates the folder with
 * 0700. A symbolic link stays one, e.g. to a file that somebody keeps with other settings.
 */
export async function writeFileAtomic(
  link: string,
  content: string | Iterable<string | Uint8Array>,
): Promise<void> {
  await mkdir(dirname(link), { recursive: true, mode: 0o700 });
  const path = await realpath(link).catch(() => link);
  await sweepIfDue(dirname(path));
  const temporary = `${path}.${randomUUID()}${ending}`;
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

/** A file this old has lost its writer, since no write takes that long. In milliseconds. */
const abandonedMs = 10 * 60_000;

const ending = '.tmp';

/** When each folder was last swept, by `performance.now()`. */
const sweptAt = new Map<string, number>();

/** Removes temporary files left behind by killed processes, now and then: they contain names and email addresses. */
async function sweepIfDue(folder: string): Promise<void> {
  const now = performance.now();
  if (now - (sweptAt.get(folder) ?? Number.NEGATIVE_INFINITY) <= abandonedMs) return;
  sweptAt.set(folder, now);
  await sweepTemporary(folder);
}

/** Removes a folder's abandoned temporary files. Never rejects. */
export function sweepTemporary(folder: string): Promise<void> {
  // Older or newer: a clock that was set back must not keep them.
  return removeTemporary(folder, (_name, modifiedAt) => Math.abs(Date.now() - modifiedAt) > abandonedMs);
}

/** Removes a folder's temporary files for which `isMeant` is true. `modifiedAt` is in Unix milliseconds. Never rejects. */
export async function removeTemporary(
  folder: string,
  isMeant: (name: string, modifiedAt: number) => boolean,
): Promise<void> {
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith(ending));
    for (const name of names) {
      const path = join(folder, name);
      if (isMeant(name, (await stat(path)).mtimeMs)) await rm(path, { force: true });
    }
  } catch {
    // Another window was faster, or the folder can't be read: the next write reports that.
  }
}
