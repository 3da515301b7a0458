import { randomUUID } from 'node:crypto';
import type { Logger } from '../api/types.ts';
import { emptyAnswer, endedAnswer, resumedAnswer } from './answer.ts';
import type { ChatChange, ChatService, ReadOnly } from './chatChange.ts';
import { ChatKeeper } from './chatKeeper.ts';
import { chatRequest } from './chatMessages.ts';
import { metaRecord, turnRecord } from './chatRecord.ts';
import type { ChatSettings } from './chatSettings.ts';
import type { ChatStore } from './chatStore.ts';
import { titleFrom } from './chatTitle.ts';
import type { AnswerTurn, Conversation, Turn, UserTurn } from './conversation.ts';
import { answerOf, leafThrough, newestLeaf, shownPath } from './conversationTree.ts';
import { Emitter } from './emitter.ts';
import { type ExchangeResult, runExchange } from './exchange.ts';
import { recordsOf } from './wholeChat.ts';

/** One open conversation: owns its turns, runs its exchanges one at a time, and keeps everything on disk. */
export class ChatSession {
  readonly #onDidChange = new Emitter<ChatChange>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #service: ChatService;
  readonly #keeper: ChatKeeper;
  #turns: Map<string, Turn>;
  #readOnly: ReadOnly | undefined;
  #conversation: Conversation;
  #running: { id: string; abort: AbortController; done: Promise<void> } | undefined;

