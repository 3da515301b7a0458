import { randomUUID } from 'node:crypto';
import type { Logger } from '../../../api/types.ts';
import type { Event } from '../../../base/emitter.ts';
import type { Attachment } from '../../attachments/attachment.ts';
import { textWithCalls } from '../../messageContent.ts';
import { revealed } from '../columns/blind.ts';
import { type ColumnModel, withColumn, withoutColumn } from '../columns/columnSet.ts';
import { columnsAtTurn } from '../columns/columnVersions.ts';
import { rowsOf } from '../columns/rows.ts';
import { newVote, withVote } from '../columns/votes.ts';
import { voteRecord } from '../disk/chatRecord.ts';
import type { ChatStore } from '../disk/chatStore.ts';
import type { ChatDraft } from '../tree/chatDraft.ts';
import type { ChatSettings } from '../tree/chatSettings.ts';
import { type Column, maxColumns } from '../tree/column.ts';
import type { AllColumns, Conversation } from '../tree/conversation.ts';
import { hidesModels, isHidden, questionOf, turnOf } from '../tree/conversationTree.ts';
import {
  type AskedTurns,
  askedAgain,
  askedAnew,
  askedLater,
  askedReworded,
  askedToGoOn,
  type TargetModel,
} from './askedTurns.ts';
import type { ChatChange, ChatService, ReadOnly } from './chatChange.ts';
import { ExchangeRunner } from './exchangeRunner.ts';
import { type ConversationChange, KeptConversation } from './keptConversation.ts';
import type { DeletedTurns } from './turnDeletion.ts';

type PlainChange = Pick<ConversationChange, 'title' | 'pinned' | 'isOneAtATime' | 'isWithoutEarlier'>;

/** One open conversation: owns its turns and columns, runs its exchanges, and keeps everything on disk. */
export class ChatSession {
  readonly onDidChange: Event<ChatChange>;
  readonly #service: ChatService;
  readonly #kept: KeptConversation;
  readonly #runner: ExchangeRunner;
  #isClosed = false;

  /** `unkept`: ids that must stay unwritten, see `unkeptIn`. */
  constructor(
    conversation: Conversation,
    store: Pick<ChatStore, 'append'>,
    service: ChatService,
    log: Logger,
    readOnly?: ReadOnly,
    unkept?: Iterable<string>,
  ) {
    this.#service = service;
    this.#kept = new KeptConversation(conversation, store, log, readOnly, unkept);
    this.onDidChange = this.#kept.changes.event;
    this.#runner = new ExchangeRunner(this.#kept, service);
  }

  get readOnly(): ReadOnly | undefined {
    return this.#kept.readOnly;
  }

  /** True if the disk refused the last write, which is retried. */
  get isFailing(): boolean {
    return this.#kept.saver.isFailing;
  }

  /** True if the chat continued while history was off: what was said since then is lost when its tab closes. */
  get isUnkept(): boolean {
    return this.#kept.saver.unkept.size > 0;
  }

  get conversation(): Conversation {
    return this.#kept.value;
  }

  /** Ids of all answers that were requested and have not ended. */
  get streamingAnswers(): readonly string[] {
    return this.#runner.streaming;
  }

  get isBusy(): boolean {
    return this.streamingAnswers.length > 0;
  }

  /** True for an answer that is requested only after others have ended. */
  isQueued(answerId: string): boolean {
    return this.#runner.isQueued(answerId);
  }

  /** True if another model can be added now. */
  get canAddColumn(): boolean {
    const hasRoom = this.conversation.columns.length < maxColumns;
    return hasRoom && this.#canWrite && !this.isBusy && !hidesModels(this.conversation);
  }

  column(id: string | undefined): Column | undefined {
    return this.conversation.columns.find((one) => one.id === id);
  }

  /** Returns the column of an answer; `undefined` if the column is closed. */
  columnOf(answerId: string): Column | undefined {
    return this.column(this.conversation.answers.get(answerId)?.column);
  }

  /** Asks all columns. Resolves when all answers are kept; does nothing while any is streaming. `id`: that of the new turn. */
  async send(text: string, attachments: Attachment[] = [], id: string = randomUUID()): Promise<void> {
    if (!this.isBusy) await this.#ask(askedAnew(this.conversation, { text, attachments, id }, this.#service));
  }

