import * as vscode from 'vscode';
import { AttachmentTray } from '../../../core/attachments/attachmentTray.ts';
import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { hidesModels, isHidden, questionOf } from '../../../core/chats/tree/conversationTree.ts';
import type { ChatToPage, Unnumbered } from '../../../protocol/chat.ts';
import { chatToHost } from '../../../protocol/chatToHost.ts';
import { reportingErrors } from '../../shared/errors/showError.ts';
import { sayWarning } from '../../shared/messages.ts';
import { pageHtml } from '../../shared/pageHtml.ts';
import { handleMessage } from '../../shared/pageMessages.ts';
import { t } from '../../shared/text/t.ts';
import type { ChatPanelParts } from '../actions/chatParts.ts';
import { chatAttachments } from '../attachments/chatAttachments.ts';
import { chatFeed } from '../page/chatFeed.ts';
import { pageExchange } from '../page/pageExchange.ts';
import { chatHandlers } from './chatHandlers.ts';
import { pageProjection } from './pageProjection.ts';
import { tabDecoration } from './tabDecoration.ts';

/** A turn to reveal, and the words to mark in it. */
export type Found = Pick<Extract<ChatToPage, { type: 'reveal' }>, 'turn' | 'words'>;

/** A text for the composer, and a note on where it comes from if somebody else wrote it. */
export type Fill = Pick<Extract<ChatToPage, { type: 'fill' }>, 'text' | 'note'>;

export type ChatPanel = ReturnType<typeof chatPanel>;

/**
 * Shows a session in an editor tab and passes on the user's actions. `tray`: attachments of the next message, if they outlive the
 * window.
 */
