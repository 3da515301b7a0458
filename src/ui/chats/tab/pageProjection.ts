import * as vscode from 'vscode';
import { columnNames } from '../../../core/chats/columns/columnNames.ts';
import { isAnswered, type Question, questionsOf } from '../../../core/chats/columns/questions.ts';
import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { QueuedMessage } from '../../../core/chats/session/queuedMessage.ts';
import type { Vote } from '../../../core/chats/tree/column.ts';
import { answerOf, hidesModels, questionOf } from '../../../core/chats/tree/conversationTree.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { PageAttachment, PageQueued, PageRow } from '../../../protocol/chat.ts';
import { reportingErrors } from '../../shared/errors/showError.ts';
import { t } from '../../shared/text/t.ts';
import type { ChatPanelParts } from '../actions/chatParts.ts';
import { UndoStack } from '../actions/undoStack.ts';
import type { ChatAttachments } from '../attachments/chatAttachments.ts';
import { pageRows } from '../columns/pageRows.ts';
import type { ChatFeed } from '../page/chatFeed.ts';
import { type ChatStatus, chatStatus, type Silences, silencesIn } from '../page/chatStatus.ts';
import { type ShownTurns, shownTurns } from '../page/shownTurns.ts';
import { chatFrame } from './chatFrame.ts';

/** What a chat's page shows. */
export class PageProjection {
  readonly turns: ShownTurns;
  /** The deletions of turns since a message was sent last. */
  readonly deletions = new UndoStack();
  /** What waits for the end of the answers. */
  readonly queue: QueuedMessage;
  readonly #session: ChatSession;
  readonly #attachments: ChatAttachments;
  readonly #feed: ChatFeed;
  readonly #parts: ChatPanelParts;
  readonly #silences: Silences;
  readonly #status: ChatStatus;
  /** The rows that the page has. */
  #sentRows: PageRow[] = [];