  /** Asks a reworded question in all columns that show it. If the text is the same, only new answers are requested. */
  async edit(questionId: string, text: string): Promise<void> {
    if (!this.isBusy) await this.#ask(askedReworded(this.conversation, questionId, text, this.#service));
  }

  /** Asks a column a question that it was not asked before. */
  async ask(columnId: string, questionId: string): Promise<void> {
    const column = this.column(columnId);
    if (column) await this.#ask(askedLater(this.conversation, column, questionId, this.#service));
  }

  /** Asks for another answer to the same question, as a sibling. `by`: a model to ask for this answer only. */
  async regenerate(answerId: string, by?: TargetModel): Promise<void> {
    if (isHidden(questionOf(this.conversation, answerId))) return;
    await this.#ask(askedAgain(this.conversation, answerId, { by }, this.#service));
  }

  /** Asks again. An empty answer is replaced, since there is nothing in it to return to. */
  async retry(answerId: string, by?: TargetModel): Promise<void> {
    const answer = this.conversation.answers.get(answerId);
    const inPlace = answer && textWithCalls(answer) === '' && { id: answerId };
    await this.#ask(askedAgain(this.conversation, answerId, { by, ...inPlace }, this.#service));
  }

  /** Continues an answer that was cut off or hit the token limit: its text grows. An answer without text is retried. */
  async continueAnswer(answerId: string, by?: TargetModel): Promise<void> {
    if (this.conversation.answers.get(answerId)?.text === '') return this.retry(answerId, by);
    await this.#ask(askedToGoOn(this.conversation, answerId));
  }

  /** Repeats the question behind this answer without its pictures, as a sibling. */
  async askWithoutPictures(answerId: string, by?: TargetModel): Promise<void> {
    await this.#ask(askedAgain(this.conversation, answerId, { by, isWithoutPictures: true }, this.#service));
  }

  /** Stops this answer or, without an id, all that are streaming or queued. */
  stop(answerId?: string): void {
    this.#runner.stop(answerId);
  }

  /** Shows this answer in its column, or this version of a question in all columns. */
  async select(turnId: string): Promise<void> {
    const shown = this.#columnsAt(turnId);
    if (shown) await this.#kept.change(shown);
  }

  /**
   * Shows a turn wherever it is: also in a closed column, which is reopened if there is room. Writes nothing. Does nothing while an
   * answer is streaming.
   */
  look(turnId: string): void {
    const shown = this.#columnsAt(turnId);
    if (shown) this.#kept.show(shown);
  }

  /** Removes a turn and those that follow it; `undefined` if read-only, if there is no such turn, or if one of them is streaming. */
  async deleteTurn(id: string): Promise<DeletedTurns | undefined> {
    return this.#canWrite ? this.#kept.delete(id, this.streamingAnswers) : undefined;
  }

  /** Undoes `deleteTurn`. Returns false if that is no longer possible. */
  async restoreTurns(gone: DeletedTurns): Promise<boolean> {
    return this.#canWrite && this.#kept.restore(gone, this.isBusy);
  }

  /** Adds a column, which answers the last question at once; a closed column of this model is reopened as it was. */
  async addColumn(model: ColumnModel): Promise<void> {
    const added = this.canAddColumn ? withColumn(this.conversation, model) : undefined;
    const column = added?.columns.at(-1);
    if (!added || !column) return;
    const { questions, ...changed } = added;
    await this.#kept.change(changed, questions);
    const last = rowsOf(this.conversation).at(-1);
    if (last) await this.ask(column.id, last.question.id);
  }

