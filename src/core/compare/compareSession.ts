import { randomUUID } from 'node:crypto';
import type { Attachment } from '../attachments/attachment.ts';
import { type AskedModel, emptyAnswer } from '../chats/session/answer.ts';
import type { ChatSession } from '../chats/session/chatSession.ts';
import type { Exchange } from '../chats/session/exchangeRunner.ts';
import type { ChatSettings } from '../chats/tree/chatSettings.ts';
import { askOf, columnPath, withColumnLeaves } from '../chats/tree/columns.ts';
import { type Column, type Comparison, columnCounts, type Vote } from '../chats/tree/comparison.ts';
import type { Conversation, Turn, UserTurn } from '../chats/tree/conversation.ts';
import { newestLeaf } from '../chats/tree/conversationTree.ts';
import { newUserTurn, saysAnything } from '../chats/tree/userTurn.ts';
import { shuffledColumns } from './blind.ts';
import { type ComparedModel, newColumn } from './newComparison.ts';
import { comparableQuestion } from './questions.ts';

interface ColumnQuestion {
  column: Column;
  turn: UserTurn;
}

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

  /** A blind comparison has one question. */
  get isSpent(): boolean {
    return this.comparison.blind !== undefined && this.hasTurns;
  }

  get hasTurns(): boolean {
    return this.chat.conversation.turns.size > 0;
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

  /** Asks all columns. Resolves when all have ended; does nothing while one of them is being answered. */
  async send(text: string, attachments: Attachment[] = [], id: string = randomUUID()): Promise<void> {
    if (this.isBusy || this.isSpent || !this.#canChange || !saysAnything(text, attachments)) return;
    // The person has seen the order so far.
    if (this.isHidden) void this.#set({ columns: shuffledColumns(this.comparison.columns) });
    const columns = this.comparison.columns.filter((column) => !this.#isGone(column));
    const byLeaf = Map.groupBy(columns, ({ leaf }) => leaf);
    const asked = [...byLeaf].flatMap(([leaf, ofLeaf], at) => {
      const turn = newUserTurn(leaf, text, attachments, at === 0 ? id : undefined);
      return turn
        ? ofLeaf.map((column) => ({ column, turn: byLeaf.size > 1 ? { ...turn, ask: id } : turn }))
        : [];
    });
    await this.#ask(
      asked,
      asked.map(({ turn }) => turn),
    );
  }

  /** Rewords a question in all columns that have it. If the text is the same, only the answers are new. */
  async edit(turnId: string, text: string): Promise<void> {
    const before = this.chat.conversation.turns.get(turnId);
    if (this.isBusy || this.isSpent || !this.#canChange || before?.role !== 'user') return;
    if (!saysAnything(text, before.attachments)) return;
    const asked = this.#having(askOf(before)).filter(({ column }) => !this.#isGone(column));
    if (text === before.text) return this.#ask(asked, [], turnId);
    const id = randomUUID();
    const old = [...new Map(asked.map(({ turn }) => [turn.id, turn])).values()];
    const reworded = new Map(
      old.map((turn, at) => [turn.id, { ...rewordedTurn(turn, text), id: at === 0 ? id : randomUUID() }]),
    );
    const tied = old.length > 1 ? { ask: id } : {};
    const anew = asked.flatMap(({ column, turn }) => {
      const one = reworded.get(turn.id);
      return one ? [{ column, turn: { ...one, ...tied } }] : [];
    });
    await this.#ask(
      anew,
      anew.map(({ turn }) => turn),
      turnId,
    );
  }

  /** Asks the columns that show a question without an answer, e.g. a model that was just added. */
  async askMissing(): Promise<void> {
    if (!this.#canChange || this.isHidden) return;
    const asked = this.comparison.columns.flatMap((column) => {
      const turn = this.path(column).at(-1);
      return turn?.role === 'user' && !this.#isGone(column) ? [{ column, turn }] : [];
    });
    await this.#ask(asked, []);
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
    const leaves = new Map<string, string>();
    for (const column of this.comparison.columns) {
      const { id } = column;
      const shown = turn.role === 'user' ? versionIn(conversation, column, turn) : turn;
      if (shown && (turn.role === 'user' || turn.column === id)) {
        leaves.set(id, newestLeaf(conversation, shown.id, id));
      }
    }
    const { comparison } = withColumnLeaves(this.comparison, leaves);
    if (comparison) await this.chat.setComparison(comparison);
  }

  /** Its model answers the last question at once, after the first column's turns. */
  async addColumn(model: ComparedModel): Promise<void> {
    if (!this.canAddColumn) return;
    const { columns, closed = [] } = this.comparison;
    const known = closed.find((one) => one.connectionId === model.connectionId && one.model === model.model);
    const leaf = columns[0] && this.path(columns[0]).findLast(({ role }) => role === 'user')?.id;
    const column = known ?? { ...newColumn(model), ...(leaf !== undefined && { leaf }) };
    await this.#set({ columns: [...columns, column], closed: closed.filter((one) => one !== known) });
    await this.askMissing();
  }

  /** Its turns stay in the chat, and come back with its model. */
  async closeColumn(id: string): Promise<void> {
    const { columns, closed = [] } = this.comparison;
    const column = this.column(id);
    if (!column || columns.length <= columnCounts.least || !this.#canChange || this.isSpent) return;
    this.stop(id);
    await this.#set({ columns: columns.filter((one) => one !== column), closed: [...closed, column] });
  }

  /** From its next question on. */
  async setModel(id: string, model: ComparedModel): Promise<void> {
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

  /** Hides the names, before anything was said; later, it can only reveal them. A blind comparison has the same settings for all. */
  async setBlind(isOn: boolean): Promise<void> {
    const { blind, columns, ...rest } = this.comparison;
    if (this.hasTurns) {
      if (!isOn && blind === 'hidden' && !this.isBusy) await this.#set({ blind: 'revealed' });
      return;
    }
    const shared = columns.map(({ settings: _own, ...column }) => column);
    const comparison: Comparison = isOn
      ? { ...rest, columns: shared, blind: 'hidden' }
      : { ...rest, columns };
    if (this.#canChange) await this.chat.setComparison(comparison);
  }

  /** Votes on the last question; `best` is a column's id or `tie`. The vote of a blind comparison is final. */
  async vote(best: string): Promise<void> {
    const question = comparableQuestion(this.chat.conversation);
    const { columns, votes, blind } = this.comparison;
    if (!question || !this.#canChange || blind === 'revealed') return;
    if (best !== 'tie' && !this.column(best)) return;
    const among = columns.map(({ id, connectionId, model }) => ({ column: id, connectionId, model }));
    const vote: Vote = {
      ask: question.ask,
      ...(best !== 'tie' && { best }),
      among,
      ...(blind && { isBlind: true }),
      at: Date.now(),
    };
    const others = votes.filter(({ ask }) => ask !== question.ask);
    await this.#set({ votes: [...others, vote], ...(blind && { blind: 'revealed' }) });
  }

  get #canChange(): boolean {
    return this.chat.readOnly === undefined;
  }

  #asked({ id, connectionId, model, settings = this.chat.conversation.settings }: Column): AskedModel {
    return { connectionId, model, settings, column: id };
  }

  /** The columns that show this question, each with its turn of it. */
  #having(ask: string): ColumnQuestion[] {
    return this.comparison.columns.flatMap((column) => {
      const turn = this.path(column).find((one) => one.role === 'user' && askOf(one) === ask);
      return turn?.role === 'user' ? [{ column, turn }] : [];
    });
  }

  async #ask(
    asked: readonly ColumnQuestion[],
    newTurns: readonly UserTurn[],
    edited?: string,
  ): Promise<void> {
    const { chat } = this;
    const exchanges: Exchange[] = asked.map(({ column, turn }) => ({
      parent: turn,
      answer: emptyAnswer(chat.conversation, turn, { by: this.#asked(column) }),
    }));
    const [userTurn, ...copies] = new Map(newTurns.map((turn) => [turn.id, turn])).values();
    await chat.ask(exchanges, {
      ...(userTurn && { userTurn, copies }),
      ...(edited !== undefined && { edited }),
      isOneAtATime: this.comparison.isOneAtATime ?? false,
    });
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

function rewordedTurn(turn: UserTurn, text: string): UserTurn {
  const { ask: _before, ...rest } = turn;
  return { ...rest, text, at: Date.now() };
}

/** Returns the turn of a question's version that stands in a column: under one of its own answers, or at the start. */
function versionIn(conversation: Conversation, column: Column, version: UserTurn): UserTurn | undefined {
  const path = new Set(columnPath(conversation, column).map(({ id }) => id));
  for (const turn of conversation.turns.values()) {
    const isVersion = turn.role === 'user' && askOf(turn) === askOf(version);
    if (isVersion && (turn.parent === undefined || path.has(turn.parent))) return turn;
  }
  return undefined;
}
