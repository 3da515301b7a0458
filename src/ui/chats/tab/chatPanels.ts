import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Logger } from '../../../api/index.ts';
import type { KeptTray } from '../../../core/attachments/attachmentDrafts.ts';
import type { ChatStorage } from '../../../core/chats/chatStorage.ts';
import { forkAt, forkOf } from '../../../core/chats/disk/forkChat.ts';
import type { OwnedChatFile } from '../../../core/chats/disk/ownedChatFile.ts';
import type { ChatService } from '../../../core/chats/session/chatChange.ts';
import type { Edit, OpenedChat } from '../../../core/chats/session/chatOwnership.ts';
import { ChatSession } from '../../../core/chats/session/chatSession.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { errorCode } from '../../../core/files/errorCode.ts';
import { KeyedQueue } from '../../../core/files/keyedQueue.ts';
import type { ModelRef } from '../../../core/models/modelKey.ts';
import { defaultSettings } from '../../../core/presets/presets.ts';
import type { ChatPageState } from '../../../protocol/chat.ts';
import { sayError } from '../../shared/messages.ts';
import { pageOptions } from '../../shared/pageHtml.ts';
import { ChatPanel } from './chatPanel.ts';
import type { ChatPanelParts } from './chatParts.ts';
import { chatTabCount, chatViewType } from './chatTabs.ts';
import { newConversation } from './newConversation.ts';

/** How often a chat that another window has is asked for again, in milliseconds. */
const askAgainMs = 2000;

const pageState = v.object({ conversationId: v.pipe(v.string(), v.uuid()), draft: v.string() });

type Storage = Pick<ChatStorage, 'store' | 'ownership' | 'locks' | 'drafts'>;

interface OpenPanel {
  panel: ChatPanel;
  writer: OwnedChatFile;
  /** Resolves when the tab is gone, all of it is written, and the chat given back. */
  closed: Promise<void>;
}

/** All open chats: one tab each, brought back after a reload. */
export class ChatPanels implements vscode.WebviewPanelSerializer {
  readonly #storage: Storage;
  readonly #service: ChatService;
  readonly #parts: ChatPanelParts;
  readonly #log: Logger;
  readonly #panels = new Map<string, OpenPanel>();
  /** Chats whose tab is gone while their last lines are written. */
  readonly #closing = new Map<string, Promise<void>>();
  readonly #queue = new KeyedQueue();
  readonly #subscription: { dispose(): void };
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(storage: Storage, service: ChatService, parts: ChatPanelParts, log: Logger) {
    this.#storage = storage;
    this.#service = service;
    this.#parts = parts;
    this.#log = log;
    this.#subscription = storage.locks.onDidLose((id) => this.session(id)?.lose());
  }

  /** The chat whose tab has the focus. */
  get active(): ChatSession | undefined {
    return this.#all.find((panel) => panel.isActive)?.session;
  }

  /** Of the chats that can go on, the one that had the focus last. */
  get recent(): ChatPanel | undefined {
    const usable = this.#all.filter(({ session }) => session.readOnly === undefined);
    return usable.sort((one, other) => other.usedAt - one.usedAt)[0];
  }

  /** This window has tabs of chats that were not brought back yet. */
  get hasUnshown(): boolean {
    return chatTabCount() > this.#panels.size;
  }

  session(id: string): ChatSession | undefined {
    return this.panel(id)?.session;
  }

  panel(id: string): ChatPanel | undefined {
    return this.#panels.get(id)?.panel;
  }

  async create(model: ModelRef): Promise<ChatPanel> {
    const presets = await this.#parts.presets.read();
    return this.#showNew(newConversation(model, defaultSettings(presets, model.name)));
  }

  /** The same talk as a chat of its own; with `turn` the way to that one. */
  async fork(session: ChatSession, turn?: string): Promise<void> {
    const { conversation } = session;
    const fork = turn === undefined ? forkOf(conversation) : forkAt(conversation, turn);
    if (fork) await this.#showNew(fork, session.unkeptIn(fork));
  }

