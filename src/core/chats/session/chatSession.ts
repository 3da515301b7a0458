import { randomUUID } from 'node:crypto';
import type { Logger } from '../../../api/types.ts';
import type { Attachment } from '../../attachments/attachment.ts';
import { Emitter } from '../../emitter.ts';
import type { ChatStore } from '../disk/chatStore.ts';
import { recordsOf } from '../disk/forkChat.ts';
import type { ChatSettings } from '../tree/chatSettings.ts';
import { askOf } from '../tree/columns.ts';
import type { Comparison } from '../tree/comparison.ts';
import type { AnswerTurn, Conversation, Turn, UserTurn } from '../tree/conversation.ts';
import { newestLeaf } from '../tree/conversationTree.ts';
import { type ConversationChange, OpenConversation } from '../tree/openConversation.ts';
import { newUserTurn, saysAnything, withoutPictures } from '../tree/userTurn.ts';
import { type AskedModel, emptyAnswer, resumedAnswer } from './answer.ts';
import type { ChatChange, ChatService, ReadOnly } from './chatChange.ts';
import { type Exchange, ExchangeRunner, type Said } from './exchangeRunner.ts';
import { type DeletedTurns, deletionRecords, withoutTurn, withTurns } from './turnDeletion.ts';
import { TurnSaver } from './turnSaver.ts';

