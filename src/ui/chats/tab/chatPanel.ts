import type * as vscode from 'vscode';
import { AttachmentTray } from '../../../core/attachments/attachmentTray.ts';
import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { answerOf, shownPath } from '../../../core/chats/tree/conversationTree.ts';
import type { ChatFrame, ChatToHost, ChatToPage } from '../../../protocol/chat.ts';
import { reportingErrors } from '../../shared/errors/showError.ts';
import { pageHtml } from '../../shared/pageHtml.ts';
import { ChatAttachments } from '../attachments/chatAttachments.ts';
import { AnswerSilence } from '../page/answerSilence.ts';
import { ChatFeed } from '../page/chatFeed.ts';
import { statusAfter } from '../page/chatStatus.ts';
import { pageExchange } from '../page/pageExchange.ts';
import { ShownTurns } from '../page/shownTurns.ts';
import { doChatAction } from './chatActions.ts';
import { chatFrame } from './chatFrame.ts';
import { readChatMessage } from './chatInbound.ts';
import type { ChatPanelParts } from './chatParts.ts';
import { Outbox } from './outbox.ts';
import { sayChatNotKept } from './sayChatNotKept.ts';
import { TabFace } from './tabFace.ts';

/** A turn, and the words to mark in it. */
export type Found = Pick<Extract<ChatToPage, { type: 'reveal' }>, 'turn' | 'words'>;

/** One chat in an editor tab: shows a session and passes on the user's actions. */
export class ChatPanel {
  readonly session: ChatSession;
  readonly attachments: ChatAttachments;
  readonly #panel: vscode.WebviewPanel;
  readonly #face: TabFace;
  readonly #parts: ChatPanelParts;
  readonly #feed: ChatFeed;
  readonly #turns: ShownTurns;
  readonly #silence: AnswerSilence;
  readonly #outbox: Outbox;
  #status = '';
  readonly #subscriptions: { dispose(): void }[];
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
    this.#face = new TabFace(panel, session, parts.extensionUri);
    this.#parts = parts;
    this.#feed = new ChatFeed((message) => void panel.webview.postMessage(message));
    this.#turns = new ShownTurns(session, parts.connections, this.#feed);
    this.#silence = new AnswerSilence(session, parts.isBaseModel);
    this.#outbox = new Outbox(session, this.attachments, () => this.#frame.model.gone === undefined);
    this.#subscriptions = [
      session.onDidChange((change) => this.#follow(change)),
      tray.onDidChange(() => this.#sendAttachments()),
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#feed.close();
        this.#face.show();
      }),
      panel.onDidDispose(() => this.#dispose()),
    ];
    panel.webview.html = pageHtml(panel.webview, parts.extensionUri, 'chat');
    this.#face.show();
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  get usedAt(): number {
    return this.#face.usedAt;
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
    if (!shownPath(this.session.conversation).some(({ id }) => id === found.turn)) {
      this.session.look(found.turn);
    }
    if (this.#feed.isOpen) this.#feed.send({ type: 'reveal', ...found });
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

  /** Puts what is selected in the page on the clipboard. */
  copySelection(): void {
    this.#feed.send({ type: 'copySelection' });
  }

  /** Call after a change outside the session: the connection's name, the catalog, a setting. */
  refresh(): void {
    this.#feed.send({ type: 'frame', frame: this.#frame });
    this.#face.show();
  }

  get #frame(): ChatFrame {
    const tab = { status: this.#status, silence: this.#silence.shown, queued: this.#outbox.queued };
    return chatFrame(this.session, tab, this.#parts);
  }

  #dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#feed.close();
    void this.session.close();
  }

  #follow(change: ChatChange): void {
    const before = this.#status;
    this.#status = statusAfter(change, this.session.conversation, before);
    this.#silence.follow(change);
    this.#outbox.follow(change);
    switch (change.type) {
      case 'append':
        this.#feed.append(change.id, change.text, change.reasoning);
        if (this.#status !== before) this.refresh();
        break;
      case 'turn':
        this.#turns.sendTurn(change.id);
        break;
      case 'path':
        this.#turns.sendPath();
        break;
      case 'accepted':
        this.#sendAccepted(change);
        this.#noteModel();
        break;
      case 'ended':
        this.#face.noteEnd();
        this.#sendAttachments();
        this.refresh();
        this.#lookForModel(change.id);
        break;
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

  #noteModel(): void {
    const { connectionId, model: name } = this.session.conversation;
    this.#parts.recent.use({ connectionId, name });
  }

  /** A 404 may mean that the model is gone: the next list will tell. */
  #lookForModel(id: string): void {
    const answer = answerOf(this.session.conversation, id);
    if (answer?.error?.kind === 'notFound') this.#parts.refreshModels(answer.connectionId);
  }

  #receive(raw: unknown): void {
    const message = readChatMessage(raw);
    if (message) void reportingErrors(this.#parts.log, 'chat', () => this.#act(message));
  }

  async #act(message: ChatToHost): Promise<unknown> {
    const { session } = this;
    switch (message.type) {
      case 'ready':
        this.#feed.open();
        return this.#sendSnapshot();
      case 'send':
        this.#outbox.send(message.text, message.attachments);
        return this.#answerComposer();
      case 'queue':
        this.#outbox.queue(message.id, message.text, message.attachments);
        return this.#answerComposer();
      case 'unqueue':
        this.#outbox.unqueue();
        return this.#answerComposer();
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
    this.#feed.send({ type: 'attachments', attachments: this.#outbox.attached });
  }

  #sendSnapshot(): void {
    if (!this.#feed.isOpen) return;
    this.#feed.drop();
    const turns = this.#turns.startOver();
    this.#feed.send({ type: 'snapshot', frame: this.#frame, turns });
    if (this.attachments.tray.entries.length > 0) this.#sendAttachments();
    // A page that was still loading missed the reveal; one that returns later keeps its scroll position.
    if (this.#revealed) this.#feed.send({ type: 'reveal', ...this.#revealed });
    this.#revealed = undefined;
  }
}
