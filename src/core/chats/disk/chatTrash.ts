import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../../api/types.ts';
import { renameWithRetry } from '../../files/atomicFile.ts';
import { errorCode } from '../../files/errorCode.ts';
import { expiredTwice } from '../../files/expiry.ts';
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

/** Shortest time for which a deleted chat can be restored, in milliseconds. */
export const trashMs = 30 * 86_400_000;

/** Permanently deletes chats that were trashed over thirty days before `now` and that had expired at an earlier check too. */
export async function purgeTrash(folder: string, log: Logger, now: number): Promise<void> {
  const all = await trashedFiles(folder);
  const files = all.map(({ name, deletedAt }) => ({ name, expiresAt: deletedAt + trashMs }));
  const old = await expiredTwice(files, join(folder, 'expired'), now);
  for (const { name } of old) await rm(join(folder, name), { force: true });
  if (old.length > 0) log.info(`${old.length} chats left the trash after 30 days.`);
}
