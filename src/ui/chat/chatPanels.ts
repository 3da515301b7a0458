import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Logger } from '../../api/index.ts';
import { type ChatService, ChatSession } from '../../core/chatSession.ts';
import type { ChatStore } from '../../core/chatStore.ts';
import type { Conversation } from '../../core/conversation.ts';
import type { ModelRef } from '../../core/modelKey.ts';
import type { ChatPageState } from '../../protocol/chat.ts';
import { sayError } from '../messages.ts';
import { pageOptions } from '../pages/pageHtml.ts';
import { ChatPanel, type ChatPanelParts } from './chatPanel.ts';

export const chatViewType = 'hostedModels.chat';

const pageState = v.object({ conversationId: v.pipe(v.string(), v.uuid()), draft: v.string() });

/** All open chats: one tab each, brought back after a reload. */
export class ChatPanels implements vscode.WebviewPanelSerializer {
  readonly #store: ChatStore;
  readonly #service: ChatService;
  readonly #parts: ChatPanelParts;
  readonly #log: Logger;
  readonly #panels = new Map<string, ChatPanel>();
  readonly #registration: vscode.Disposable;

  constructor(store: ChatStore, service: ChatService, parts: ChatPanelParts, log: Logger) {
    this.#store = store;
    this.#service = service;
    this.#parts = parts;
    this.#log = log;
    this.#registration = vscode.window.registerWebviewPanelSerializer(chatViewType, this);
  }

  /** The chat whose tab has the focus. */
  get active(): ChatSession | undefined {
    return [...this.#panels.values()].find((panel) => panel.isActive)?.session;
  }

  session(id: string): ChatSession | undefined {
    return this.#panels.get(id)?.session;
  }

  async create({ connectionId, name }: ModelRef): Promise<void> {
    const now = Date.now();
    const conversation: Conversation = {
      id: crypto.randomUUID(),
      title: '',
      connectionId,
      model: name,
      settings: {},
      turns: new Map(),
      leaf: undefined,
      createdAt: now,
      updatedAt: now,
    };
    const session = new ChatSession(conversation, this.#store, this.#service, this.#log);
    this.#show(this.#newTab(), session);
    await session.keepEmpty();
  }

  /** Opens a kept chat, or comes back to its tab. */
  async open(id: string): Promise<void> {
    const open = this.#panels.get(id);
    if (open) return open.reveal();
    const session = await this.#load(id);
    // A double click asks twice, and the file of a long chat takes a while.
    const openedMeanwhile = this.#panels.get(id);
    if (openedMeanwhile) openedMeanwhile.reveal();
    else if (session) this.#show(this.#newTab(), session);
    else void sayError(vscode.l10n.t('This chat could not be read. The log says more.'));
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
    for (const panel of this.#panels.values()) panel.refresh();
  }

  close(id: string): void {
    this.#panels.get(id)?.close();
  }

  /** Ends what streams, waits until the last write is done, and closes the tabs. */
  async closeAll(): Promise<void> {
    const panels = [...this.#panels.values()];
    await Promise.all(panels.map((panel) => panel.session.close()));
    for (const panel of panels) panel.close();
  }

  dispose(): void {
    this.#registration.dispose();
    for (const panel of this.#panels.values()) panel.session.stop();
  }

  #newTab(): vscode.WebviewPanel {
    const title = vscode.l10n.t('Chat');
    const { extensionUri } = this.#parts;
    return vscode.window.createWebviewPanel(
      chatViewType,
      title,
      vscode.ViewColumn.Active,
      pageOptions(extensionUri),
    );
  }

  async #load(id: string): Promise<ChatSession | undefined> {
    const stored = await this.#store.load(id);
    return (
      stored && new ChatSession(stored.conversation, this.#store, this.#service, this.#log, stored.readOnly)
    );
  }

  #show(tab: vscode.WebviewPanel, session: ChatSession): void {
    const panel = new ChatPanel(tab, session, this.#parts);
    const { id } = session.conversation;
    this.#panels.set(id, panel);
    panel.onDidDispose(() => {
      this.#panels.delete(id);
      if (session.conversation.turns.size === 0) void this.#store.delete(id);
    });
  }
}
