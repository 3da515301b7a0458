import * as vscode from 'vscode';
import { AttachmentTray } from '../../../core/attachments/attachmentTray.ts';
import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { answerOf, shownPath } from '../../../core/chats/tree/conversationTree.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { ChatFrame, ChatToHost, ChatToPage } from '../../../protocol/chat.ts';
import { reportingErrors } from '../../shared/errors/showError.ts';
import { pageHtml } from '../../shared/pageHtml.ts';
import { ChatAttachments } from '../attachments/chatAttachments.ts';
import { ChatFeed } from '../page/chatFeed.ts';
import { statusAfter } from '../page/chatStatus.ts';
import { pageExchange } from '../page/pageExchange.ts';
import { ShownTurns } from '../page/shownTurns.ts';
import { doChatAction } from './chatActions.ts';
import { chatFrame } from './chatFrame.ts';
import { readChatMessage } from './chatInbound.ts';
import type { ChatPanelParts } from './chatParts.ts';
import { sayChatNotKept } from './sayChatNotKept.ts';
import { tabIcon } from './tabIcon.ts';

/** A turn, and the words to mark in it. */
export type Found = Pick<Extract<ChatToPage, { type: 'reveal' }>, 'turn' | 'words'>;

/** One chat in an editor tab: shows a session and passes on the user's actions. */
export class ChatPanel {
  readonly session: ChatSession;
  readonly attachments: ChatAttachments;
  readonly #panel: vscode.WebviewPanel;
  readonly #parts: ChatPanelParts;
  readonly #feed: ChatFeed;
  readonly #turns: ShownTurns;
  #status = '';
  readonly #subscriptions: { dispose(): void }[];
  /** When the tab last had the focus, by `performance.now()`. */
  #usedAt = performance.now();
  #hasUnseen = false;
  /** What to reveal once the page has loaded. */
  #revealed: Found | undefined;

  /** `tray`: attachments of the next message, if they outlive the window. */
  constructor(
    panel: vscode.WebviewPanel,
    session: ChatSession,
    parts: ChatPanelParts,
    tray = new AttachmentTray(),
  ) {
    this.session = session;
    this.attachments = new ChatAttachments(tray, session, parts);
    this.#panel = panel;
    this.#parts = parts;
    this.#feed = new ChatFeed((message) => void panel.webview.postMessage(message));
    this.#turns = new ShownTurns(session, parts.connections, this.#feed);
    this.#subscriptions = [
      session.onDidChange((change) => this.#follow(change)),
      tray.onDidChange(() => this.#sendAttachments()),
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
      panel.onDidChangeViewState(() => this.#showTab()),
      panel.onDidDispose(() => this.#dispose()),
    ];
    panel.webview.html = pageHtml(panel.webview, parts.extensionUri, 'chat');
    this.#showTab();
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  get usedAt(): number {
    return this.#usedAt;
  }

  /** With `column`, the tab moves there. */
  reveal(column?: vscode.ViewColumn): void {
    if (column !== undefined) this.#keepMoved();
    this.#panel.reveal(column);
  }

  close(): void {
    this.#panel.dispose();
  }

  /** Shows the path through this turn and scrolls to what was found in it. Writes nothing. */
  showFound(found: Found): void {
    const isLoaded = this.#turns.isLoaded && this.#panel.visible;
    if (!shownPath(this.session.conversation).some(({ id }) => id === found.turn)) {
      this.session.look(found.turn);
    }
    if (isLoaded) this.#feed.send({ type: 'reveal', ...found });
    // The page of a hidden tab is gone: it loads anew when it is shown.
    else this.#revealed = found;
  }

  /** Shows the request of an answer below it. */
  showExchange(turn: string): void {
    const exchange = pageExchange(this.session, turn, this.#turns.connectionOf(turn));
    if (exchange) this.#feed.send({ type: 'exchange', turn, exchange });
  }

  /** Only the page can render Markdown as text; its reply is put on the clipboard. */
  copyPlain(turn: string): void {
    this.#feed.send({ type: 'copyPlain', turn });
  }

  /** Call after a change outside the session: the connection's name, the catalog, a setting. */
  refresh(): void {
    this.#feed.send({ type: 'frame', frame: this.#frame });
    this.#showTab();
  }

  get #frame(): ChatFrame {
    return chatFrame(this.session, this.#status, this.#parts);
  }

  #dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#feed.drop();
    void this.session.close();
  }

  #follow(change: ChatChange): void {
    this.#status = statusAfter(change, this.session.conversation, this.#status);
    switch (change.type) {
      case 'append':
        this.#feed.append(change.id, change.text, change.reasoning);
        break;
      case 'turn':
        this.#turns.sendTurn(change.id);
        break;
      case 'path':
        this.#turns.sendPath();
        break;
      case 'accepted':
        this.#feed.send({
          type: 'accepted',
          text: change.text,
          ...(change.edited === undefined ? {} : { edited: change.edited }),
        });
        this.attachments.tray.forgetSent(change.attachments ?? []);
        this.#noteModel();
        break;
      case 'ended':
        this.#hasUnseen = !this.#panel.visible;
        this.refresh();
        this.#lookForModel(change.id);
        break;
      case 'frame':
      case 'waiting':
        this.refresh();
        break;
      case 'replaced':
        this.#sendSnapshot();
        this.#showTab();
        break;
      case 'notKept':
        this.refresh();
        void reportingErrors(this.#parts.log, 'export', () =>
          sayChatNotKept(change.code, () => this.#parts.exportChat(this.session)),
        );
    }
  }

  #noteModel(): void {
    const { connectionId, model: name } = this.session.conversation;
    this.#parts.recent.use({ connectionId, name });
  }

  /** A 404 may mean that the model is gone: the next list will tell. */
  #lookForModel(id: string): void {
    const answer = answerOf(this.session.conversation, id);
    if (answer?.error?.kind === 'notFound') this.#parts.refreshModels(answer.connectionId);
  }

