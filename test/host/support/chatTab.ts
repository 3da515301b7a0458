import path from 'node:path';
import * as vscode from 'vscode';
import { ChatStore } from '../../../src/core/chats/disk/chatStore.ts';
import { ChatSession } from '../../../src/core/chats/session/chatSession.ts';
import type { Conversation } from '../../../src/core/chats/tree/conversation.ts';
import type { ChatFrame } from '../../../src/protocol/chat.ts';
import { pageMaker } from '../../../src/ui/buildChats.ts';
import { chatParts } from '../../../src/ui/chats/actions/chatParts.ts';
import { chatService } from '../../../src/ui/chats/actions/chatService.ts';
import { LastEditor } from '../../../src/ui/chats/actions/lastEditor.ts';
import { Tally } from '../../../src/ui/chats/columns/tally.ts';
import { ChatPanel } from '../../../src/ui/chats/tab/chatPanel.ts';
import { PresetsFile } from '../../../src/ui/presets/presetsFile.ts';
import { pageOptions } from '../../../src/ui/shared/pageHtml.ts';
import { developedExtension } from './extension.ts';
import { type RecordedPanel, recordedPanel } from './recordedPanel.ts';
import { nextEvent } from './waiting.ts';
import { load, type World } from './world.ts';

/** For a tab that shows no documents. */
export const noDocuments = { open: async () => undefined, putText: () => vscode.Uri.file('/none') };

/** For a tab that opens no others. */
export const noTabs = {
  forkChat: async () => undefined,
  openNew: async () => undefined,
  closeKept: () => undefined,
};

/** One chat with support-tone-v7 in a tab of its own, whose page has loaded. */
export class ChatTab {
  readonly recorded: RecordedPanel;
  readonly session: ChatSession;
  readonly panel: ChatPanel;
  readonly #lastEditor = new LastEditor();
  readonly #presets: PresetsFile;

  /** `said`: what its conversation holds already. */
  constructor(
    { connections, catalogs, clients, pending, recent, folder, log, connection }: World,
    said: Pick<Conversation, 'turns' | 'leaf'> = { turns: new Map(), leaf: undefined },
  ) {
    const store = new ChatStore(path.join(folder, 'chats'), log);
    const now = Date.now();
    const conversation = {
      id: crypto.randomUUID(),
      title: '',
      connectionId: connection.id,
      model: 'support-tone-v7',
      settings: {},
      ...said,
      createdAt: now,
      updatedAt: now,
    };
    const { extensionUri } = developedExtension();
    this.session = new ChatSession(conversation, store, chatService({ connections, clients }), log);
    this.#presets = new PresetsFile(vscode.Uri.file(folder), log);
    this.recorded = recordedPanel(pageOptions(extensionUri));
    const sources = {
      extensionUri,
      connections,
      clients,
      catalogs,
      pending,
      recent,
      lastEditor: this.#lastEditor,
      presets: this.#presets,
      documents: noDocuments,
      log,
    };
    this.panel = new ChatPanel(
      this.recorded.panel,
      this.session,
      chatParts(sources, noTabs),
      pageMaker(new Tally(store)),
    );
  }

  /** The last state that its page got. */
  get frame(): ChatFrame | undefined {
    return this.recorded.posted.flatMap((one) => ('frame' in one ? [one.frame] : [])).at(-1);
  }

  /** The end of the next answer. */
  ended(): Promise<unknown> {
    return nextEvent(this.session.onDidChange, 'the answer ends', ({ type }) => type === 'ended');
  }

  dispose(): void {
    this.recorded.panel.dispose();
    this.#lastEditor.dispose();
    this.#presets.dispose();
  }
}

/** A chat tab for each test of the suite. */
export function useChatTab(world: () => World): () => ChatTab {
  let tab: ChatTab | undefined;
  beforeEach(async () => {
    await load(world());
    tab = new ChatTab(world());
    await nextEvent(tab.recorded.onDidReceive, 'the page is ready', isReady);
  });
  afterEach(() => tab?.dispose());
  return () => {
    if (!tab) throw new Error('The test has not started yet.');
    return tab;
  };
}

function isReady(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}
