import * as vscode from 'vscode';
import { letterAt } from '../../../core/chats/columns/blind.ts';
import { columnNames } from '../../../core/chats/columns/columnNames.ts';
import { isAnswered, type Row, rowsOf } from '../../../core/chats/columns/rows.ts';
import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { QueuedMessage } from '../../../core/chats/session/queuedMessage.ts';
import type { Vote } from '../../../core/chats/tree/column.ts';
import { hidesModels } from '../../../core/chats/tree/conversationTree.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { PageQueued, PageRow } from '../../../protocol/chat.ts';
import { t } from '../../shared/text/t.ts';
import type { ChatTabServices } from '../actions/chatTabServices.ts';
import { undoStack } from '../actions/undoStack.ts';
import type { ChatAttachments } from '../attachments/chatAttachments.ts';
import { pageRows } from '../columns/pageRows.ts';
import { tallyText } from '../columns/tallyText.ts';
import type { ChatFeed } from '../page/chatFeed.ts';
import { chatStatus, silencesIn } from '../page/chatStatus.ts';
import { shownTurns } from '../page/shownTurns.ts';
import { chatFrame, noSendText } from './chatFrame.ts';

export type PageProjection = ReturnType<typeof pageProjection>;

/** Returns what a chat's page shows, and sends it. */
export function pageProjection(
  session: ChatSession,
  attachments: ChatAttachments,
  feed: ChatFeed,
  services: ChatTabServices,
) {
  const turns = shownTurns(session, feed, (connectionId) => services.connections.named(connectionId));
  /** The deletions of turns since a message was sent last. */
  const deletions = undoStack();
  const silences = silencesIn(session, services.isBaseModel);
  const status = chatStatus(session);
  /** What waits for the end of the answers. */
  const queue = new QueuedMessage(session, canGoOn);
  /** True if nothing may be asked, since a setting can't be as it is typed. */
  let isHeld = false;
  /** The rows that the page has. */
  let sentRows: PageRow[] = [];

  const rowsNow = () => rowsOf(session.conversation);
  const shownRows = (rows: readonly Row[]) => pageRows(session, rows, services);

  /** Returns the tab's title if the user gave none and nothing was said. */
  function title(): string {
    const { columns, isBlind } = session.conversation;
    if (columns.length === 1) return t('Chat: {0}', cleanText(columns[0].name, 60));
    if (isBlind || hidesModels(session.conversation)) return t('Blind comparison');
    return t('Compare: {0}', [...columnNames(columns).values()].join(', '));
  }

  function queued(): PageQueued | undefined {
    if (!queue.value) return undefined;
    const { id, text, attachments: own } = queue.value;
    return { id, text, attachments: attachments.shown((one) => own.includes(one)) };
  }

  function frameOf(rows: readonly Row[]) {
    const { conversation } = session;
    const tab = {
      ...{ title: conversation.title || title(), silences, status: status.text, queued: queued() },
      deleted: deletions.text,
      tally: tallyText(conversation, rows, services.service.deployment),
    };
    return chatFrame(session, rows, tab, services);
  }

  function postRows(rows: readonly Row[]): void {
    sentRows = shownRows(rows);
    feed.send({ type: 'rows', rows: sentRows });
  }

  function sendFrame(): void {
    const rows = rowsNow();
    feed.send({ type: 'frame', frame: frameOf(rows) });
    // The rows depend on more than the turns, e.g. on which models are listed.
    if (turns.hasAll(rows) && JSON.stringify(shownRows(rows)) !== JSON.stringify(sentRows)) postRows(rows);
  }

  /** Sends the attachments in the composer, without those of the queued message. */
  function sendAttachments(): void {
    const waiting = queue.value?.attachments ?? [];
    const shown = attachments.shown((one) => !waiting.includes(one));
    feed.send({ type: 'attachments', attachments: shown });
  }

  /** Completes a step of the walkthrough once all columns have answered a question. */
  function noteCompared(answerId: string): void {
    const asked = session.conversation.answers.get(answerId)?.question;
    const row = rowsNow().find(({ question }) => question.id === asked);
    const cells = [...(row?.cells.values() ?? [])];
    if (cells.length > 1 && cells.every(({ answer }) => isAnswered(answer)))
      void vscode.commands.executeCommand('setContext', 'hostedModels.hasCompared', true);
  }

  /** Returns what is the same in the answers to the question of this answer. */
  function sameAs(answerId: string): string | undefined {
    const isOf = ({ cells }: PageRow) => cells.some(({ answer }) => answer === answerId);
    return shownRows(rowsNow()).find(isOf)?.same;
  }

  /** Returns true if every column that can be asked has answered what it was asked before. */
  function canGoOn(): boolean {
    const cells = [...(rowsNow().at(-1)?.cells.values() ?? [])];
    const isMissing = cells.some(({ answer }) => answer !== undefined && !isAnswered(answer));
    return !isHeld && !isMissing && noSendText(session, services) === undefined;
  }

  return {
    ...{ turns, deletions, queue, title, sendFrame },
    sendAttachments,
    get isHeld(): boolean {
      return isHeld;
    },
    hold(next: boolean): void {
      isHeld = next;
    },
    sendSnapshot(): void {
      const rows = rowsNow();
      const shown = turns.startOver(rows);
      sentRows = shownRows(rows);
      feed.send({ type: 'snapshot', frame: frameOf(rows), turns: shown, rows: sentRows });
      if (attachments.tray.entries.length > 0) sendAttachments();
    },
    sendRows(): void {
      const rows = rowsNow();
      turns.sendNews(rows);
      // The rows are sent last, so that the page switches to everything at once without jumping.
      postRows(rows);
    },
    /** Call with each change of the session. Returns true if the status has changed. */
    follow(change: ChatChange): boolean {
      const before = status.text;
      silences.follow(change);
      if (change.type === 'accepted') deletions.clear();
      status.follow(change, () => (change.type === 'ended' ? sameAs(change.id) : undefined));
      if (change.type === 'ended' && session.conversation.columns.length > 1) {
        postRows(rowsNow());
        noteCompared(change.id);
      }
      const isNews = status.text !== before;
      // Last, since a queued message may be sent by this.
      queue.follow(change);
      if (change.type === 'accepted') attachments.tray.forgetSent(change.attachments ?? []);
      return isNews;
    },
    /** Announces who gave which answer, once a blind vote has revealed it. */
    sayRevealed({ question, best, among: ids }: Vote): void {
      const { answers, questions } = session.conversation;
      const among = ids.flatMap((id) => answers.get(id) ?? []);
      const winner = among.find(({ column }) => column === best);
      const chosen = winner ? cleanText(winner.name) : t('a tie');
      const { order = [] } = questions.get(question)?.blind ?? {};
      const letters = order.flatMap((id, at) => {
        const model = among.find(({ column }) => column === id);
        return model ? [t('{0} was {1}', letterAt(at), cleanText(model.name))] : [];
      });
      status.text = t('You chose {0}. {1}.', chosen, letters.join(', '));
    },
    /** Has the page say that something worked. */
    say(text: string): void {
      status.text = text;
    },
  };
}
