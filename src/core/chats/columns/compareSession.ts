import { randomUUID } from 'node:crypto';
import type { Attachment } from '../../attachments/attachment.ts';
import { type AskedModel, emptyAnswer } from '../session/answer.ts';
import type { ChatSession } from '../session/chatSession.ts';
import type { Exchange, Said } from '../session/exchangeRunner.ts';
import type { ChatSettings } from '../tree/chatSettings.ts';
import { askOf, columnPath, withColumnLeaves } from '../tree/columns.ts';
import { type Column, type Comparison, columnCounts, maxClosed, ownSettings } from '../tree/comparison.ts';
import type { Turn } from '../tree/conversation.ts';
import { newestLeaf } from '../tree/conversationTree.ts';
import { saysAnything } from '../tree/userTurn.ts';
import { shuffledColumns, withBlind } from './blind.ts';
import {
  askedBefore,
  type ColumnQuestion,
  newQuestions,
  reworded,
  saidIn,
  unansweredQuestions,
} from './columnQuestions.ts';
import { columnWith, leavesShowing } from './columnVersions.ts';
import { type ComparedModel, newColumn, withReopened } from './newComparison.ts';
import { withVote } from './votes.ts';

/** The columns of an open chat that compares models: asks them, and changes them. The chat does the rest. */
export class CompareSession {
  readonly chat: ChatSession;
  readonly #isGone: (column: Column) => boolean;

  /** `isGone`: its model was deleted, so it is not asked. */
  constructor(chat: ChatSession, isGone: (column: Column) => boolean) {
    this.chat = chat;
    this.#isGone = isGone;
  }

  get comparison(): Comparison {
    return this.chat.conversation.comparison ?? { columns: [], votes: [] };
  }

  get isHidden(): boolean {
    return this.comparison.blind === 'hidden';
  }

  /** Any column is being answered, or is in line. */
  get isBusy(): boolean {
    return this.chat.streaming !== undefined;
  }

  /** A blind comparison has had its one question: nothing of it is changed any more. */
  get isSpent(): boolean {
    return this.comparison.blind !== undefined && this.isBegun;
  }

  /** Something was said, even if it was deleted since. */
  get isBegun(): boolean {
    const { turns, deleted } = this.chat.conversation;
    return turns.size > 0 || deleted !== undefined;
  }

  get canAddColumn(): boolean {
    const { columns } = this.comparison;
    return this.#canChange && columns.length < columnCounts.most && !this.isBusy && !this.isSpent;
  }

  column(id: string | undefined): Column | undefined {
    return this.comparison.columns.find((one) => one.id === id);
  }

  path(column: Column): Turn[] {
    return columnPath(this.chat.conversation, column);
  }

  /** Id of the answer that streams in a column, or is in line. */
  streamingIn({ id }: Column): string | undefined {
    const { turns } = this.chat.conversation;
    return this.chat.streamingAnswers.find((one) => {
      const turn = turns.get(one);
      return turn?.role === 'assistant' && turn.column === id;
    });
  }

  /** How the column of an answer is asked; `undefined` for an answer that stands in several columns. */
  askedFor(answerId: string): AskedModel | undefined {
    const turn = this.chat.conversation.turns.get(answerId);
    const column = turn?.role === 'assistant' ? this.column(turn.column) : undefined;
    return column && this.#asked(column);
  }

  /** What the column's next question is asked with. */
  settingsOf(column: Column): ChatSettings {
    return ownSettings(this.comparison, column) ?? this.chat.conversation.settings;
  }

