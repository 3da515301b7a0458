import type * as vscode from 'vscode';
import { putBefore } from '../../../base/putBefore.ts';
import { AttachmentTray } from '../../../core/attachments/attachmentTray.ts';
import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import type { ChatDraft } from '../../../core/chats/tree/chatDraft.ts';
import type { ChatToPage } from '../../../protocol/chat.ts';
import { chatToHost, pageFile } from '../../../protocol/chatToHost.ts';
import type { Unnumbered } from '../../../protocol/messages.ts';
import { Page } from '../../shared/page.ts';
import type { ChatTabServices } from '../actions/chatTabServices.ts';
import { chatAttachments } from '../attachments/chatAttachments.ts';
import { chatFeed } from '../page/chatFeed.ts';
import { chatHandlers } from './chatHandlers.ts';
import { noteChange } from './noteChange.ts';
import { pageProjection } from './pageProjection.ts';
import { tabDecoration } from './tabDecoration.ts';

/** A turn to reveal, and the words to mark in it. */
export type Found = Pick<Extract<ChatToPage, { type: 'reveal' }>, 'turn' | 'words'>;

/** A text for the composer, and a note on where it comes from if somebody else wrote it. */
export type Fill = Pick<Extract<ChatToPage, { type: 'fill' }>, 'text' | 'note' | 'edits'>;

type Asked = Extract<ChatToPage, { type: 'copyPlain' | 'copySelection' | 'showSettings' | 'showExchange' }>;

export type ChatPanel = ReturnType<typeof chatPanel>;

/** What is not sent: attachments, if they outlive the window, and what the page has before it is loaded. */
interface Unsent {
  tray?: AttachmentTray;
  typed?: ChatDraft;
}

/** Shows a session in an editor tab. */
export function chatPanel(
  tab: vscode.WebviewPanel,
  session: ChatSession,
  services: ChatTabServices,
  { tray = new AttachmentTray(), typed = { text: '' } }: Unsent = {},
) {
  /** The turn to reveal once the page has loaded. */
  let revealed: Found | undefined;
  /** What to fill the composer with, until the page has it. */
  let fill: Fill | undefined;
  let isFilled = false;
  const { extensionUri, log } = services;
  const feed = chatFeed(() => page);
  const attachments = chatAttachments(tray, session, services, (bytes) =>
    page.request({ type: 'scale', bytes }, pageFile),
  );
  const projection = pageProjection(session, attachments, feed, services);
  const face = tabDecoration(tab, session, projection.title, extensionUri);
  const subscriptions = [
    session.onDidChange(follow),
    tray.onDidChange(projection.sendAttachments),
    projection.deletions.onDidChange(projection.sendFrame),
    tab.onDidChangeViewState(face.show),
  ];
  const page = new Page<typeof chatToHost, ChatToPage>(tab, {
    ...{ name: 'chat', extensionUri, log, table: chatToHost },
    handlers: chatHandlers({
      ...{ session, page: projection, attachments, services },
      tab: {
        ready: sendSnapshot,
        draft({ text }) {
          typed = { ...typed, text };
        },
        edits({ edits }) {
          typed = { ...typed, edits };
        },
        filled() {
          fill = undefined;
        },
      },
    }),
    // After a refused message, too, the page gets the actual state, and can try again. Typing changes nothing of it.
    around: (work, type) => (type === 'draft' || type === 'edits' ? work() : work().then(refresh)),
    onHide: feed.drop,
    onDispose() {
      for (const subscription of subscriptions) subscription.dispose();
    },
  });
  face.show();

  /** Call after a change outside the session, e.g. of the connection's name, the catalog or a setting. */
  function refresh(): void {
    projection.sendFrame();
    face.show();
  }

  function follow(change: ChatChange): void {
    const isNews = projection.follow(change);
    switch (change.type) {
      case 'append':
        feed.append(change.id, change.text, change.reasoning);
        if (isNews) refresh();
        break;
      case 'turn':
        projection.turns.sendTurn(change.id);
        break;
      case 'path':
        projection.sendRows();
        face.show();
        break;
      case 'accepted': {
        const { attachments: _sent, ...accepted } = change;
        if (typed.text.trim() === accepted.text.trim()) typed = { ...typed, text: '' };
        feed.send(accepted);
        break;
      }
      case 'ended':
        face.noteEnd();
        projection.sendAttachments();
        refresh();
        break;
      case 'replaced':
        sendSnapshot();
        face.show();
        break;
      default:
        change.type satisfies 'begun' | 'frame' | 'waiting' | 'notKept';
        refresh();
    }
    noteChange(session, change, services);
  }

  function sendSnapshot(): void {
    if (!page.isReady) return;
    feed.drop();
    projection.sendSnapshot();
    // A page that was still loading missed the reveal; one that returns later keeps its scroll position.
    if (revealed) feed.send({ type: 'reveal', ...revealed });
    revealed = undefined;
    if (fill) feed.send({ type: 'fill', ...fill });
  }

  return {
    ...{ session, attachments, refresh, tab: face, deletions: projection.deletions },
    /** True if the composer was filled: the chat is meant for that text. */
    isFilled: () => isFilled,
    /** Shows a path with this turn and scrolls to what was found in it. Writes nothing. */
    showFound({ turn, words }: Found): void {
      if (!projection.turns.isShown(turn)) session.look(turn);
      const found = { turn, words };
      if (page.isReady) feed.send({ type: 'reveal', ...found });
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
    /** Returns what was not sent, with the text of a message that waits; `undefined` if nothing is left to send. */
    unsent(): ChatDraft | undefined {
      const texts = [fill?.text ?? '', projection.queue.value?.text ?? ''];
      const text = texts.reduce(putBefore, typed.text);
      const edits = [...(fill?.edits ?? []), ...(typed.edits ?? [])];
      const isEdited = edits.some(({ isOpen }) => isOpen);
      if (text === '' && tray.entries.length === 0 && !isEdited) return undefined;
      return { text, ...(edits.length > 0 && { edits }) };
    },
    /** Returns true, and shows the setting, if nothing may be asked since a setting can't be as it is typed. */
    showFault(): boolean {
      if (projection.isHeld) feed.send({ type: 'showSettings' });
      return projection.isHeld;
    },
    /** Asks the page for what only it can do. It puts an answer as plain text, or what is selected, on the clipboard. */
    ask: (message: Unnumbered<Asked>): void => feed.send(message),
  };
}
