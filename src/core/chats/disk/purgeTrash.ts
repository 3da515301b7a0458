import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../../api/types.ts';
import { expiredTwice } from '../../files/expiredTwice.ts';
import { trashedFiles } from './chatTrash.ts';

/** Shortest time for which a deleted chat can be restored, in milliseconds. */
export const trashMs = 30 * 86_400_000;

/** Permanently deletes what was trashed over thirty days before `now` and had expired at an earlier check too. */
export async function purgeTrash(folder: string, log: Logger, now: number): Promise<void> {
  const files = (await trashedFiles(folder)).map((file) => ({
    ...file,
    expiresAt: file.deletedAt + trashMs,
  }));
  const old = await expiredTwice(files, join(folder, 'expired'), now);
  for (const { name } of old) await rm(join(folder, name), { force: true });
  if (old.length > 0) log.info(`${old.length} chats left the trash after 30 days.`);
}
