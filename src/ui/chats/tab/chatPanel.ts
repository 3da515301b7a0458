import * as vscode from 'vscode';
import { AttachmentTray } from '../../../core/attachments/attachmentTray.ts';
import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { answerOf, hidesModels, isHidden, questionOf } from '../../../core/chats/tree/conversationTree.ts';
import type { ChatToPage, Unnumbered } from '../../../protocol/chat.ts';
import { chatToHost } from '../../../protocol/chatToHost.ts';
import { reportingErrors } from '../../shared/errors/showError.ts';
import { sayWarning } from '../../shared/messages.ts';
import { pageHtml } from '../../shared/pageHtml.ts';
import { handleMessage } from '../../shared/pageMessages.ts';
import { t } from '../../shared/text/t.ts';
import type { ChatPanelParts } from '../actions/chatParts.ts';
import type { UndoStack } from '../actions/undoStack.ts';
import { type ChatAttachments, chatAttachments } from '../attachments/chatAttachments.ts';
import { type ChatFeed, chatFeed } from '../page/chatFeed.ts';
import { pageExchange } from '../page/pageExchange.ts';
import { chatHandlers } from './chatHandlers.ts';
import { PageProjection } from './pageProjection.ts';
import { type TabDecoration, tabDecoration } from './tabDecoration.ts';

/** A turn to reveal, and the words to mark in it. */
export type Found = Pick<Extract<ChatToPage, { type: 'reveal' }>, 'turn' | 'words'>;

/** A text for the composer, and a note on where it comes from if somebody else wrote it. */
export type Fill = Pick<Extract<ChatToPage, { type: 'fill' }>, 'text' | 'note'>;

/** One chat in an editor tab: shows a session and passes on the user's actions. */
export class ChatPanel {
  readonly session: ChatSession;
  readonly attachments: ChatAttachments;
  readonly #panel: vscode.WebviewPanel;
  readonly #face: TabDecoration;
  readonly #parts: ChatPanelParts;
  readonly #feed: ChatFeed;
  readonly #page: PageProjection;
  readonly #handlers: ReturnType<typeof chatHandlers>;
  readonly #subscriptions: { dispose(): void }[];
  /** The turn to reveal once the page has loaded. */
  #revealed: Found | undefined;
  /** What to fill the composer with, until the page has it. */
  #fill: Fill | undefined;
  #isFilled = false;

  /** `tray`: attachments of the next message, if they outlive the window. */
  constructor(
    panel: vscode.WebviewPanel,
    session: ChatSession,
    parts: ChatPanelParts,
    tray = new AttachmentTray(),
  ) {
    this.session = session;
    this.#panel = panel;
    this.#parts = parts;
    this.#feed = chatFeed((message) => void panel.webview.postMessage(message));
    this.attachments = chatAttachments(tray, session, parts, (message) => this.#feed.send(message));
    this.#page = new PageProjection(session, this.attachments, this.#feed, parts);
    this.#handlers = chatHandlers({
      session,
      page: this.#page,
      attachments: this.attachments,
      parts,
      tab: {
        open: () => {
          this.#feed.open();
          this.#sendSnapshot();
        },
        filled: () => {
          this.#fill = undefined;
        },
        showExchange: (turn) => this.showExchange(turn),
        sendAttachments: () => this.#sendAttachments(),
      },
    });
    this.#face = tabDecoration(panel, session, this.#page, parts.extensionUri);
    this.#subscriptions = [
      session.onDidChange((change) => this.#follow(change)),
      tray.onDidChange(() => this.#sendAttachments()),
      this.#page.deletions.onDidChange(() => this.#page.sendFrame()),
      panel.webview.onDidReceiveMessage(
        (raw: unknown) => void reportingErrors(parts.log, 'chat', () => this.#receive(raw)),
      ),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#feed.close();
        this.#face.show();
        this.#tellMenus();
      }),
      panel.onDidDispose(() => this.#dispose()),
    ];
    panel.webview.html = pageHtml(panel.webview, parts.extensionUri, 'chat');
    this.#face.show();
    this.#tellMenus();
  }

  /** True if something can be asked here now or later: the chat is not another window's. */
  get canBeAsked(): boolean {
    return this.session.readOnly === undefined;
  }