  /** VS Code makes a moved tab a preview, which the next file to be opened would close. */
  #keepMoved(): void {
    const moved = this.#panel.onDidChangeViewState(({ webviewPanel }) => {
      if (!webviewPanel.active) return;
      moved.dispose();
      void vscode.commands.executeCommand('workbench.action.keepEditor');
    });
  }

  #showTab(): void {
    const { conversation, streaming } = this.session;
    if (this.#panel.visible) this.#hasUnseen = false;
    if (this.#panel.active) this.#usedAt = performance.now();
    const title = cleanText(conversation.title, 60);
    this.#panel.title = title || vscode.l10n.t('Chat: {0}', cleanText(conversation.model, 60));
    const state = streaming ? 'streaming' : this.#hasUnseen ? 'unseen' : 'still';
    this.#panel.iconPath = tabIcon(this.#parts.extensionUri, state);
  }

  #receive(raw: unknown): void {
    const message = readChatMessage(raw);
    if (message) void reportingErrors(this.#parts.log, 'chat', () => this.#act(message));
  }

  async #act(message: ChatToHost): Promise<unknown> {
    const { session } = this;
    switch (message.type) {
      case 'ready':
        return this.#sendSnapshot();
      case 'send':
        this.#send(message.text, message.attachments ?? []);
        // A refused send is answered too, so that the page can try again.
        return this.refresh();
      case 'attach':
      case 'attachUris':
      case 'attachFiles':
      case 'detach':
      case 'openAttachment':
        return this.attachments.act(message);
      case 'edit':
        void session.edit(message.turn, message.text);
        return this.refresh();
      case 'showExchange':
        return this.showExchange(message.turn);
      case 'sendRefused':
        this.#parts.refused.sendAgain(session.conversation);
        return this.refresh();
      default:
        return doChatAction(message, session, this.#parts);
    }
  }

  #send(text: string, ids: readonly string[]): void {
    const attachments = this.attachments.tray.choose(ids);
    // The page shows an attachment that no longer exists: don't send without it.
    if (attachments) void this.session.send(text, attachments);
    else this.#sendAttachments();
  }

  #sendAttachments(): void {
    this.#feed.send({ type: 'attachments', attachments: this.attachments.shown });
  }

  #sendSnapshot(): void {
    this.#feed.drop();
    const turns = this.#turns.startOver();
    this.#feed.send({ type: 'snapshot', frame: this.#frame, turns });
    if (this.attachments.tray.entries.length > 0) this.#sendAttachments();
    // A page that was still loading missed the reveal; one that returns later keeps its scroll position.
    if (this.#revealed) this.#feed.send({ type: 'reveal', ...this.#revealed });
    this.#revealed = undefined;
  }
}
