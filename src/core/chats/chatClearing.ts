import { join } from 'node:path';
import type { Logger } from '../../api/types.ts';
import { purgeDrafts } from '../attachments/purgeDrafts.ts';
import { errorCode } from '../files/atomicFile.ts';
import { onceADay } from '../files/onceADay.ts';
import { sweepLocks } from '../files/sweepLocks.ts';
import { sweepTemporary } from '../files/temporaryFiles.ts';
import type { ChatStorage } from './chatStorage.ts';
import { purgeTrash } from './purgeTrash.ts';

interface Parts extends Pick<ChatStorage, 'drafts' | 'locks'> {
  folder: string;
  log: Logger;
  now: () => number;
}

/** `ChatStorage.clear` for a folder of chats. It is loaded with its first use. */
export function chatClearing({ folder, drafts, locks, log, now }: Parts): ChatStorage['clear'] {
  const daily = (what: string, work: () => Promise<void>) =>
    onceADay(async () => {
      try {
        await work();
      } catch (error) {
        log.warn(`${what} could not be cleared away: ${errorCode(error) ?? 'unknown error'}`);
      }
    }, now);
  const clearTrash = daily('Deleted chats', () => purgeTrash(join(folder, 'trash'), log, now()));
  const clearLocks = daily('Locks', () => sweepLocks(folder, locks, now()));
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
