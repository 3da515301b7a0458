import * as vscode from 'vscode';
import { letterAt } from '../../../core/chats/columns/blind.ts';
import { columnNames } from '../../../core/chats/columns/columnNames.ts';
import { isAnswered, type Question, questionsOf } from '../../../core/chats/columns/questions.ts';
import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { QueuedMessage } from '../../../core/chats/session/queuedMessage.ts';
import type { Vote } from '../../../core/chats/tree/column.ts';
import { answerOf, hidesModels, questionOf } from '../../../core/chats/tree/conversationTree.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { PageAttachment, PageQueued, PageRow } from '../../../protocol/chat.ts';
import { t } from '../../shared/text/t.ts';
import type { ChatPanelParts } from '../actions/chatParts.ts';
import { UndoStack } from '../actions/undoStack.ts';
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
  parts: ChatPanelParts,
) {
  const turns = shownTurns(session, feed, (connectionId) => parts.connections.named(connectionId));
  /** The deletions of turns since a message was sent last. */
  const deletions = new UndoStack();
  const silences = silencesIn(session, parts.isBaseModel);
  const status = chatStatus(session);
  /** What waits for the end of the answers. */
  const queue = new QueuedMessage(session, canGoOn);
  /** The rows that the page has. */
  let sentRows: PageRow[] = [];

  const questionsNow = () => questionsOf(session.conversation);
  const rowsOf = (questions: readonly Question[]) => pageRows(session, questions, parts);

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

  function frameOf(questions: readonly Question[]) {
    const { conversation } = session;
    const tab = {
      ...{ title: conversation.title || title(), silences, status: status.text, queued: queued() },
      deleted: deletions.text,
      tally: tallyText(conversation, questions, parts.deployment),
    };
    return chatFrame(session, questions, tab, parts);
  }

  function postRows(questions: readonly Question[]): void {
    sentRows = rowsOf(questions);
    feed.send({ type: 'rows', rows: sentRows });
  }

  function sendFrame(): void {
    const questions = questionsNow();
    feed.send({ type: 'frame', frame: frameOf(questions) });
    // The rows depend on more than the turns, e.g. on which models are listed.
    if (turns.hasAll(questions) && JSON.stringify(rowsOf(questions)) !== JSON.stringify(sentRows))
      postRows(questions);
  }

  /** Completes a step of the walkthrough once all columns have answered a question. */
  function noteCompared(answerId: string): void {
    const parent = answerOf(session.conversation, answerId)?.parent;
    const question = questionsNow().find(({ turn, ask }) => turn.id === parent || ask === parent);
    const cells = [...(question?.cells.values() ?? [])];
    if (cells.length > 1 && cells.every(({ answer }) => isAnswered(answer)))
      void vscode.commands.executeCommand('setContext', 'hostedModels.hasCompared', true);
  }

  /** Returns what is the same in the answers to the question of this answer. */
  function sameAs(answerId: string): string | undefined {
    const isOf = ({ cells }: PageRow) => cells.some(({ answer }) => answer === answerId);
    return rowsOf(questionsNow()).find(isOf)?.same;
  }

  /** Returns true if every column that can be asked has answered what it was asked before. */
  function canGoOn(): boolean {
    const cells = [...(questionsNow().at(-1)?.cells.values() ?? [])];
    const isMissing = cells.some(({ answer }) => answer !== undefined && !isAnswered(answer));
    return !isMissing && noSendText(session, parts) === undefined;
  }

  return {
    ...{ turns, deletions, queue, title, sendFrame },
    /** Returns the attachments in the composer, without those of the queued message. */
    attached(): PageAttachment[] {
      const waiting = queue.value?.attachments ?? [];
      return attachments.shown((one) => !waiting.includes(one));
    },
    sendSnapshot(): void {
      const questions = questionsNow();
      const shown = turns.startOver(questions);
      sentRows = rowsOf(questions);
      feed.send({ type: 'snapshot', frame: frameOf(questions), turns: shown, rows: sentRows });
    },
    sendRows(): void {
      const questions = questionsNow();
      turns.sendNews(questions);
      // The rows are sent last, so that the page switches to everything at once without jumping.
      postRows(questions);
    },
    /** Call with each change of the session. Returns true if the status has changed. */
    follow(change: ChatChange): boolean {
      const before = status.text;
      silences.follow(change);
      if (change.type === 'accepted') deletions.clear();
      status.follow(change, () => (change.type === 'ended' ? sameAs(change.id) : undefined));
      if (change.type === 'ended' && session.conversation.columns.length > 1) {
        postRows(questionsNow());
        noteCompared(change.id);
      }
      const isNews = status.text !== before;
      // Last, since a queued message may be sent by this.
      queue.follow(change);
      if (change.type === 'accepted') attachments.tray.forgetSent(change.attachments ?? []);
      return isNews;
    },
    /** Announces who gave which answer, once a blind vote has revealed it. */
    sayRevealed({ best, among }: Vote): void {
      const winner = among.find(({ column }) => column === best);
      const chosen = winner ? cleanText(winner.name) : t('a tie');
      const question = questionOf(session.conversation, among[0]?.answer ?? '');
      const { order = [] } = question?.blind ?? {};
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