  constructor(
    conversation: Conversation,
    store: Pick<ChatStore, 'append'>,
    service: ChatService,
    log: Logger,
    readOnly?: ReadOnly,
  ) {
    this.#turns = new Map(conversation.turns);
    this.#conversation = { ...conversation, turns: this.#turns };
    this.#service = service;
    this.#readOnly = readOnly;
    this.#keeper = new ChatKeeper({
      store,
      log,
      readOnly: () => this.#readOnly !== undefined,
      conversation: () => this.#conversation,
      onNotKept: (code) => this.#onDidChange.fire({ type: 'notKept', code }),
      onKeptAgain: () => this.#onDidChange.fire({ type: 'frame' }),
      onTaken: () => this.lose(),
    });
  }

  get readOnly(): ReadOnly | undefined {
    return this.#readOnly;
  }

  /** The disk refuses what was said last; it is tried again. */
  get isFailing(): boolean {
    return this.#keeper.isFailing;
  }

  get conversation(): Conversation {
    return this.#conversation;
  }

  /** The id of the answer that streams. */
  get streaming(): string | undefined {
    return this.#running?.id;
  }

  /** Resolves when the answer has ended and is kept; nothing happens while another one streams. */
  async send(text: string): Promise<void> {
    if (this.#running || this.readOnly || text.trim() === '') return;
    const turn: UserTurn = {
      role: 'user',
      id: randomUUID(),
      parent: this.#conversation.leaf,
      text,
      at: Date.now(),
    };
    await this.#exchange(turn, (parent) => emptyAnswer(this.#conversation, parent), turn);
  }

  /** Another answer to the same turn of the person, as a sibling. */
  async regenerate(answerId: string): Promise<void> {
    const question = this.#turns.get(answerOf(this.#conversation, answerId)?.parent ?? '');
    if (this.#running || this.readOnly || !question) return;
    await this.#exchange(question, (parent) => emptyAnswer(this.#conversation, parent));
  }

  /** The same answer again: what failed is replaced in place, since there is nothing in it to come back to. */
  async retry(answerId: string): Promise<void> {
    const answer = answerOf(this.#conversation, answerId);
    const question = this.#turns.get(answer?.parent ?? '');
    if (answer?.text !== '') return this.regenerate(answerId);
    if (this.#running || this.readOnly || !question) return;
    await this.#exchange(question, (parent) => emptyAnswer(this.#conversation, parent, answer.id));
  }

  /** Goes on with an answer that was cut or met the token limit; its text grows. One without text is retried. */
  async continueAnswer(answerId: string): Promise<void> {
    const answer = answerOf(this.#conversation, answerId);
    if (answer?.text === '') return this.retry(answerId);
    if (this.#running || this.readOnly || !answer) return;
    await this.#exchange(answer, () => resumedAnswer(answer));
  }

  stop(): void {
    this.#running?.abort.abort(new Error('Stopped by the person.'));
  }

  /** Shows this turn, and the newest of what hangs on it. */
  async select(id: string): Promise<void> {
    if (this.#running || !this.#turns.has(id)) return;
    this.#update({ leaf: newestLeaf(this.#conversation, id) });
    this.#onDidChange.fire({ type: 'path' });
    await this.#keeper.keepMeta();
  }

  setModel(connectionId: string, model: string, settings = this.#conversation.settings): Promise<void> {
    return this.#set({ connectionId, model, settings });
  }

  setSettings(settings: ChatSettings): Promise<void> {
    return this.#set({ settings });
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
    this.#replace(conversation);
  }

  /** Writes what is in memory only, as after history was switched on. */
  catchUp(): Promise<void> {
    return this.#keeper.catchUp();
  }

  /** Writes all of it down, so that even an empty chat comes back after a reload. */
  async keepAll(): Promise<void> {
    await this.#keeper.keep(recordsOf(this.#conversation));
  }

  /** Stops what streams and waits until the last of it is kept. */
  async close(): Promise<void> {
    this.stop();
    await this.#running?.done;
    await this.#keeper.catchUp();
    this.#keeper.dispose();
    this.#onDidChange.dispose();
  }

  #exchange(parent: Turn, makeAnswer: (parent: Turn) => AnswerTurn, userTurn?: UserTurn): Promise<void> {
    const answer = makeAnswer(parent);
    const abort = new AbortController();
    const done = this.#run(parent, answer, abort, userTurn).finally(() => {
      this.#running = undefined;
      this.#onDidChange.fire({ type: 'frame' });
      this.#onDidChange.fire({ type: 'ended', id: answer.id });
    });
    this.#running = { id: answer.id, abort, done };
    return done;
  }

  async #run(parent: Turn, answer: AnswerTurn, abort: AbortController, userTurn?: UserTurn): Promise<void> {
    const earlier = { ...this.#conversation, turns: new Map(this.#turns) };
    if (userTurn) this.#turns.set(userTurn.id, userTurn);
    this.#turns.set(answer.id, answer);
    const now = Date.now();
    this.#update({
      // An answer of before, under which the talk went on, does not take it off the screen.
      leaf: leafThrough(this.#conversation, answer.id),
      title: this.#conversation.title || titleFrom(userTurn?.text ?? ''),
      updatedAt: now,
    });
    const kept = await this.#keeper.keep([
      ...(userTurn ? [turnRecord(userTurn, now)] : []),
      turnRecord(answer, now),
      metaRecord(this.#conversation, now),
    ]);
    // The chat is another window's: nothing is sent, and the composer keeps what was typed.
    if (kept === 'taken') return this.#replace(earlier);
    if (userTurn) this.#onDidChange.fire({ type: 'accepted', text: userTurn.text });
    this.#onDidChange.fire({ type: 'path' });
    this.#onDidChange.fire({ type: 'frame' });
    const result = await this.#stream(parent, answer, abort.signal);
    const ended = endedAnswer(this.#current(answer), result, answer.figures);
    this.#turns.set(answer.id, ended);
    this.#update({ updatedAt: Date.now() });
    await this.#keeper.keep([turnRecord(ended, this.#conversation.updatedAt)]);
    this.#onDidChange.fire({ type: 'turn', id: answer.id });
  }

  async #stream(parent: Turn, answer: AnswerTurn, signal: AbortSignal): Promise<ExchangeResult> {
    const path = shownPath({ turns: this.#turns, leaf: parent.id });
    const endCheckpoints = this.#keeper.startCheckpoints(() => this.#current(answer));
    try {
      const { connectionId, model, settings } = answer;
      return await runExchange(this.#service.streamChat(connectionId), chatRequest(model, settings, path), {
        signal,
        isFirstRequest: this.#service.takeFirstRequest(connectionId, model),
        onContent: (text, reasoning) => this.#append(answer, text, reasoning),
        onWait: (wait) => this.#onDidChange.fire({ type: 'waiting', wait }),
      });
    } finally {
      endCheckpoints();
    }
  }

  #append(answer: AnswerTurn, text: string, reasoning: string): void {
    const current = this.#current(answer);
    this.#turns.set(answer.id, {
      ...current,
      text: current.text + text,
      reasoning: current.reasoning + reasoning,
    });
    this.#onDidChange.fire({ type: 'append', id: answer.id, text, reasoning });
  }

  #current(answer: AnswerTurn): AnswerTurn {
    return answerOf(this.#conversation, answer.id) ?? answer;
  }

  async #set(change: Partial<Omit<Conversation, 'turns' | 'id'>>): Promise<void> {
    this.#update(change);
    this.#onDidChange.fire({ type: 'frame' });
    await this.#keeper.keepMeta();
  }

  #replace(conversation: Conversation): void {
    this.#turns = new Map(conversation.turns);
    this.#conversation = { ...conversation, turns: this.#turns };
    this.#onDidChange.fire({ type: 'replaced' });
  }

  #update(change: Partial<Omit<Conversation, 'turns' | 'id'>>): void {
    this.#conversation = { ...this.#conversation, ...change };
  }
}
