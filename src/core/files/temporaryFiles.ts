import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file of this age has lost its writer; no write takes as long. In milliseconds. */
const abandonedMs = 10 * 60_000;

const ending = '.tmp';

/** When each folder was last looked through, on the clock of `performance.now()`. */
const sweptAt = new Map<string, number>();

/**
 * Names a file beside `path` that is to be renamed to it when it is whole. Before, removes what earlier ones left behind whose
 * process was killed: they hold names and e-mail addresses.
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

/** Removes the temporary files of a folder that nobody writes any more. Never rejects. */
export function sweepTemporary(folder: string): Promise<void> {
  // Either way: a clock that was put back must not keep them.
  return removeTemporary(folder, (_name, modifiedAt) => Math.abs(Date.now() - modifiedAt) > abandonedMs);
}

/** Removes those temporary files of a folder that are meant. `modifiedAt` is in Unix milliseconds. Never rejects. */
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
    // Another window was faster, or the folder can't be read: what is written next says so.
  }
}