  /** The deletions of turns that the page offers to undo. */
  get deletions(): UndoStack {
    return this.#page.deletions;
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  get usedAt(): number {
    return this.#face.usedAt;
  }

  /** True if the composer was filled: the chat is meant for that text. */
  get isFilled(): boolean {
    return this.#isFilled;
  }

  /** Shows the tab. With `column`, the tab moves there. */
  reveal(column?: vscode.ViewColumn): void {
    this.#face.reveal(column);
  }

  close(): void {
    this.#panel.dispose();
  }

  /** Shows a path with this turn and scrolls to what was found in it. Writes nothing. */
  showFound({ turn, words }: Found): void {
    if (this.#page.turns.shownId(turn) === undefined) this.session.look(turn);
    const found = { turn: this.#page.turns.shownId(turn) ?? turn, words };
    if (this.#feed.isOpen) this.#feed.send({ type: 'reveal', ...found });
    // The page of a hidden tab is gone, and loads again when it is shown.
    else this.#revealed = found;
  }

  /** Fills the composer. Call for a new chat only, which has no draft. Sends nothing to the service. */
  fill(fill: Fill): void {
    this.#isFilled = true;
    this.#fill = fill;
    // The page of a hidden tab, or one that is still loading, gets the text with its snapshot.
    this.#feed.send({ type: 'fill', ...fill });
  }

  /** Shows the request details below an answer. */
  showExchange(turn: string): void {
    if (isHidden(questionOf(this.session.conversation, turn))) return;
    const exchange = pageExchange(this.session, turn, this.#page.turns.connectionOf(turn));
    if (exchange) this.#feed.send({ type: 'exchange', turn, exchange });
  }

  /** Asks the page for what only it can do. It puts an answer as plain text, or what is selected, on the clipboard. */
  ask(
    message: Unnumbered<Extract<ChatToPage, { type: 'copyPlain' | 'copySelection' | 'showSettings' }>>,
  ): void {
    this.#feed.send(message);
  }

  /** Call after a change outside the session, e.g. of the connection's name, the catalog or a setting. */
  refresh(): void {
    this.#page.sendFrame();
    this.#face.show();
  }

  /** Tells VS Code how many columns the chat in the active tab has, since the menus for one and for several differ. */
  #tellMenus(): void {
    if (!this.#panel.active) return;
    const { length } = this.session.conversation.columns;
    void vscode.commands.executeCommand('setContext', 'hostedModels.columns', length);
  }

  #dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#feed.close();
    void this.session.close();
  }

  #follow(change: ChatChange): void {
    const isNews = this.#page.follow(change);
    switch (change.type) {
      case 'append':
        this.#feed.append(change.id, change.text, change.reasoning);
        if (isNews) this.refresh();
        break;
      case 'turn':
        this.#page.turns.sendTurn(change.id);
        break;
      case 'path':
        this.#page.sendRows();
        this.#tellMenus();
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
    const { conversation } = this.session;
    // The order of recently used models would reveal which column has which.
    if (hidesModels(conversation)) return;
    for (const column of conversation.columns) this.#parts.recent.use(column);
  }

  #noteAnswer(id: string): void {
    const answer = answerOf(this.session.conversation, id);
    // Completes a step of the walkthrough.
    if (answer?.state === 'complete') {
      void vscode.commands.executeCommand('setContext', 'hostedModels.hasAnswer', true);
    }
    // A 404 may mean that the model is gone, which a new list shows.
    if (answer?.error?.kind === 'notFound') this.#parts.refreshModels(answer.connectionId);
  }

  async #receive(raw: unknown): Promise<void> {
    await handleMessage(chatToHost, this.#handlers, raw);
    // A refused message gets a reply too, so that the page shows the actual state, and can try again.
    this.refresh();
  }

  #sendAccepted(change: Extract<ChatChange, { type: 'accepted' }>): void {
    const { attachments: _sent, ...rest } = change;
    this.#feed.send(rest);
  }

  #sendAttachments(): void {
    this.#feed.send({ type: 'attachments', attachments: this.#page.attached });
  }

  #sendSnapshot(): void {
    if (!this.#feed.isOpen) return;
    this.#feed.drop();
    this.#page.sendSnapshot();
    if (this.attachments.tray.entries.length > 0) this.#sendAttachments();
    this.attachments.sendLarge();
    // A page that was still loading missed the reveal; one that returns later keeps its scroll position.
    if (this.#revealed) this.#feed.send({ type: 'reveal', ...this.#revealed });
    this.#revealed = undefined;
    if (this.#fill) this.#feed.send({ type: 'fill', ...this.#fill });
  }
}

/** Reports that a chat can't be written to disk and offers to export it; `code` is the system's, e.g. `ENOSPC`. */
async function sayChatNotKept(code: string | undefined, exportIt: () => Promise<void>): Promise<void> {
  const button = t('Export…');
  const text = t(
    "This chat can't be saved ({0}). Saving is retried; export the chat before you close the tab.",
    code ?? '?',
  );
  if ((await sayWarning(text, button)) === button) await exportIt();
}