  constructor(session: ChatSession, attachments: ChatAttachments, feed: ChatFeed, parts: ChatPanelParts) {
    this.#session = session;
    this.#feed = feed;
    this.#parts = parts;
    this.turns = shownTurns(session, feed, (connectionId) => parts.connections.named(connectionId));
    this.#silences = silencesIn(session, parts.isBaseModel);
    this.#status = chatStatus(session);
    this.#attachments = attachments;
    this.queue = new QueuedMessage(session, () => this.#canGoOn);
    this.countVotes();
  }

  /** The tab's title if the user gave none and nothing was said. */
  get title(): string {
    const { columns, isBlind, turns } = this.#session.conversation;
    if (columns.length === 1) return t('Chat: {0}', cleanText(columns[0].name, 60));
    if (isBlind || hidesModels({ turns })) return t('Blind comparison');
    return t('Compare: {0}', [...columnNames(columns).values()].join(', '));
  }

  /** The attachments in the composer, without those of the queued message. */
  get attached(): PageAttachment[] {
    const waiting = this.queue.value?.attachments ?? [];
    return this.#attachments.shown((one) => !waiting.includes(one));
  }

  sendSnapshot(): void {
    const questions = this.#questions;
    const turns = this.turns.startOver(questions);
    this.#sentRows = this.#rows(questions);
    this.#feed.send({ type: 'snapshot', frame: this.#frame(questions), turns, rows: this.#sentRows });
  }

  sendFrame(): void {
    const questions = this.#questions;
    this.#feed.send({ type: 'frame', frame: this.#frame(questions) });
    // The rows depend on more than the turns, e.g. on which models are listed.
    const isShown = this.turns.hasAll(questions);
    if (isShown && JSON.stringify(this.#rows(questions)) !== JSON.stringify(this.#sentRows))
      this.#postRows(questions);
  }

  sendRows(): void {
    const questions = this.#questions;
    this.turns.sendNews(questions);
    // The rows are sent last, so that the page switches to everything at once without jumping.
    this.#postRows(questions);
  }

  #postRows(questions: readonly Question[]): void {
    this.#sentRows = this.#rows(questions);
    this.#feed.send({ type: 'rows', rows: this.#sentRows });
  }

  /** Call with each change of the session. Returns true if the status has changed. */
  follow(change: ChatChange): boolean {
    const before = this.#status.text;
    this.#silences.follow(change);
    if (change.type === 'accepted') this.deletions.clear();
    this.#status.follow(change, () => (change.type === 'ended' ? this.#sameAs(change.id) : undefined));
    const { columns } = this.#session.conversation;
    if (change.type === 'ended' && columns.length > 1) {
      this.#postRows(this.#questions);
      this.#noteCompared(change.id);
    }
    const isNews = this.#status.text !== before;
    // Last, since a queued message may be sent by this.
    this.queue.follow(change);
    if (change.type === 'accepted') this.#attachments.tray.forgetSent(change.attachments ?? []);
    return isNews;
  }

  /** Announces who gave which answer, once a blind vote has revealed it. */
  sayRevealed({ best, among }: Vote): void {
    const winner = among.find(({ column }) => column === best);
    const chosen = winner ? cleanText(winner.name) : t('a tie');
    const question = questionOf(this.#session.conversation, among[0]?.answer ?? '');
    const { order = [] } = question?.blind ?? {};
    const letters = order.flatMap((id, at) => {
      const model = among.find(({ column }) => column === id);
      return model ? [t('{0} was {1}', 'ABCD'[at] ?? '', cleanText(model.name))] : [];
    });
    this.#status.text = t('You chose {0}. {1}.', chosen, letters.join(', '));
  }

  /** Has the page say that something worked. */
  say(text: string): void {
    this.#status.text = text;
  }

  /** Counts the votes. Not awaited, since they are in many files: the page gets them later. */
  countVotes(): void {
    if (this.#session.conversation.columns.length === 1) return;
    void reportingErrors(this.#parts.log, 'votes', async () => {
      await this.#parts.tally.count();
      this.sendFrame();
    });
  }

  get #queued(): PageQueued | undefined {
    const { value } = this.queue;
    if (!value) return undefined;
    const attachments = this.#attachments.shown((one) => value.attachments.includes(one));
    return { id: value.id, text: value.text, attachments };
  }

  /** Completes a step of the walkthrough once all columns have answered a question. */
  #noteCompared(answerId: string): void {
    const parent = answerOf(this.#session.conversation, answerId)?.parent;
    const question = this.#questions.find(({ turn, ask }) => turn.id === parent || ask === parent);
    const cells = [...(question?.cells.values() ?? [])];
    if (cells.length > 1 && cells.every(({ answer }) => isAnswered(answer)))
      void vscode.commands.executeCommand('setContext', 'hostedModels.hasCompared', true);
  }

  /** Returns what is the same in the answers to the question of this answer. */
  #sameAs(answerId: string): string | undefined {
    const isOf = ({ cells }: PageRow) => cells.some(({ answer }) => answer === answerId);
    return this.#rows(this.#questions).find(isOf)?.same;
  }

  /** True if every column that can be asked has answered what it was asked before. */
  get #canGoOn(): boolean {
    const last = this.#questions.at(-1);
    const cells = [...(last?.cells.values() ?? [])];
    const isMissing = cells.some(({ answer }) => answer !== undefined && !isAnswered(answer));
    return !isMissing && this.#frame(this.#questions).noSend === undefined;
  }

  get #questions(): Question[] {
    return questionsOf(this.#session.conversation);
  }

  #rows(questions: readonly Question[]) {
    return pageRows(this.#session, questions, this.#parts);
  }

  #frame(questions: readonly Question[]) {
    const { tally, deployment } = this.#parts;
    const { conversation } = this.#session;
    const tab = {
      title: conversation.title || this.title,
      silences: this.#silences,
      status: this.#status.text,
      queued: this.#queued,
      deleted: this.deletions.text,
      tally: tally.line(conversation, questions, deployment),
    };
    return chatFrame(this.#session, questions, tab, this.#parts);
  }
}
