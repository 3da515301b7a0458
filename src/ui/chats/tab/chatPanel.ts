import * as vscode from 'vscode';
import { AttachmentTray } from '../../../core/attachments/attachmentTray.ts';
import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { answerOf } from '../../../core/chats/tree/conversationTree.ts';
import type { ChatToPage } from '../../../protocol/chat.ts';
import { reportingErrors } from '../../shared/errors/showError.ts';
import { pageHtml } from '../../shared/pageHtml.ts';
import type { ChatPanelParts } from '../actions/chatParts.ts';
import { hidesModels } from '../actions/hidesModels.ts';
import { sayChatNotKept } from '../actions/sayChatNotKept.ts';
import { ChatAttachments } from '../attachments/chatAttachments.ts';
import { ChatFeed } from '../page/chatFeed.ts';
import { pageExchange } from '../page/pageExchange.ts';
import { TabFace } from './tabFace.ts';
import type { CommonMessage, MakePage, TabPage } from './tabPage.ts';

/** A turn, and the words to mark in it. */
export type Found = Pick<Extract<ChatToPage, { type: 'reveal' }>, 'turn' | 'words'>;

/** A text for the composer, and a sentence on where it comes from if somebody else wrote it. */
export type Fill = Pick<Extract<ChatToPage, { type: 'fill' }>, 'text' | 'note'>;

/** One chat in an editor tab: shows a session and passes on the user's actions. */
export class ChatPanel {
  readonly session: ChatSession;
  readonly attachments: ChatAttachments;
  readonly #panel: vscode.WebviewPanel;
  readonly #face: TabFace;
  readonly #parts: ChatPanelParts;
  readonly #feed: ChatFeed;
  readonly #page: TabPage;
  readonly #subscriptions: { dispose(): void }[];
  /** What to reveal once the page has loaded. */
  #revealed: Found | undefined;
  /** What the composer is filled with, until the page has it. */
  #fill: Fill | undefined;
  #isFilled = false;

