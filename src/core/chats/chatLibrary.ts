import { join } from 'node:path';
import type { Logger } from '../../api/types.ts';
import { AttachmentDrafts } from '../attachments/attachmentDrafts.ts';
import { OwnerLocks } from '../files/locks/ownerLocks.ts';
import { chatClearing } from './disk/chatClearing.ts';
import type { ChatStore } from './disk/chatStore.ts';
import { ChatOwnership } from './session/chatOwnership.ts';
import { ChatSearch } from './transfer/chatSearch.ts';

export { ChatStore } from './disk/chatStore.ts';

/** The chats on disk, with everything this window needs to work on them. */
export interface ChatLibrary {
  store: ChatStore;
  ownership: ChatOwnership;
  locks: OwnerLocks;
  search: ChatSearch;
  drafts: AttachmentDrafts;
  /**
   * Deletes what has been in the trash for thirty days, and what windows that are gone left behind. Call whenever the user
   * looks at the chats: it works once a day. `hasUnshown`: this window has tabs that are not restored yet, whose attachments
   * can't be distinguished from abandoned ones.
   */
  clear(hasUnshown: boolean): Promise<void>;
}

/** `keepsHistory` is called before each write of what was said. */
export function openChatLibrary(
  store: ChatStore,
  log: Logger,
  keepsHistory: () => boolean,
  now: () => number = Date.now,
): ChatLibrary {
  const { folder } = store;
  const locks = new OwnerLocks(folder, log);
  const ownership = new ChatOwnership(store, locks, keepsHistory, log);
  const drafts = new AttachmentDrafts(join(folder, 'attachments'), keepsHistory, log, now);
  const clear = chatClearing(folder, { drafts, locks }, log, now);
  return { store, ownership, locks, drafts, search: new ChatSearch(store, log), clear };
}
