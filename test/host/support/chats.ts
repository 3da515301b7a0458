import path from 'node:path';
import * as vscode from 'vscode';
import { type ChatLibrary, openChatLibrary } from '../../../src/core/chats/chatLibrary.ts';
import { ChatStore } from '../../../src/core/chats/disk/chatStore.ts';
import { pageMaker } from '../../../src/ui/buildChats.ts';
import type { ChatPanelParts } from '../../../src/ui/chats/actions/chatParts.ts';
import { chatParts } from '../../../src/ui/chats/actions/chatParts.ts';
import { chatService } from '../../../src/ui/chats/actions/chatService.ts';
import { LastEditor } from '../../../src/ui/chats/actions/lastEditor.ts';
import { Tally } from '../../../src/ui/chats/columns/tally.ts';
import { ChatPanels } from '../../../src/ui/chats/tab/chatPanels.ts';
import { turnCommands } from '../../../src/ui/chats/view/turnCommands.ts';
import { PresetsFile } from '../../../src/ui/presets/presetsFile.ts';
import { keepsHistory } from '../../../src/ui/shared/settings.ts';
import { noDocuments } from './chatTab.ts';
import { developedExtension, liveExtension } from './extension.ts';
import type { World } from './world.ts';

/** Chats in real tabs, stored in a folder of their own. */
export interface Chats {
  storage: ChatLibrary;
  panels: ChatPanels;
  presets: PresetsFile;
  turns: ReturnType<typeof turnCommands>;
  parts: ChatPanelParts;
}

/** New chats for each test of the suite, closed after it. */
export function useChats(world: () => World): () => Chats {
  let chats: Chats | undefined;
  let lastEditor: LastEditor;
  // A tab of this type activates the extension, which then needs its environment.
  before(liveExtension);
  beforeEach(() => {
    const { folder, log, connections, catalogs, pending, recent, clients } = world();
    const storage = openChatLibrary(new ChatStore(path.join(folder, 'chats'), log), log, keepsHistory);
    const { extensionUri } = developedExtension();
    lastEditor = new LastEditor();
    const presets = new PresetsFile(vscode.Uri.file(folder), log);
    const sources = {
      extensionUri,
      connections,
      clients,
      catalogs,
      pending,
      recent,
      lastEditor,
      presets,
      documents: noDocuments,
      log,
    };
    const parts = chatParts(sources, {
      forkChat: (session) => panels.fork(session),
      openNew: (conversation, session) => panels.openNew(conversation, session),
      closeKept: (session) => panels.closeKept(session),
    });
    const service = chatService({ connections, clients });
    const panels: ChatPanels = new ChatPanels(storage, service, parts, pageMaker(new Tally(storage.store)));
    const turns = turnCommands({ ...storage, panels, regenerateWith: parts.regenerateWith });
    chats = { storage, panels, presets, turns, parts };
  });
  afterEach(async () => {
    await chats?.panels.closeAll();
    chats?.panels.dispose();
    chats?.presets.dispose();
    chats?.storage.locks.dispose();
    lastEditor.dispose();
    chats = undefined;
  });
  return () => {
    if (!chats) throw new Error('The chats are there while a test runs only.');
    return chats;
  };
}