  /** Closes a column unless it is the only one. Its turns stay in the chat, and come back when its model is added again. */
  async closeColumn(id: string): Promise<void> {
    const changed = withoutColumn(this.conversation, id);
    if (!changed || !this.#canWrite || hidesModels(this.conversation)) return;
    for (const one of this.streamingAnswers) if (this.columnOf(one)?.id === id) this.stop(one);
    await this.#kept.change(changed);
  }

  /** Sets the model of a column, from its next question on. `settings`: new ones for the conversation, if given. */
  async setModel(columnId: string, { connectionId, name, isUnlisted }: ColumnModel, settings?: ChatSettings) {
    const model = { connectionId, name, ...(isUnlisted && { isUnlisted }) };
    const changed = ({ isUnlisted: _before, ...column }: Column) => ({ ...column, ...model });
    await this.#setColumn(columnId, changed, settings && { settings });
  }

  /** Sets the settings of the conversation or, with `columnId`, those of one column. */
  setSettings(settings: ChatSettings, columnId?: string): void {
    const own = this.column(columnId);
    if (columnId !== undefined && !own) return;
    const before = (own ?? this.conversation).settings;
    this.#kept.show(own ? this.#kept.withColumn(own.id, (one) => ({ ...one, settings })) : { settings });
    this.#kept.saver.keepTyped(settings.systemPrompt !== before?.systemPrompt);
  }

  /** Makes a column use the conversation's settings again. */
  async shareSettings(columnId: string): Promise<void> {
    await this.#setColumn(columnId, ({ settings: _own, ...column }) => column);
  }

  /** Changes the title, whether the chat is listed first, or how the next question is asked. */
  async set(change: PlainChange): Promise<void> {
    if (this.#canWrite) await this.#kept.change(change);
  }

  /** Hides the models of new questions; if `isBlind` is false, reveals those of all questions. */
  async setBlind(isBlind: boolean): Promise<void> {
    if (!this.#canWrite || this.isBusy || (isBlind && this.conversation.columns.length < 2)) return;
    await this.#kept.change({ isBlind }, isBlind ? [] : revealed(this.conversation));
  }

  /** Records which column's answer to a question is the best; `undefined` for a tie. */
  async vote(questionId: string, best: string | undefined): Promise<void> {
    const vote = this.#canWrite ? newVote(this.conversation, questionId, best) : undefined;
    if (!vote) return;
    const votes = withVote(this.conversation.votes, vote);
    await this.#kept.change({ votes }, vote.isBlind ? revealed(this.conversation, questionId) : [], [
      voteRecord(this.conversation.id, vote),
    ]);
  }

  /** Makes the chat read-only because another window has taken it over. */
  lose(): void {
    this.#kept.lose();
  }

  /** Continues the chat here, as the window that owned it left it. */
  takeOver(conversation: Conversation): void {
    this.#kept.takeOver(conversation);
  }

  /** Call when history may have been switched on or off. What was said while it was off stays unwritten. */
  async followHistory(isKept: boolean): Promise<void> {
    if (isKept) await this.#kept.saver.catchUp();
    else this.#kept.saver.leaveUnwritten(this.streamingAnswers);
  }

  /** Returns the ids that must stay unwritten in a chat made from this one: of its turns, and its own for its system prompt. */
  unkeptIn(conversation: Conversation): string[] {
    return this.#kept.unkeptIn(conversation);
  }

  /** Writes the whole chat, so that even an empty one comes back after a reload. */
  async keepAll(): Promise<void> {
    await this.#kept.keepAll();
  }

  /** Returns what was typed and not sent when the chat was closed, for the composer: from now on it is the page that keeps it. */
  takeDraft(): ChatDraft | undefined {
    return this.#kept.takeDraft();
  }

  /** Stops the streaming answers, and waits until they and `draft`, what was typed and not sent, are kept. */
  async close(draft?: ChatDraft): Promise<void> {
    // From now on nothing can be asked, e.g. by choosing a model in a picker that is still open.
    this.#isClosed = true;
    this.stop();
    await this.#runner.done;
    await this.#kept.close(draft);
  }

  get #canWrite(): boolean {
    return this.readOnly === undefined && !this.#isClosed;
  }

  #columnsAt(turnId: string): AllColumns | undefined {
    const turn = turnOf(this.conversation, turnId);
    return this.isBusy || !turn ? undefined : columnsAtTurn(this.conversation, turn, this.canAddColumn);
  }

  /** Sends the requests. Does nothing while one of their columns is answering; other columns may be. */
  async #ask(asked: AskedTurns | undefined): Promise<void> {
    const busy = new Set(this.streamingAnswers.map((id) => this.conversation.answers.get(id)?.column));
    if (!asked || !this.#canWrite || asked.answers.some(({ column }) => busy.has(column))) return;
    await this.#runner.run(asked);
  }

  async #setColumn(
    id: string,
    change: (column: Column) => Column,
    more: ConversationChange = {},
  ): Promise<void> {
    if (this.column(id) && this.#canWrite && !hidesModels(this.conversation))
      await this.#kept.change({ ...this.#kept.withColumn(id, change), ...more });
  }
}
