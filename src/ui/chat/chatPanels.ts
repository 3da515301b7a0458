import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Logger } from '../../api/index.ts';
import type { KeptTray } from '../../core/attachments/attachmentDrafts.ts';
import type { ChatService } from '../../core/chats/chatChange.ts';
import { ChatSession } from '../../core/chats/chatSession.ts';
import type { ChatStorage } from '../../core/chats/chatStorage.ts';
import type { Conversation } from '../../core/chats/conversation.ts';
import { defaultSettings } from '../../core/chats/presets.ts';
import { forkAt, forkOf } from '../../core/chats/wholeChat.ts';
import { errorCode } from '../../core/files/atomicFile.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import type { ChatPageState } from '../../protocol/chat.ts';
import { sayError } from '../messages.ts';
import { pageOptions } from '../pages/pageHtml.ts';
import { ChatPanel } from './chatPanel.ts';
import type { ChatPanelParts } from './chatParts.ts';
import { newConversation } from './newConversation.ts';

export const chatViewType = 'hostedModels.chat';

/** How often a chat that another window has is asked for again, in milliseconds. */
const askAgainMs = 2000;

const pageState = v.object({ conversationId: v.pipe(v.string(), v.uuid()), draft: v.string() });

interface OpenPanel {
  panel: ChatPanel;
  /** Resolves when the tab is gone, all of it is written, and the chat given back. */
  closed: Promise<void>;
}

/** All open chats: one tab each, brought back after a reload. */
export class ChatPanels implements vscode.WebviewPanelSerializer {
  readonly #storage: Pick<ChatStorage, 'store' | 'access' | 'locks' | 'drafts'>;
  readonly #service: ChatService;
  readonly #parts: ChatPanelParts;
  readonly #log: Logger;
  readonly #panels = new Map<string, OpenPanel>();
  /** Chats whose tab is gone while their last lines are written. */
  readonly #closing = new Map<string, Promise<void>>();
  readonly #subscriptions: { dispose(): void }[];
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    storage: Pick<ChatStorage, 'store' | 'access' | 'locks' | 'drafts'>,
    service: ChatService,
    parts: ChatPanelParts,
    log: Logger,
  ) {
    this.#storage = storage;
    this.#service = service;
    this.#parts = parts;
    this.#log = log;
    this.#subscriptions = [
      vscode.window.registerWebviewPanelSerializer(chatViewType, this),
      storage.locks.onDidLose((id) => this.session(id)?.lose()),
    ];
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
  async fork({ conversation }: ChatSession, turn?: string): Promise<void> {
    const fork = turn === undefined ? forkOf(conversation) : forkAt(conversation, turn);
    if (fork) await this.#showNew(fork);
  }

  /** Opens a kept chat, or comes back to its tab; with this turn in sight. */
  async open(id: string, turn?: string): Promise<void> {
    if (!this.#panels.has(id)) {
      const session = await this.#load(id);
      // A double click asks twice, and the file of a long chat takes a while.
      if (!this.#panels.has(id)) {
        if (session) this.#show(this.#newTab(), session);
        else void sayError(vscode.l10n.t('This chat could not be read. The log says more.'));
      }
    }
    const open = this.#panels.get(id)?.panel;
    open?.reveal();
    if (turn !== undefined) await open?.showTurn(turn);
  }

  /**
   * The chat as its file has it, while no history is kept and an open one goes on in memory alone: what is taken out of
   * that, and how it is called, holds for the file too.
   */
  async keptCopy(id: string): Promise<ChatSession | undefined> {
    const { store } = this.#storage;
    const stored = this.#parts.keepsHistory() ? undefined : await store.load(id);
    if (!stored || stored.readOnly) return undefined;
    return new ChatSession(stored.conversation, store, this.#service, this.#log);
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const read = v.safeParse(pageState, state);
    const session = read.success
      ? await this.#load((read.output satisfies ChatPageState).conversationId)
      : undefined;
    if (!session || this.#panels.has(session.conversation.id)) return panel.dispose();
    panel.webview.options = pageOptions(this.#parts.extensionUri);
    this.#show(panel, session);
  }

  /** A name, a catalog or a setting changed that every open chat shows. */
  refresh(): void {
    for (const panel of this.#all) {
      panel.refresh();
      void panel.session.catchUp();
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
    for (const subscription of this.#subscriptions) subscription.dispose();
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

  async #showNew(conversation: Conversation): Promise<ChatPanel> {
    const writer = this.#storage.access.newWriter();
    const session = new ChatSession(conversation, writer, this.#service, this.#log);
    const panel = this.#show(this.#newTab(), session);
    await session.keepAll();
    return panel;
  }

  async #load(id: string): Promise<ChatSession | undefined> {
    // Read before its last line is written, it would miss it; and that tab gives the chat back at its end.
    await this.#closing.get(id);
    const opened = await this.#storage.access.open(id);
    if (!opened) return undefined;
    const { conversation, writer, readOnly } = opened;
    if (readOnly === 'elsewhere')
      this.#timer ??= setInterval(() => void this.#askAgain().catch(this.#note), askAgainMs);
    return new ChatSession(conversation, writer, this.#service, this.#log, readOnly);
  }

  /** Goes on with chats that their other window has closed meanwhile. */
  async #askAgain(): Promise<void> {
    const waiting = this.#all.filter(({ session }) => session.readOnly === 'elsewhere');
    for (const { session } of waiting) {
      const { id } = session.conversation;
      const conversation = await this.#storage.access.takeOver(id);
      if (!conversation) continue;
      if (this.session(id) === session) session.takeOver(conversation);
      // Its tab was closed meanwhile, and nobody else here would give the chat back.
      else if (!this.#panels.has(id)) await this.#storage.access.release(id);
    }
    if (waiting.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #show(tab: vscode.WebviewPanel, session: ChatSession): ChatPanel {
    // While another window has the chat, what is attached there is its own.
    const draft = session.readOnly ? undefined : this.#storage.drafts.open(session.conversation.id);
    const panel = new ChatPanel(tab, session, this.#parts, draft?.tray);
    void this.#parts.presets.read();
    const { id } = session.conversation;
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    this.#panels.set(id, { panel, closed });
    panel.onDidDispose(async () => {
      this.#panels.delete(id);
      this.#closing.set(id, closed);
      await this.#putAway(session, draft).catch(this.#note);
      this.#closing.delete(id);
      resolve();
    });
    return panel;
  }

  /** Whatever fails, the chat is given back: it would be shut for every other window. */
  async #putAway(session: ChatSession, draft: KeptTray | undefined): Promise<void> {
    const { id } = session.conversation;
    try {
      await session.close();
      await draft?.discard();
      await this.#clearAway(session);
    } finally {
      await this.#storage.access.release(id);
    }
  }

  /** A chat in which nothing was said is no chat; one of which all turns were deleted may still be wanted back. */
  async #clearAway({ conversation, readOnly }: ChatSession): Promise<void> {
    if (conversation.turns.size > 0 || readOnly !== undefined) return;
    const { store } = this.#storage;
    if (conversation.deleted) await store.moveToTrash(conversation.id);
    else await store.deleteEmpty(conversation.id);
  }

  readonly #note = (error: unknown): void => {
    this.#log.error(`A chat could not be opened or closed: ${errorCode(error) ?? 'unknown error'}`);
  };
}