export function chatPanel(
  tab: vscode.WebviewPanel,
  session: ChatSession,
  parts: ChatPanelParts,
  tray = new AttachmentTray(),
) {
  /** The turn to reveal once the page has loaded. */
  let revealed: Found | undefined;
  /** What to fill the composer with, until the page has it. */
  let fill: Fill | undefined;
  let isFilled = false;
  const feed = chatFeed((message) => void tab.webview.postMessage(message));
  const attachments = chatAttachments(tray, session, parts, feed.send);
  const page = pageProjection(session, attachments, feed, parts);
  const face = tabDecoration(tab, session, page.title, parts.extensionUri);
  const handlers = chatHandlers({
    ...{ session, page, attachments, parts },
    tab: {
      open() {
        feed.open();
        sendSnapshot();
      },
      filled() {
        fill = undefined;
      },
      ...{ showExchange, sendAttachments },
    },
  });
  const subscriptions = [
    session.onDidChange(follow),
    tray.onDidChange(sendAttachments),
    page.deletions.onDidChange(page.sendFrame),
    tab.webview.onDidReceiveMessage(
      (raw: unknown) =>
        void reportingErrors(parts.log, 'chat', async () => {
          await handleMessage(chatToHost, handlers, raw);
          // A refused message gets a reply too, so that the page shows the actual state, and can try again.
          refresh();
        }),
    ),
    tab.onDidChangeViewState(() => {
      if (!tab.visible) feed.close();
      face.show();
      tellMenus();
    }),
    tab.onDidDispose(() => {
      for (const subscription of subscriptions) subscription.dispose();
      feed.close();
      void session.close();
    }),
  ];
  tab.webview.html = pageHtml(tab.webview, parts.extensionUri, 'chat');
  face.show();
  tellMenus();

  /** Call after a change outside the session, e.g. of the connection's name, the catalog or a setting. */
  function refresh(): void {
    page.sendFrame();
    face.show();
  }

  /** Shows the request details below an answer. */
  function showExchange(turn: string): void {
    if (isHidden(questionOf(session.conversation, turn))) return;
    const exchange = pageExchange(session, turn, page.turns.connectionOf(turn));
    if (exchange) feed.send({ type: 'exchange', turn, exchange });
  }

  /** Tells VS Code how many columns the chat in the active tab has, since the menus for one and for several differ. */
  function tellMenus(): void {
    if (!tab.active) return;
    const { length } = session.conversation.columns;
    void vscode.commands.executeCommand('setContext', 'hostedModels.columns', length);
  }

  function follow(change: ChatChange): void {
    const isNews = page.follow(change);
    switch (change.type) {
      case 'append':
        feed.append(change.id, change.text, change.reasoning);
        if (isNews) refresh();
        break;
      case 'turn':
        page.turns.sendTurn(change.id);
        break;
      case 'path':
        page.sendRows();
        tellMenus();
        break;
      case 'accepted': {
        const { attachments: _sent, ...accepted } = change;
        feed.send(accepted);
        noteModels();
        break;
      }
      case 'ended':
        face.noteEnd();
        sendAttachments();
        refresh();
        noteAnswer(change.id);
        break;
      case 'begun':
      case 'frame':
      case 'waiting':
        refresh();
        break;
      case 'replaced':
        sendSnapshot();
        face.show();
        break;
      case 'notKept':
        refresh();
        void reportingErrors(parts.log, 'export', () =>
          sayChatNotKept(change.code, () => parts.exportChat(session)),
        );
    }
  }

  function noteModels(): void {
    const { conversation } = session;
    // The order of recently used models would reveal which column has which.
    if (hidesModels(conversation)) return;
    for (const column of conversation.columns) parts.recent.use(column);
  }

  function noteAnswer(id: string): void {
    const answer = session.conversation.answers.get(id);
    // Completes a step of the walkthrough.
    if (answer?.state === 'complete')
      void vscode.commands.executeCommand('setContext', 'hostedModels.hasAnswer', true);
    // A 404 may mean that the model is gone, which a new list shows.
    if (answer?.error?.kind === 'notFound') parts.refreshModels(answer.connectionId);
  }

  function sendAttachments(): void {
    feed.send({ type: 'attachments', attachments: page.attached() });
  }

  function sendSnapshot(): void {
    if (!feed.isOpen) return;
    feed.drop();
    page.sendSnapshot();
    if (tray.entries.length > 0) sendAttachments();
    attachments.sendLarge();
    // A page that was still loading missed the reveal; one that returns later keeps its scroll position.
    if (revealed) feed.send({ type: 'reveal', ...revealed });
    revealed = undefined;
    if (fill) feed.send({ type: 'fill', ...fill });
  }

  return {
    ...{ session, attachments, refresh, showExchange },
    /** The deletions of turns that the page offers to undo. */
    deletions: page.deletions,
    /** True if something can be asked here now or later: the chat is not another window's. */
    get canBeAsked(): boolean {
      return session.readOnly === undefined;
    },
    get isActive(): boolean {
      return tab.active;
    },
    get usedAt(): number {
      return face.usedAt;
    },
    /** True if the composer was filled: the chat is meant for that text. */
    get isFilled(): boolean {
      return isFilled;
    },
    /** Shows the tab. With `column`, the tab moves there. */
    reveal: face.reveal,
    close: () => tab.dispose(),
    /** Shows a path with this turn and scrolls to what was found in it. Writes nothing. */
    showFound({ turn, words }: Found): void {
      if (!page.turns.isShown(turn)) session.look(turn);
      const found = { turn, words };
      if (feed.isOpen) feed.send({ type: 'reveal', ...found });
      // The page of a hidden tab is gone, and loads again when it is shown.
      else revealed = found;
    },
    /** Fills the composer. Call for a new chat only, which has no draft. Sends nothing to the service. */
    fill(given: Fill): void {
      isFilled = true;
      fill = given;
      // The page of a hidden tab, or one that is still loading, gets the text with its snapshot.
      feed.send({ type: 'fill', ...given });
    },
    /** Asks the page for what only it can do. It puts an answer as plain text, or what is selected, on the clipboard. */
    ask(
      message: Unnumbered<Extract<ChatToPage, { type: 'copyPlain' | 'copySelection' | 'showSettings' }>>,
    ): void {
      feed.send(message);
    },
  };
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
