import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file this old has lost its writer, since no write takes that long. In milliseconds. */
const abandonedMs = 10 * 60_000;

const ending = '.tmp';

/** When each folder was last swept, by `performance.now()`. */
const sweptAt = new Map<string, number>();

/**
 * Returns the path of a file beside `path`, to be renamed to it once complete. First removes those left behind by killed
 * processes: they contain names and email addresses.
 */
export async function temporaryPath(path: string): Promise<string> {
  const folder = dirname(path);
  const now = performance.now();
  if (now - (sweptAt.get(folder) ?? Number.NEGATIVE_INFINITY) > abandonedMs) {
    sweptAt.set(folder, now);
    await sweepTemporary(folder);
  }
  return `${path}.${randomUUID()}${ending}`;
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