  /** Opens a kept chat, or comes back to its tab; with this turn in sight. */
  async open(id: string, turn?: string): Promise<void> {
    await this.alone(id, async () => {
      // A double click asks twice, and the file of a long chat takes a while.
      if (this.#panels.has(id)) return;
      const opened = await this.#load(id);
      if (opened) this.#show(this.#newTab(), opened);
      else void sayError(vscode.l10n.t('This chat could not be read. The log says more.'));
    });
    const open = this.#panels.get(id)?.panel;
    open?.reveal();
    if (turn !== undefined) await open?.showTurn(turn);
  }

  /**
   * What is done with one chat in this window follows each other: opened while it is pinned, it would show the file of before,
   * and write that again. `work` waits for a tab that closes, and must not open the chat.
   */
  alone<T>(id: string, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(id, async () => {
      // Read before its last line is written, it would miss it.
      await this.#closing.get(id);
      return work();
    });
  }

  /**
   * Changes the file of an open chat of which nothing is written, as while no history is kept: what is taken out in its tab, and
   * how it is called, holds for the file too.
   */
  async changeKept(session: ChatSession, edit: Edit): Promise<void> {
    if (this.#parts.keepsHistory() && !session.isUnkept) return;
    await this.#storage.ownership.change(session.conversation.id, edit);
  }

  async deserializeWebviewPanel(tab: vscode.WebviewPanel, state: unknown): Promise<void> {
    const read = v.safeParse(pageState, state);
    if (!read.success) return tab.dispose();
    const { conversationId: id } = read.output satisfies ChatPageState;
    await this.alone(id, async () => {
      const opened = this.#panels.has(id) ? undefined : await this.#load(id);
      if (!opened) return tab.dispose();
      tab.webview.options = pageOptions(this.#parts.extensionUri);
      this.#show(tab, opened);
    });
  }

  /** A name, a catalog or a setting changed that every open chat shows. */
  refresh(): void {
    for (const panel of this.#all) {
      panel.refresh();
      void panel.session.followHistory(this.#parts.keepsHistory());
    }
  }

  /** Resolves when nothing of it is written any more, and the chat is nobody's. */
  async close(id: string): Promise<void> {
    const open = this.#panels.get(id);
    open?.panel.close();
    await open?.closed;
  }

  /** Ends what streams, waits until the last write is done, and closes the tabs. */
  async closeAll(): Promise<void> {
    await Promise.all([...this.#panels.keys()].map((id) => this.close(id)));
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#subscription.dispose();
    for (const panel of this.#all) panel.session.stop();
  }

  get #all(): ChatPanel[] {
    return [...this.#panels.values()].map(({ panel }) => panel);
  }

  #newTab(): vscode.WebviewPanel {
    const title = vscode.l10n.t('Chat');
    const options = pageOptions(this.#parts.extensionUri);
    return vscode.window.createWebviewPanel(chatViewType, title, vscode.ViewColumn.Active, options);
  }

  async #showNew(conversation: Conversation, unkept?: Iterable<string>): Promise<ChatPanel> {
    const opened = { conversation, readOnly: undefined, writer: this.#storage.ownership.newWriter() };
    const panel = this.#show(this.#newTab(), opened, unkept);
    await panel.session.keepAll();
    return panel;
  }

  async #load(id: string): Promise<OpenedChat | undefined> {
    const opened = await this.#storage.ownership.open(id);
    if (opened?.readOnly === 'elsewhere')
      this.#timer ??= setInterval(() => void this.#askAgain().catch(this.#note), askAgainMs);
    return opened;
  }

  /** Goes on with chats that their other window has closed meanwhile. */
  async #askAgain(): Promise<void> {
    const waiting = [...this.#panels].filter(([, { panel }]) => panel.session.readOnly === 'elsewhere');
    for (const [id, { panel, writer }] of waiting) {
      await this.alone(id, async () => {
        if (this.panel(id) !== panel || panel.session.readOnly !== 'elsewhere') return;
        const conversation = await this.#storage.ownership.takeOver(id, writer);
        // Where its tab was closed meanwhile, the writer gives the chat back.
        if (conversation && this.panel(id) === panel) panel.session.takeOver(conversation);
      });
    }
    if (waiting.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #show(tab: vscode.WebviewPanel, opened: OpenedChat, unkept?: Iterable<string>): ChatPanel {
    const { conversation, writer, readOnly } = opened;
    const session = new ChatSession(conversation, writer, this.#service, this.#log, readOnly, unkept);
    const { id } = conversation;
    // While another window has the chat, what is attached there is its own.
    const draft = readOnly ? undefined : this.#storage.drafts.open(id, () => session.isUnkept);
    const panel = new ChatPanel(tab, session, this.#parts, draft?.tray);
    void this.#parts.presets.read();
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    this.#panels.set(id, { panel, writer, closed });
    panel.onDidDispose(async () => {
      this.#panels.delete(id);
      this.#closing.set(id, closed);
      await this.#putAway(session, draft, writer).catch(this.#note);
      this.#closing.delete(id);
      resolve();
    });
    return panel;
  }

  /** Whatever fails, the chat is given back: it would be shut for every other window. */
  async #putAway(session: ChatSession, draft: KeptTray | undefined, writer: OwnedChatFile): Promise<void> {
    const { store } = this.#storage;
    try {
      await session.close();
      await draft?.discard();
      const { id, turns, deleted } = session.conversation;
      if (turns.size > 0 || session.readOnly) return;
      // Where nothing was said, it is no chat; one of which all turns were deleted may still be wanted back.
      await (deleted ? store.moveToTrash(id) : store.deleteEmpty(id));
    } finally {
      await writer.close();
    }
  }

  readonly #note = (error: unknown): void => {
    this.#log.error(`A chat could not be opened or closed: ${errorCode(error) ?? 'unknown error'}`);
  };
}