  /** Asks all columns. Resolves when all have ended; does nothing while one of them is being answered. */
  async send(text: string, attachments: Attachment[] = [], id: string = randomUUID()): Promise<void> {
    if (this.isBusy || this.isSpent || !this.#canChange || !saysAnything(text, attachments)) return;
    // The one that gives no answer would be known.
    if (this.isHidden && this.#askable.length < this.comparison.columns.length) return;
    // The person has seen the order so far.
    if (this.isHidden) void this.#set({ columns: shuffledColumns(this.comparison.columns) });
    const asked = newQuestions(this.#askable, text, attachments, id);
    await this.#ask(asked, saidIn(asked));
  }

  /** Rewords a question in all columns that have it. If the text is the same, only the answers are new. */
  async edit(turnId: string, text: string): Promise<void> {
    const before = this.chat.conversation.turns.get(turnId);
    if (this.isBusy || this.isSpent || !this.#canChange || before?.role !== 'user') return;
    if (!saysAnything(text, before.attachments)) return;
    const asked = askedBefore(this.chat.conversation, this.#askable, askOf(before));
    if (text === before.text) return this.#ask(asked, { edited: turnId });
    const anew = reworded(asked, text);
    await this.#ask(anew, { ...saidIn(anew), edited: turnId });
  }

  /** Has the last question answered in the columns that show no answer to it, e.g. by a model that was just added. */
  async askMissing(): Promise<void> {
    if (!this.#canChange || this.isHidden) return;
    const { conversation } = this.chat;
    const asked = unansweredQuestions(conversation, this.#askable);
    const copies = asked.map(({ turn }) => turn).filter(({ id }) => !conversation.turns.has(id));
    await this.#ask(asked, { copies });
  }

  stop(columnId: string | undefined): void {
    const column = this.column(columnId);
    if (columnId === undefined) this.chat.stop();
    else if (column) this.chat.stop(this.streamingIn(column) ?? '');
  }

  /** Shows this answer in its column, or this version of a question in all. */
  async select(turnId: string): Promise<void> {
    const { conversation } = this.chat;
    const turn = conversation.turns.get(turnId);
    if (!turn || this.isBusy) return;
    const leaves = leavesShowing(conversation, this.comparison.columns, turn);
    await this.chat.setComparison(withColumnLeaves(this.comparison, leaves));
  }

  /** Shows a turn wherever it is: also one that no column shows from where it ends, and that of a closed one, if there is room. */
  async find(turnId: string): Promise<void> {
    await this.select(turnId);
    const { conversation } = this.chat;
    const { columns, closed = [] } = this.comparison;
    const turn = conversation.turns.get(turnId);
    const isShown = (column: Column) => this.path(column).some(({ id }) => id === turnId);
    if (!turn || this.isBusy || columns.some(isShown)) return;
    const open = columnWith(conversation, columns, turn);
    const back = open || !this.canAddColumn ? undefined : columnWith(conversation, closed, turn);
    const column = open ?? back;
    if (!column) return;
    if (back) await this.#set(withReopened(this.comparison, back));
    const leaves = new Map([[column.id, newestLeaf(conversation, turnId, column.id)]]);
    await this.chat.setComparison(withColumnLeaves(this.comparison, leaves));
  }

  /** Its model answers the last question at once, after the first column's turns. */
  async addColumn(model: ComparedModel): Promise<void> {
    if (!this.canAddColumn) return;
    const { columns, closed = [] } = this.comparison;
    const known = closed.find((one) => one.connectionId === model.connectionId && one.model === model.model);
    const leaf = columns[0] && this.path(columns[0]).findLast(({ role }) => role === 'user')?.id;
    if (known) await this.#set(withReopened(this.comparison, known));
    else
      await this.#set({
        columns: [...columns, { ...newColumn(model), ...(leaf !== undefined && { leaf }) }],
      });
    await this.askMissing();
  }

  /** Its turns stay in the chat, and come back with its model. */
  async closeColumn(id: string): Promise<void> {
    const { columns, closed = [] } = this.comparison;
    const column = this.column(id);
    if (!column || columns.length <= columnCounts.least || !this.#canChange || this.isSpent) return;
    this.stop(id);
    await this.#set({
      columns: columns.filter((one) => one !== column),
      closed: [...closed, column].slice(-maxClosed),
    });
  }

  /** From its next question on. */
  async setModel(id: string, model: ComparedModel): Promise<void> {
    if (this.isSpent) return;
    await this.#setColumn(id, ({ isUnlisted: _before, ...column }) => ({ ...column, ...model }));
  }

  /** `settings`: those of the conversation if `undefined`. */
  async setSettings(id: string, settings: ChatSettings | undefined): Promise<void> {
    const before = this.column(id)?.settings;
    const isText = before?.systemPrompt !== settings?.systemPrompt;
    const change = ({ settings: _before, ...column }: Column) => ({
      ...column,
      ...(settings && { settings }),
    });
    await this.#setColumn(id, change, { isText });
  }

  setOneAtATime(isOneAtATime: boolean): Promise<void> {
    return this.#set({ isOneAtATime });
  }

  async setBlind(isOn: boolean): Promise<void> {
    const comparison = withBlind(this.comparison, isOn, this.isBegun);
    if (comparison && this.#canChange && !this.isBusy) await this.chat.setComparison(comparison);
  }

  async vote(best: string): Promise<void> {
    const comparison = withVote(this.chat.conversation, best);
    if (comparison) await this.#set(comparison);
  }

  get #askable(): Column[] {
    return this.comparison.columns.filter((column) => !this.#isGone(column));
  }

  get #canChange(): boolean {
    return this.chat.readOnly === undefined;
  }

  #asked(column: Column): AskedModel {
    const { id, connectionId, model } = column;
    return { connectionId, model, settings: this.settingsOf(column), column: id };
  }

  async #ask(asked: readonly ColumnQuestion[], said: Said): Promise<void> {
    const { chat } = this;
    const exchanges: Exchange[] = asked.map(({ column, turn }) => ({
      parent: turn,
      answer: emptyAnswer(chat.conversation, turn, { by: this.#asked(column) }),
    }));
    await chat.ask(exchanges, { ...said, isOneAtATime: this.comparison.isOneAtATime ?? false });
  }

  async #set(change: Partial<Comparison>, typed?: { isText: boolean }): Promise<void> {
    if (this.#canChange) await this.chat.setComparison({ ...this.comparison, ...change }, typed);
  }

  async #setColumn(
    id: string,
    change: (column: Column) => Column,
    typed?: { isText: boolean },
  ): Promise<void> {
    if (this.isHidden) return;
    const columns = this.comparison.columns.map((one) => (one.id === id ? change(one) : one));
    await this.#set({ columns }, typed);
  }
}
