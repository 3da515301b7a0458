import { join } from 'node:path';
import type { Logger } from '../../api/types.ts';
import { AttachmentDrafts } from '../attachments/attachmentDrafts.ts';
import { OwnerLocks } from '../files/locks/ownerLocks.ts';
import { chatClearing } from './disk/chatClearing.ts';
import type { ChatStore } from './disk/chatStore.ts';
import { ChatAccess } from './session/chatAccess.ts';
import { ChatSearch } from './transfer/chatSearch.ts';

/** The chats on disk, with all that this window needs to work on them. */
export interface ChatStorage {
  store: ChatStore;
  access: ChatAccess;
  locks: OwnerLocks;
  search: ChatSearch;
  drafts: AttachmentDrafts;
  /**
   * Deletes what has been in the trash for thirty days, and what windows that are gone left behind. Call whenever somebody looks
   * at the chats: it works once a day. `hasUnshown`: this window has tabs that were not brought back yet, whose attachments
   * nobody can tell from those that were left behind.
   */
  clear(hasUnshown: boolean): Promise<void>;
}

/** `keepsHistory` is asked before each write of what was said. */
export function openChatStorage(
  store: ChatStore,
  log: Logger,
  keepsHistory: () => boolean,
  now: () => number = Date.now,
): ChatStorage {
  const { folder } = store;
  const locks = new OwnerLocks(folder, log);
  const access = new ChatAccess(store, locks, keepsHistory, log);
  const drafts = new AttachmentDrafts(join(folder, 'attachments'), keepsHistory, log, now);
  const clear = chatClearing({ folder, drafts, locks, log, now });
  return { store, access, locks, drafts, search: new ChatSearch(store, log), clear };
}
