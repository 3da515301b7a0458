import path from 'node:path';
import { type ChatLibrary, openChatLibrary } from '../../../src/core/chats/chatLibrary.ts';
import { ChatStore } from '../../../src/core/chats/disk/chatStore.ts';
import { type ChatPanels, chatPanels } from '../../../src/ui/chats/tab/chatPanels.ts';
import { turnCommands } from '../../../src/ui/chats/view/tabCommands.ts';
import { keepHistory } from '../../../src/ui/shared/settings.ts';
import { liveExtension } from './extension.ts';
import { perTest } from './perTest.ts';
import { type TabServices, tabServices } from './tabServices.ts';
import type { World } from './world.ts';

/** Chats in real tabs, stored in a folder of their own. */
export interface Chats extends TabServices {
  storage: ChatLibrary;
  panels: ChatPanels;
  turns: ReturnType<typeof turnCommands>;
}

/** The chats of a world's folder, as another window has them. */
export function openStorage({ folder, log }: Pick<World, 'folder' | 'log'>): ChatLibrary {
  return openChatLibrary(new ChatStore(path.join(folder, 'chats'), log), log, () => keepHistory.value);
}

/** New chats for each test of the suite, closed after it. */
export function useChats(world: () => World): () => Chats {
  // A tab of this type activates the extension, which then needs its environment.
  before(liveExtension);
  const make = (): Chats => {
    const storage = openStorage(world());
    const own = tabServices(world(), {
      forkChat: (session) => panels.fork(session),
      openNew: (conversation, session) => panels.openNew(conversation, session),
    });
    const panels: ChatPanels = chatPanels(storage, own);
    const turns = turnCommands({ ...storage, panels }, own);
    return { ...own, storage, panels, turns };
  };
  return perTest(make, async (chats) => {
    await chats.panels.closeAll();
    chats.panels.dispose();
    chats.storage.locks.dispose();
    chats.dispose();
  });
}
