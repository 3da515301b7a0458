import { join } from 'node:path';
import type { Logger } from '../../api/types.ts';
import { AttachmentDrafts } from '../attachments/attachmentDrafts.ts';
import { OwnerLocks } from '../files/ownerLocks.ts';
import { ChatAccess } from './chatAccess.ts';
import { ChatSearch } from './chatSearch.ts';
import { ChatStore } from './chatStore.ts';

/** The chats on disk, with all that this window needs to work on them. */
export interface ChatStorage {
  store: ChatStore;
  access: ChatAccess;
  locks: OwnerLocks;
  search: ChatSearch;
  drafts: AttachmentDrafts;
}

/** `keepsHistory` is asked before each write of what was said. */
export function openChatStorage(folder: string, log: Logger, keepsHistory: () => boolean): ChatStorage {
  const store = new ChatStore(folder, log);
  const locks = new OwnerLocks(folder, log);
  const access = new ChatAccess(store, locks, keepsHistory, log);
  const drafts = new AttachmentDrafts(join(folder, 'attachments'), keepsHistory, log);
  return { store, access, locks, drafts, search: new ChatSearch(store, log) };
}
