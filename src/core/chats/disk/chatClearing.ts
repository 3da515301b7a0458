import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../../api/types.ts';
import type { AttachmentDrafts } from '../../attachments/attachmentDrafts.ts';
import { purgeDrafts } from '../../attachments/purgeDrafts.ts';
import { failureLine } from '../../files/errorCode.ts';
import { expiredTwice, onceADay } from '../../files/expiredTwice.ts';
import type { OwnerLocks } from '../../files/locks/ownerLocks.ts';
import { sweepTemporary } from '../../files/temporaryFiles.ts';
import { trashedFiles } from './chatTrash.ts';

/** Shortest time for which a deleted chat can be restored, in milliseconds. */
export const trashMs = 30 * 86_400_000;

/** Permanently deletes chats that were trashed over thirty days before `now` and that had expired at an earlier check too. */
export async function purgeTrash(folder: string, log: Logger, now: number): Promise<void> {
  const files = (await trashedFiles(folder)).map((file) => ({
    ...file,
    expiresAt: file.deletedAt + trashMs,
  }));
  const old = await expiredTwice(files, join(folder, 'expired'), now);
  for (const { name } of old) await rm(join(folder, name), { force: true });
  if (old.length > 0) log.info(`${old.length} chats left the trash after 30 days.`);
}

/** Returns the `clear` of a `ChatLibrary` in `folder`. */
export function chatClearing(
  folder: string,
  { drafts, locks }: { drafts: AttachmentDrafts; locks: OwnerLocks },
  log: Logger,
  now: () => number,
): (hasUnshown: boolean) => Promise<void> {
  const daily = (what: string, work: () => Promise<void>) => {
    const warn = (error: unknown) => log.warn(failureLine(`${what} could not be cleared away`, error));
    return onceADay(() => work().catch(warn), now);
  };
  const clearTrash = daily('Deleted chats', () => purgeTrash(join(folder, 'trash'), log, now()));
  const clearLocks = daily('Locks', () => locks.sweep());
  const clearDrafts = daily('Attachments', () => purgeDrafts(drafts, locks, now()));
  const clearTemporary = daily('Half-written files', async () => {
    for (const name of ['', 'trash', 'attachments']) await sweepTemporary(join(folder, name));
  });
  return async (hasUnshown) => {
    await clearTemporary();
    await clearTrash();
    await clearLocks();
    if (!hasUnshown) await clearDrafts();
  };
}
