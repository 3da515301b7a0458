import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { renameWithRetry } from '../../files/atomicFile.ts';
import { errorCode } from '../../files/errorCode.ts';
import { ifExists, namesIn } from '../../files/ifExists.ts';

// A deleted chat is in the trash folder as `<id>.<ms of the deletion>.jsonl`, until it is restored or `purgeTrash` finds it too
// old.

const fileName = /^([0-9a-f-]{36})\.(\d{1,15})\.jsonl$/u;

export interface TrashedFile {
  name: string;
  id: string;
  deletedAt: number;
}

/** Moves the chat at `path` to the trash. Returns false if there is no such file. */
export async function putInTrash(trash: string, id: string, path: string, now: number): Promise<boolean> {
  await mkdir(trash, { recursive: true, mode: 0o700 });
  // The time is later than that of any earlier deletion, even if the clock was ahead then: `takeFromTrash` takes the latest.
  const times = (await trashedFiles(trash, id)).map(({ deletedAt }) => deletedAt + 1);
  try {
    await renameWithRetry(path, join(trash, `${id}.${Math.max(now, ...times)}.jsonl`));
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Moves the chat last deleted under this id back to `path`. Returns false if there is none, or if `path` exists. */
export async function takeFromTrash(trash: string, id: string, path: string): Promise<boolean> {
  const newest = (await trashedFiles(trash, id)).toSorted((a, b) => b.deletedAt - a.deletedAt)[0];
  // A rename would overwrite an existing file.
  if (!newest || (await ifExists(stat(path)))) return false;
  await renameWithRetry(join(trash, newest.name), path);
  return true;
}

/** Returns the files in the trash; with `of`, only those of the chat with this id. */
export async function trashedFiles(trash: string, of?: string): Promise<TrashedFile[]> {
  return (await namesIn(trash)).flatMap((name) => {
    const [, id, ms] = fileName.exec(name) ?? [];
    return id === undefined || (of ?? id) !== id ? [] : [{ name, id, deletedAt: Number(ms) }];
  });
}