  /** `tray`: attachments of the next message, if they outlive the window. */
  constructor(
    panel: vscode.WebviewPanel,
    session: ChatSession,
    parts: ChatPanelParts,
    makePage: MakePage,
    tray = new AttachmentTray(),
  ) {
    this.session = session;
    this.attachments = new ChatAttachments(tray, session, parts);
    this.#panel = panel;
    this.#parts = parts;
    this.#feed = new ChatFeed((message) => void panel.webview.postMessage(message));
    this.#page = makePage({ session, attachments: this.attachments, feed: this.#feed, parts });
    this.#face = new TabFace(panel, session, this.#page, parts.extensionUri);
    this.#subscriptions = [
      session.onDidChange((change) => this.#follow(change)),
      tray.onDidChange(() => this.#sendAttachments()),
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#feed.close();
        this.#face.show();
        this.#tellMenus();
      }),
      panel.onDidDispose(() => this.#dispose()),
    ];
    panel.webview.html = pageHtml(panel.webview, parts.extensionUri, this.#page.name);
    this.#face.show();
    this.#tellMenus();
  }

  /** Something can be said in it now or later: it is not another window's, nor a blind comparison that has had its question. */
  get canBeAsked(): boolean {
    return this.session.readOnly === undefined && !this.#page.isSpent;
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  get usedAt(): number {
    return this.#face.usedAt;
  }

  /** The composer was filled, so this chat is meant for that text. */
  get isFilled(): boolean {
    return this.#isFilled;
  }

  /** With `column`, the tab moves there. */
  reveal(column?: vscode.ViewColumn): void {
    this.#face.reveal(column);
  }

  close(): void {
    this.#panel.dispose();
  }

  /** Shows the path through this turn and scrolls to what was found in it. Writes nothing. */
  showFound(found: Found): void {
    if (!this.#page.turns.isShown(found.turn)) this.#page.look(found.turn);
    if (this.#feed.isOpen) this.#feed.send({ type: 'reveal', ...found });
    // The page of a hidden tab is gone: it loads anew when it is shown.
    else this.#revealed = found;
  }

  /** Fills the composer; call for a new chat only, which has no draft. Sends nothing to the service. */
  fill(fill: Fill): void {
    this.#isFilled = true;
    this.#fill = fill;
    // The page of a hidden tab, or one that is still loading, gets it with its snapshot.
    this.#feed.send({ type: 'fill', ...fill });
  }

  /** Shows the request of an answer below it. */
  showExchange(turn: string): void {
    if (hidesModels(this.session.conversation)) return;
    const exchange = pageExchange(this.session, turn, this.#page.turns.connectionOf(turn));
    if (exchange) this.#feed.send({ type: 'exchange', turn, exchange });
  }

  /** Only the page can render Markdown as text; its reply is put on the clipboard. */
  copyPlain(turn: string): void {
    this.#feed.send({ type: 'copyPlain', turn });
  }

  /** Puts what is selected in the page on the clipboard. */
  copySelection(): void {
    this.#feed.send({ type: 'copySelection' });
  }

  /** Call after a change outside the session: the connection's name, the catalog, a setting. */
  refresh(): void {
    this.#page.sendFrame();
    this.#face.show();
  }

  /** A comparison's menus differ from a chat's. */
  #tellMenus(): void {
    if (!this.#panel.active) return;
    void vscode.commands.executeCommand(
      'setContext',
      'hostedModels.isComparison',
      this.#page.name === 'compare',
    );
  }

  #dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#feed.close();
    void this.session.close();
  }

  #follow(change: ChatChange): void {
    const isNews = this.#page.follow(change);
    this.#page.outbox.follow(change);
    switch (change.type) {
      case 'append':
        this.#feed.append(change.id, change.text, change.reasoning);
        if (isNews) this.refresh();
        break;
      case 'turn':
        this.#page.turns.sendTurn(change.id);
        break;
      case 'path':
        this.#page.sendPath();
        break;
      case 'accepted':
        this.#sendAccepted(change);
        this.#noteModels();
        break;
      case 'ended':
        this.#face.noteEnd();
        this.#sendAttachments();
        this.refresh();
        this.#noteAnswer(change.id);
        break;
      case 'begun':
      case 'frame':
      case 'waiting':
        this.refresh();
        break;
      case 'replaced':
        this.#sendSnapshot();
        this.#face.show();
        break;
      case 'notKept':
        this.refresh();
        void reportingErrors(this.#parts.log, 'export', () =>
          sayChatNotKept(change.code, () => this.#parts.exportChat(this.session)),
        );
    }
  }

  #noteModels(): void {
    // The order of the recently used ones would tell which column has which.
    if (this.#page.isHidden) return;
    const { comparison, connectionId, model } = this.session.conversation;
    const asked = comparison?.columns ?? [{ connectionId, model }];
    for (const one of asked) this.#parts.recent.use({ connectionId: one.connectionId, name: one.model });
  }

  #noteAnswer(id: string): void {
    const answer = answerOf(this.session.conversation, id);
    // Completes a step of the walkthrough.
    if (answer?.state === 'complete') {
      void vscode.commands.executeCommand('setContext', 'hostedModels.hasAnswer', true);
    }
    // A 404 may mean that the model is gone: the next list will tell.
    if (answer?.error?.kind === 'notFound') this.#parts.refreshModels(answer.connectionId);
  }

  #receive(raw: unknown): void {
    const message = this.#page.read(raw);
    if (!message) return;
    const act = typeof message === 'function' ? message : () => this.#act(message);
    void reportingErrors(this.#parts.log, 'chat', async () => act());
  }

  #act(message: CommonMessage): unknown {
    const { outbox } = this.#page;
    switch (message.type) {
      case 'ready':
        this.#feed.open();
        return this.#sendSnapshot();
      case 'filled':
        this.#fill = undefined;
        return;
      case 'send':
        outbox.send(message.text, message.attachments);
        return this.#answerComposer();
      case 'queue':
        outbox.queue(message.id, message.text, message.attachments);
        return this.#answerComposer();
      case 'unqueue':
        outbox.unqueue();
        return this.#answerComposer();
      case 'showExchange':
        return this.showExchange(message.turn);
      default:
        return this.attachments.act(message);
    }
  }

  /** What is refused is answered too, so that the page can try again. */
  #answerComposer(): void {
    this.#sendAttachments();
    this.refresh();
  }

  #sendAccepted(change: Extract<ChatChange, { type: 'accepted' }>): void {
    const { attachments: _sent, ...rest } = change;
    this.#feed.send(rest);
  }

  #sendAttachments(): void {
    this.#feed.send({ type: 'attachments', attachments: this.#page.outbox.attached });
  }

  #sendSnapshot(): void {
    if (!this.#feed.isOpen) return;
    this.#feed.drop();
    this.#page.sendSnapshot();
    if (this.attachments.tray.entries.length > 0) this.#sendAttachments();
    // A page that was still loading missed the reveal; one that returns later keeps its scroll position.
    if (this.#revealed) this.#feed.send({ type: 'reveal', ...this.#revealed });
    this.#revealed = undefined;
    if (this.#fill) this.#feed.send({ type: 'fill', ...this.#fill });
  }
}