/** One open conversation: owns its turns, runs its exchanges, and keeps everything on disk. */
export class ChatSession {
  readonly #onDidChange = new Emitter<ChatChange>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #saver: TurnSaver;
  readonly #open: OpenConversation;
  readonly #runner: ExchangeRunner;
  #readOnly: ReadOnly | undefined;
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
    this.#open = new OpenConversation(conversation);
    this.#readOnly = readOnly;
    const fire = (change: ChatChange) => this.#onDidChange.fire(change);
    this.#saver = new TurnSaver({
      store,
      log,
      readOnly: () => this.#readOnly !== undefined,
      conversation: () => this.conversation,
      ...(unkept && { unkept }),
      onNotKept: (code) => fire({ type: 'notKept', code }),
      onKeptAgain: () => fire({ type: 'frame' }),
      onTaken: () => this.lose(),
    });
    this.#runner = new ExchangeRunner({ open: this.#open, saver: this.#saver, service, fire });
  }

  get readOnly(): ReadOnly | undefined {
    return this.#readOnly;
  }

  /** The disk refused the last write; it is retried. */
  get isFailing(): boolean {
    return this.#saver.isFailing;
  }

  /** The chat continued while history was off: what was said since then is lost when its tab closes. */
  get isUnkept(): boolean {
    return this.#saver.unkept.size > 0;
  }

  get conversation(): Conversation {
    return this.#open.value;
  }

  /** Id of the streaming answer, or of one of a comparison's. */
  get streaming(): string | undefined {
    const [first] = this.#runner.streaming;
    return first;
  }

  /** Ids of all answers that were asked for and have not ended. */
  get streamingAnswers(): readonly string[] {
    return this.#runner.streaming;
  }

  /** True for one of them that is not requested before another has ended. */
  isInLine(answerId: string): boolean {
    return this.#runner.isInLine(answerId);
  }

  /** Resolves when the answer has ended and is kept; does nothing while another one streams. `id`: the new turn's. */
  async send(text: string, attachments: Attachment[] = [], id?: string): Promise<void> {
    const turn = newUserTurn(this.conversation.leaf, text, attachments, id);
    if (!this.#canAsk() || !turn) return;
    await this.#run(turn, emptyAnswer(this.conversation, turn), { userTurn: turn });
  }

  /** Asks several models at once, each in a column of its own; does nothing while one of these columns is being answered. */
  async ask(exchanges: readonly Exchange[], said: Said): Promise<void> {
    if (exchanges.length === 0 || exchanges.some(({ answer }) => !this.#canAsk(answer.column))) return;
    await this.#runner.run(exchanges, said);
  }

  /** Rewords a user turn as a sibling and has it answered. If the text is the same, only the answer is new. */
  async edit(turnId: string, text: string): Promise<void> {
    const before = this.#open.turn(turnId);
    if (!this.#canAsk() || before?.role !== 'user' || !saysAnything(text, before.attachments)) return;
    const isSame = text === before.text;
    const turn: UserTurn = isSame ? before : { ...before, id: randomUUID(), text, at: Date.now() };
    const said: Said = isSame ? { edited: turnId } : { edited: turnId, userTurn: turn };
    await this.#run(turn, emptyAnswer(this.conversation, turn), said);
  }

  /**
   * Asks for another answer to the same user turn, as a sibling. `by` is used for this answer only: the chat keeps its own
   * model.
   */
  async regenerate(answerId: string, by?: AskedModel): Promise<void> {
    const question = this.#open.turn(this.#open.answer(answerId)?.parent);
    if (!this.#canAsk(by?.column) || !question) return;
    await this.#run(question, emptyAnswer(this.conversation, question, { by }));
  }

  /** Asks again. An answer without text is replaced in place, as there is nothing in it to return to. */
  async retry(answerId: string, by?: AskedModel): Promise<void> {
    const answer = this.#open.answer(answerId);
    const question = this.#open.turn(answer?.parent);
    if (answer?.text !== '') return this.regenerate(answerId, by);
    if (!this.#canAsk(by?.column) || !question) return;
    await this.#run(question, emptyAnswer(this.conversation, question, { id: answer.id, by }));
  }

  /** Continues an answer that was cut or hit the token limit; its text grows. One without text is retried. */
  async continueAnswer(answerId: string, by?: AskedModel): Promise<void> {
    const answer = this.#open.answer(answerId);
    if (answer?.text === '') return this.retry(answerId, by);
    if (!this.#canAsk(answer?.column) || !answer) return;
    await this.#run(answer, resumedAnswer(answer));
  }

  /** Repeats the user turn behind this answer without its pictures, as a sibling. */
  async askWithoutPictures(answerId: string, by?: AskedModel): Promise<void> {
    const question = this.#open.turn(this.#open.answer(answerId)?.parent);
    const turn = question?.role === 'user' ? withoutPictures(question) : undefined;
    if (!this.#canAsk(by?.column) || !turn) return;
    // To the other columns, it is the same question.
    const userTurn =
      by?.column !== undefined && question?.role === 'user' ? { ...turn, ask: askOf(question) } : turn;
    await this.#run(userTurn, emptyAnswer(this.conversation, userTurn, { by }), { userTurn });
  }

  /** Stops all answers that stream or are in line, or only this one. */
  stop(answerId?: string): void {
    this.#runner.stop(answerId);
  }

  /** Shows this turn and the newest path below it. */
  async select(id: string): Promise<void> {
    if (this.look(id)) await this.#saver.keepMeta();
  }

  /** Like `select`, but writes nothing. Returns false while an answer streams. */
  look(id: string): boolean {
    if (this.streaming || !this.#open.turn(id)) return false;
    this.#open.update({ leaf: newestLeaf(this.conversation, id) });
    this.#onDidChange.fire({ type: 'path' });
    return true;
  }

  /** Removes a turn and its descendants; `undefined` if read-only, if there is no such turn or an answer streams in it. */
  async deleteTurn(id: string): Promise<DeletedTurns | undefined> {
    const left = this.#readOnly ? undefined : withoutTurn(this.conversation, id);
    if (!left) return undefined;
    const ids = left.gone.turns.map((turn) => turn.id);
    if (ids.some((one) => this.streamingAnswers.includes(one))) return undefined;
    this.#replaceTree(left.conversation);
    await this.#saver.keep(deletionRecords(left, Date.now()));
    return { ...left.gone, unkept: ids.filter((one) => this.#saver.unkept.has(one)) };
  }

  /** Undoes `deleteTurn`; false if that is no longer possible. */
  async restoreTurns(gone: DeletedTurns): Promise<boolean> {
    const whole = this.#readOnly ? undefined : withTurns(this.conversation, gone);
    if (!whole) return false;
    this.#saver.leaveUnwritten(gone.unkept ?? []);
    const { leaf, comparison } = this.streaming === undefined ? whole : this.conversation;
    this.#replaceTree({ ...whole, leaf, ...(comparison && { comparison }) });
    // All of it: restored turns must follow the line that deleted them, and the chat's time stays.
    await this.#saver.keep(recordsOf(this.conversation));
    return true;
  }

  setModel(connectionId: string, model: string, settings = this.conversation.settings): Promise<void> {
    return this.#set({ connectionId, model, settings });
  }

  setSettings(settings: ChatSettings): Promise<void> {
    const isText = settings.systemPrompt !== this.conversation.settings.systemPrompt;
    this.#update({ settings });
    return this.#saver.keepTyped(isText);
  }

  /** `typed`: it changes on every keystroke; see `TurnSaver.keepTyped`. */
  setComparison(comparison: Comparison, typed?: { isText: boolean }): Promise<void> {
    const [first] = comparison.columns;
    const own = first && { connectionId: first.connectionId, model: first.model };
    const before = columnsShown(this.conversation.comparison);
    this.#open.update({ comparison, leaf: first?.leaf, ...own });
    if (columnsShown(comparison) !== before) this.#onDidChange.fire({ type: 'path' });
    this.#onDidChange.fire({ type: 'frame' });
    return typed ? this.#saver.keepTyped(typed.isText) : this.#saver.keepMeta();
  }

  rename(title: string): Promise<void> {
    return this.#set({ title });
  }

  pin(pinned: boolean): Promise<void> {
    return this.#set({ pinned });
  }

  /** Makes the chat read-only because another window has taken it over. */
  lose(): void {
    if (this.#readOnly) return;
    this.#readOnly = 'taken';
    this.#onDidChange.fire({ type: 'frame' });
  }

  /** The window that had the chat is gone: continues it here as that window left it. */
  takeOver(conversation: Conversation): void {
    this.#readOnly = undefined;
    this.#open.replace(conversation);
    this.#onDidChange.fire({ type: 'replaced' });
  }

  /** Call when history may have been switched on or off. What was said while it was off stays unwritten. */
  async followHistory(isKept: boolean): Promise<void> {
    if (isKept) await this.#saver.catchUp();
    else this.#saver.leaveUnwritten(this.streamingAnswers);
  }

  /** Ids that must stay unwritten in a chat made from this one: of its turns, and its own for its system prompt. */
  unkeptIn({ id, turns }: Conversation): string[] {
    const idThere = (one: string) => (one === this.conversation.id ? id : one);
    return [...this.#saver.unkept].map(idThere).filter((one) => one === id || turns.has(one));
  }

  /** Writes all of it, so that even an empty chat comes back after a reload. */
  async keepAll(): Promise<void> {
    await this.#saver.keepSaid([...this.conversation.turns.keys()], recordsOf(this.conversation));
  }

  /** Stops the streaming answer and waits until its end is kept. */
  async close(): Promise<void> {
    // A model that is chosen after this is no longer asked.
    this.#isClosed = true;
    this.stop();
    await this.#runner.done;
    await this.#saver.settle();
    this.#saver.dispose();
    this.#onDidChange.dispose();
  }

  #replaceTree(conversation: Conversation): void {
    this.#open.replace(conversation);
    this.#onDidChange.fire({ type: 'path' });
    this.#onDidChange.fire({ type: 'frame' });
  }

  /** In a comparison, only its own column must have ended. */
  #canAsk(column?: string): boolean {
    const isBusy = this.streamingAnswers.some((id) => this.#open.answer(id)?.column === column);
    return !isBusy && this.#readOnly === undefined && !this.#isClosed;
  }

  #run(parent: Turn, answer: AnswerTurn, said?: Said): Promise<void> {
    return this.#runner.run([{ parent, answer }], said);
  }

  #set(change: ConversationChange): Promise<void> {
    this.#update(change);
    return this.#saver.keepMeta();
  }

  #update(change: ConversationChange): void {
    this.#open.update(change);
    this.#onDidChange.fire({ type: 'frame' });
  }
}

/** Changes with what the columns show. */
function columnsShown(comparison: Comparison | undefined): string {
  return JSON.stringify(comparison?.columns.map(({ id, leaf }) => [id, leaf]));
}
