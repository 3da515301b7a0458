import { randomUUID } from 'node:crypto';
import type { Logger } from '../../../api/types.ts';
import type { Attachment } from '../../attachments/attachment.ts';
import { Emitter } from '../../emitter.ts';
import type { ChatStore } from '../disk/chatStore.ts';
import { recordsOf } from '../disk/wholeChat.ts';
import type { ChatSettings } from '../tree/chatSettings.ts';
import type { Conversation, UserTurn } from '../tree/conversation.ts';
import { newestLeaf } from '../tree/conversationTree.ts';
import { OpenConversation } from '../tree/openConversation.ts';
import { newUserTurn, saysAnything, withoutPictures } from '../tree/userTurn.ts';
import { type AskedModel, emptyAnswer, resumedAnswer } from './answer.ts';
import type { ChatChange, ChatService, ReadOnly } from './chatChange.ts';
import { ChatKeeper } from './chatKeeper.ts';
import { ExchangeRunner, type Said } from './exchangeRunner.ts';
import { type DeletedTurns, deletionRecords, withoutTurn, withTurns } from './turnDeletion.ts';

/** One open conversation: owns its turns, runs its exchanges one at a time, and keeps everything on disk. */
export class ChatSession {
  readonly #onDidChange = new Emitter<ChatChange>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #keeper: ChatKeeper;
  readonly #open: OpenConversation;
  readonly #runner: ExchangeRunner;
  #readOnly: ReadOnly | undefined;
  #isClosed = false;

