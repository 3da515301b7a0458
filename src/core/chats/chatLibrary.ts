import { join } from 'node:path';
import type { Logger } from '../../api/types.ts';
import { AttachmentDrafts, purgeDrafts } from '../attachments/attachmentDrafts.ts';
import { sweepTemporary } from '../files/atomicFile.ts';
import { failureLine } from '../files/errorCode.ts';
import { onceADay } from '../files/expiry.ts';
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
  const drafts = new AttachmentDrafts(join(folder, 'attachments'), keepsHistory, log);
  const daily = (what: string, work: () => Promise<void>) => {
    const warn = (error: unknown) => log.warn(failureLine(`${what} could not be cleared away`, error));
    return onceADay(() => work().catch(warn), now);
  };
  const clearings = [
    daily('Half-written files', async () => {
      for (const name of ['', 'trash', 'attachments']) await sweepTemporary(join(folder, name));
    }),
    daily('Deleted chats', () => purgeTrash(join(folder, 'trash'), log, now())),
    // After the chats, since they go with them.
    daily('Attachments', () => purgeDrafts(drafts.folder, () => store.ids())),
    daily('Locks', () => locks.sweep()),
  ];
  /**
   * Deletes what has been in the trash for thirty days, and what windows that are gone left behind. Call whenever the user
   * looks at the chats: it works once a day.
   */
  const clear = async (): Promise<void> => {
    for (const clearing of clearings) await clearing();
  };
  return { store, ownership, locks, drafts, search: new ChatSearch(store, log), clear };
}
