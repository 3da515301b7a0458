import path from 'node:path';
import * as vscode from 'vscode';
import { type ComparedModel, comparing } from '../../../src/core/chats/columns/newComparison.ts';
import { ChatStore } from '../../../src/core/chats/disk/chatStore.ts';
import { ChatSession } from '../../../src/core/chats/session/chatSession.ts';
import { columnPath } from '../../../src/core/chats/tree/columns.ts';
import type { Conversation } from '../../../src/core/chats/tree/conversation.ts';
import type { CompareFrame, CompareToHost, CompareToPage } from '../../../src/protocol/compare.ts';
import { pageMaker } from '../../../src/ui/buildChats.ts';
import { chatParts, type Draft } from '../../../src/ui/chats/actions/chatParts.ts';
import { chatService } from '../../../src/ui/chats/actions/chatService.ts';
import { LastEditor } from '../../../src/ui/chats/actions/lastEditor.ts';
import { Tally } from '../../../src/ui/chats/columns/tally.ts';
import { ChatPanel } from '../../../src/ui/chats/tab/chatPanel.ts';
import { newConversation } from '../../../src/ui/chats/tab/newConversation.ts';
import { PresetsFile } from '../../../src/ui/presets/presetsFile.ts';
import { pageOptions } from '../../../src/ui/shared/pageHtml.ts';
import { ReadOnlyDocuments } from '../../../src/ui/shared/readOnlyDocuments.ts';
import { developedExtension } from './extension.ts';
import { type RecordedPanel, recordedPanel } from './recordedPanel.ts';
import { until } from './waiting.ts';
import { load, type World } from './world.ts';

/** A comparison in a tab of its own. What its page would say, the test says. */
export class CompareTab {
  readonly recorded: RecordedPanel<CompareToPage, CompareToHost>;
  readonly session: ChatSession;
  readonly panel: ChatPanel;
  readonly store: ChatStore;
  readonly documents = new ReadOnlyDocuments();
  /** Chats that were opened in further tabs. */
  readonly opened: Conversation[] = [];
  /** What their composers were given. */
  readonly drafts: Draft[] = [];
  /** Chats whose tab was closed. */
  readonly closed: ChatSession[] = [];
  readonly #lastEditor = new LastEditor();
  readonly #presets: PresetsFile;

  constructor(world: World, models: readonly string[]) {
    const { connections, catalogs, clients, pending, recent, folder, log, connection } = world;
    this.store = new ChatStore(path.join(folder, 'chats'), log);
    const compared = models.map((model): ComparedModel => ({ connectionId: connection.id, model }));
    const first = { connectionId: connection.id, kind: 'lora', name: models[0] ?? '' } as const;
    const conversation = comparing(newConversation(first, {}), compared);
    const { extensionUri } = developedExtension();
    this.session = new ChatSession(conversation, this.store, chatService({ connections, clients }), log);
    this.#presets = new PresetsFile(vscode.Uri.file(folder), log);
    this.recorded = recordedPanel(pageOptions(extensionUri));
    const parts = chatParts(
      {
        extensionUri,
        connections,
        clients,
        catalogs,
        pending,
        recent,
        lastEditor: this.#lastEditor,
        presets: this.#presets,
        documents: this.documents,
        log,
      },
      {
        forkChat: async () => undefined,
        openNew: async (chat, _from, draft) => {
          this.opened.push(chat);
          if (draft) this.drafts.push(draft);
        },
        closeKept: (session) => void this.closed.push(session),
      },
    );
    this.panel = new ChatPanel(this.recorded.panel, this.session, parts, pageMaker(new Tally(this.store)));
    this.recorded.say({ type: 'ready' });
  }

  /** The last state that its page got. */
  get frame(): CompareFrame {
    const frame = this.recorded.posted.flatMap((one) => ('frame' in one ? [one.frame] : [])).at(-1);
    if (!frame) throw new Error('The page got no state.');
    return frame;
  }

  get isBusy(): boolean {
    return this.session.streamingAnswers.length > 0;
  }

  /** The answers that a column shows. */
  answers(name: string) {
    const { conversation } = this.session;
    const at = this.frame.columns.findIndex((one) => one.name === name);
    const column = conversation.comparison?.columns[at];
    const path = column ? columnPath(conversation, column) : [];
    return path.filter((turn) => turn.role === 'assistant');
  }

  columnId(name: string): string {
    return this.frame.columns.find((one) => one.name === name)?.id ?? '';
  }

  /** Says what the page would, and waits until nothing streams any more. */
  async ask(message: CompareToHost): Promise<void> {
    this.recorded.say(message);
    await until(this.session.onDidChange, 'an answer streams', () => this.isBusy);
    await until(this.session.onDidChange, 'all answers end', () => !this.isBusy);
  }

  /** Says what the page would, and waits for a frame of which `isTrue`. */
  async change(message: CompareToHost, isTrue: (frame: CompareFrame) => boolean): Promise<void> {
    this.recorded.say(message);
    await until(this.recorded.onDidPost, `what follows ${message.type}`, () => isTrue(this.frame));
  }

  dispose(): void {
    this.recorded.panel.dispose();
    this.#lastEditor.dispose();
    this.#presets.dispose();
    this.documents.dispose();
  }
}

/** A comparison of these models for each test of the suite. */
export function useCompareTab(world: () => World, models: readonly string[]): () => CompareTab {
  let tab: CompareTab | undefined;
  beforeEach(async () => {
    await load(world());
    tab = new CompareTab(world(), models);
  });
  afterEach(() => tab?.dispose());
  return () => {
    if (!tab) throw new Error('The test has not started yet.');
    return tab;
  };
}