  /** `unkept`: what of it must stay unwritten, see `unkeptIn`. */
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
    this.#keeper = new ChatKeeper({
      store,
      log,
      readOnly: () => this.#readOnly !== undefined,
      conversation: () => this.conversation,
      ...(unkept && { unkept }),
      onNotKept: (code) => fire({ type: 'notKept', code }),
      onKeptAgain: () => fire({ type: 'frame' }),
      onTaken: () => this.lose(),
    });
    this.#runner = new ExchangeRunner({ open: this.#open, keeper: this.#keeper, service, fire });
  }

  get readOnly(): ReadOnly | undefined {
    return this.#readOnly;
  }

  /** The disk refuses what was said last; it is tried again. */
  get isFailing(): boolean {
    return this.#keeper.isFailing;
  }

  /** It went on while no history was kept: what was said since then is lost when its tab closes. */
  get isUnkept(): boolean {
    return this.#keeper.unkept.size > 0;
  }

  get conversation(): Conversation {
    return this.#open.value;
  }

  /** The id of the answer that streams. */
  get streaming(): string | undefined {
    return this.#runner.streaming;
  }

  /** Resolves when the answer has ended and is kept; nothing happens while another one streams. */
  async send(text: string, attachments: Attachment[] = []): Promise<void> {
    const turn = newUserTurn(this.conversation.leaf, text, attachments);
    if (!this.#canAsk || !turn) return;
    await this.#runner.run(turn, emptyAnswer(this.conversation, turn), { userTurn: turn });
  }

  /** Says a turn of the person anew, as a sibling, and has it answered. With the same words only the answer is a new one. */
  async edit(turnId: string, text: string): Promise<void> {
    const before = this.#open.turn(turnId);
    if (!this.#canAsk || before?.role !== 'user' || !saysAnything(text, before.attachments)) return;
    const isSame = text === before.text;
    const turn: UserTurn = isSame ? before : { ...before, id: randomUUID(), text, at: Date.now() };
    const said: Said = isSame ? { edited: turnId } : { edited: turnId, userTurn: turn };
    await this.#runner.run(turn, emptyAnswer(this.conversation, turn), said);
  }

  /**
   * Another answer to the same turn of the person, as a sibling. `by` is asked for this answer alone: the chat stays with
   * its own model.
   */
  async regenerate(answerId: string, by?: AskedModel): Promise<void> {
    const question = this.#open.turn(this.#open.answer(answerId)?.parent);
    if (!this.#canAsk || !question) return;
    await this.#runner.run(question, emptyAnswer(this.conversation, question, { by }));
  }

  /** The same answer again: what failed is replaced in place, since there is nothing in it to come back to. */
  async retry(answerId: string, by?: AskedModel): Promise<void> {
    const answer = this.#open.answer(answerId);
    const question = this.#open.turn(answer?.parent);
    if (answer?.text !== '') return this.regenerate(answerId, by);
    if (!this.#canAsk || !question) return;
    await this.#runner.run(question, emptyAnswer(this.conversation, question, { id: answer.id, by }));
  }

  /** Goes on with an answer that was cut or met the token limit; its text grows. One without text is retried. */
  async continueAnswer(answerId: string): Promise<void> {
    const answer = this.#open.answer(answerId);
    if (answer?.text === '') return this.retry(answerId);
    if (!this.#canAsk || !answer) return;
    await this.#runner.run(answer, resumedAnswer(answer));
  }

  /** Says what this answer was asked for once more, without its pictures, as a sibling. */
  async askWithoutPictures(answerId: string, by?: AskedModel): Promise<void> {
    const question = this.#open.turn(this.#open.answer(answerId)?.parent);
    const turn = question?.role === 'user' ? withoutPictures(question) : undefined;
    if (!this.#canAsk || !turn) return;
    await this.#runner.run(turn, emptyAnswer(this.conversation, turn, { by }), { userTurn: turn });
  }

  stop(): void {
    this.#runner.stop();
  }

  /** Shows this turn, and the newest of what hangs on it. */
  async select(id: string): Promise<void> {
    if (this.streaming || !this.#open.turn(id)) return;
    this.#open.update({ leaf: newestLeaf(this.conversation, id) });
    this.#onDidChange.fire({ type: 'path' });
    await this.#keeper.keepMeta();
  }

  /** Takes a turn out, with all that hangs on it; `undefined` where an answer streams there, or there is no such turn. */
  async deleteTurn(id: string): Promise<DeletedTurns | undefined> {
    const left = this.#readOnly ? undefined : withoutTurn(this.conversation, id);
    if (!left) return undefined;
    const ids = left.gone.turns.map((turn) => turn.id);
    if (ids.some((one) => one === this.streaming)) return undefined;
    this.#replaceTree(left.conversation);
    await this.#keeper.keep(deletionRecords(left, Date.now()));
    return { ...left.gone, unkept: ids.filter((one) => this.#keeper.unkept.has(one)) };
  }

  /** Undoes `deleteTurn`; false where that can't be any more. */
  async restoreTurns(gone: DeletedTurns): Promise<boolean> {
    const whole = this.#readOnly ? undefined : withTurns(this.conversation, gone);
    if (!whole) return false;
    this.#keeper.leaveUnwritten(gone.unkept ?? []);
    const leaf = this.streaming === undefined ? whole.leaf : this.conversation.leaf;
    this.#replaceTree({ ...whole, leaf });
    // All of it: the turns that are back come after the line that deleted them, and the chat's time stays.
    await this.#keeper.keep(recordsOf(this.conversation));
    return true;
  }

  setModel(connectionId: string, model: string, settings = this.conversation.settings): Promise<void> {
    return this.#set({ connectionId, model, settings });
  }

  setSettings(settings: ChatSettings): Promise<void> {
    const isText = settings.systemPrompt !== this.conversation.settings.systemPrompt;
    this.#update({ settings });
    return this.#keeper.keepTyped(isText);
  }

  rename(title: string): Promise<void> {
    return this.#set({ title });
  }

  pin(pinned: boolean): Promise<void> {
    return this.#set({ pinned });
  }

  /** Another window has taken the chat over: what is here stays readable. */
  lose(): void {
    if (this.#readOnly) return;
    this.#readOnly = 'taken';
    this.#onDidChange.fire({ type: 'frame' });
  }

  /** The window that had the chat is gone: it goes on here, as that one left it. */
  takeOver(conversation: Conversation): void {
    this.#readOnly = undefined;
    this.#open.replace(conversation);
    this.#onDidChange.fire({ type: 'replaced' });
  }

  /** Call when history may have been switched on or off. What was said while it was off stays unwritten. */
  async followHistory(isKept: boolean): Promise<void> {
    if (isKept) await this.#keeper.catchUp();
    else if (this.streaming !== undefined) this.#keeper.leaveUnwritten([this.streaming]);
  }

  /** What of a chat that was made of this one must stay unwritten too: ids of its turns, and its own for its system prompt. */
  unkeptIn({ id, turns }: Conversation): string[] {
    const idThere = (one: string) => (one === this.conversation.id ? id : one);
    return [...this.#keeper.unkept].map(idThere).filter((one) => one === id || turns.has(one));
  }

  /** Writes all of it down, so that even an empty chat comes back after a reload. */
  async keepAll(): Promise<void> {
    await this.#keeper.keepSaid([...this.conversation.turns.keys()], recordsOf(this.conversation));
  }

  /** Stops what streams and waits until the last of it is kept. */
  async close(): Promise<void> {
    // Whoever still chooses a model for it asks for nothing any more.
    this.#isClosed = true;
    this.stop();
    await this.#runner.done;
    await this.#keeper.settle();
    this.#keeper.dispose();
    this.#onDidChange.dispose();
  }

  #replaceTree(conversation: Conversation): void {
    this.#open.replace(conversation);
    this.#onDidChange.fire({ type: 'path' });
    this.#onDidChange.fire({ type: 'frame' });
  }

  get #canAsk(): boolean {
    return this.streaming === undefined && this.#readOnly === undefined && !this.#isClosed;
  }

  #set(change: Partial<Omit<Conversation, 'turns' | 'id'>>): Promise<void> {
    this.#update(change);
    return this.#keeper.keepMeta();
  }

  #update(change: Partial<Omit<Conversation, 'turns' | 'id'>>): void {
    this.#open.update(change);
    this.#onDidChange.fire({ type: 'frame' });
  }
}
