import { join } from 'node:path';
import type { Logger } from '../../api/types.ts';
import { AttachmentDrafts, purgeDrafts } from '../attachments/attachmentDrafts.ts';
import { sweepTemporary } from '../files/atomicFile.ts';
import { failureLine } from '../files/errorCode.ts';
import { onceADay } from '../files/expiredTwice.ts';
import { OwnerLocks } from '../files/locks/ownerLocks.ts';
import type { ChatStore } from './disk/chatStore.ts';
import { purgeTrash } from './disk/chatTrash.ts';
import { ChatOwnership } from './session/chatOwnership.ts';
import { ChatSearch } from './transfer/chatSearch.ts';

export { ChatStore } from './disk/chatStore.ts';

/** The chats on disk, with everything this window needs to work on them. */
export type ChatLibrary = ReturnType<typeof openChatLibrary>;

/** `keepsHistory` is called before each write of what was said. */
export function openChatLibrary(
  store: ChatStore,
  log: Logger,
  keepsHistory: () => boolean,
  now: () => number = Date.now,
) {
  const { folder } = store;
  const locks = new OwnerLocks(folder, log);
  const ownership = new ChatOwnership(store, locks, keepsHistory, log);
  const drafts = new AttachmentDrafts(join(folder, 'attachments'), keepsHistory, log, now);
  const daily = (what: string, work: () => Promise<void>) => {
    const warn = (error: unknown) => log.warn(failureLine(`${what} could not be cleared away`, error));
    return onceADay(() => work().catch(warn), now);
  };
  const clearings = [
    daily('Half-written files', async () => {
      for (const name of ['', 'trash', 'attachments']) await sweepTemporary(join(folder, name));
    }),
    daily('Deleted chats', () => purgeTrash(join(folder, 'trash'), log, now())),
    daily('Locks', () => locks.sweep()),
  ];
  const clearDrafts = daily('Attachments', () => purgeDrafts(drafts, locks, now()));
  /**
   * Deletes what has been in the trash for thirty days, and what windows that are gone left behind. Call whenever the user
   * looks at the chats: it works once a day. `hasUnshown`: this window has tabs that are not restored yet, whose attachments
   * can't be distinguished from abandoned ones.
   */
  const clear = async (hasUnshown: boolean): Promise<void> => {
    for (const clearing of clearings) await clearing();
    if (!hasUnshown) await clearDrafts();
  };
  return { store, ownership, locks, drafts, search: new ChatSearch(store, log), clear };
}
