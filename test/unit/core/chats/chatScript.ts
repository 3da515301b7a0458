import assert from 'node:assert/strict';
import type { CallOptions, ChatEvent, ChatRequest, StreamChat } from '../../../../src/api/types.ts';
import { ChatStore } from '../../../../src/core/chats/disk/chatStore.ts';
import type { ChatChange, ChatService, ReadOnly } from '../../../../src/core/chats/session/chatChange.ts';
import { ChatSession } from '../../../../src/core/chats/session/chatSession.ts';
import { FirstRequests } from '../../../../src/core/chats/session/firstRequests.ts';
import type { AnswerTurn, Conversation, Turn } from '../../../../src/core/chats/tree/conversation.ts';
import { shownPath } from '../../../../src/core/chats/tree/conversationTree.ts';
import { chatId, silent } from '../fixtures.ts';

/** One chat request; the test decides what comes back, and when. Like the client, it ends as soon as it is aborted. */
export class ScriptedCall {
  readonly #steps: (ChatEvent | Error | 'end')[] = [];
  #wake: () => void = () => undefined;
  readonly connectionId: string;
  readonly request: ChatRequest;
  readonly options: CallOptions;

  constructor(connectionId: string, request: ChatRequest, options: CallOptions) {
    this.connectionId = connectionId;
    this.request = request;
    this.options = options;
  }

  say = (text: string) => this.#add({ type: 'text', text });
  think = (text: string) => this.#add({ type: 'reasoning', text });
  usage = (promptTokens: number, completionTokens: number) =>
    this.#add({
      type: 'usage',
      promptTokens,
      completionTokens,
      totalTokens: promptTokens + completionTokens,
    });
  finish = (reason: string | undefined = 'stop', complete = true) =>
    this.#add({ type: 'finish', reason, complete }, 'end');
  fail = (error: Error) => this.#add(error);

  async *events(): AsyncGenerator<ChatEvent, void> {
    const { signal } = this.options;
    for (;;) {
      signal?.throwIfAborted();
      const step = this.#steps.shift();
      if (step === 'end') return;
      if (step instanceof Error) throw step;
      if (step) yield step;
      else await this.#more(signal);
    }
  }

  #add(...steps: (ChatEvent | Error | 'end')[]): this {
    this.#steps.push(...steps);
    this.#wake();
    return this;
  }

  #more(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    signal?.addEventListener('abort', () => resolve(), { once: true });
    return promise;
  }
}

export class ScriptedService implements ChatService {
  readonly calls: ScriptedCall[] = [];
  readonly #first = new FirstRequests();
  #waiting: ((call: ScriptedCall) => void)[] = [];
  /** Called for each request as it is made. */
  onCall: (call: ScriptedCall) => void = () => undefined;

  streamChat(connectionId: string): StreamChat {
    return this.#first.watch(connectionId, (request, options = {}) => {
      const call = new ScriptedCall(connectionId, request, options);
      this.calls.push(call);
      this.onCall(call);
      for (const resolve of this.#waiting.splice(0)) resolve(call);
      return call.events();
    });
  }

  isFirstRequest(connectionId: string, model: string): boolean {
    return this.#first.isFirst(connectionId, model);
  }

  /** The next request from now on. */
  nextCall(): Promise<ScriptedCall> {
    const { promise, resolve } = Promise.withResolvers<ScriptedCall>();
    this.#waiting.push(resolve);
    return promise;
  }
}

export function emptyConversation(fields: Partial<Conversation> = {}): Conversation {
  return {
    id: chatId,
    title: '',
    connectionId: 'acme',
    model: 'tone',
    settings: {},
    turns: new Map(),
    leaf: undefined,
    createdAt: 1000,
    updatedAt: 1000,
    ...fields,
  };
}

/** A session on a real store, with all its changes. */
export class Bench {
  readonly service = new ScriptedService();
  readonly changes: ChatChange[] = [];
  readonly store: ChatStore;
  readonly session: ChatSession;
  #waiting: { match: (change: ChatChange) => boolean; resolve: (change: ChatChange) => void }[] = [];

  readonly #folder: string;

  constructor(folder: string, conversation = emptyConversation(), readOnly?: ReadOnly) {
    this.#folder = folder;
    this.store = new ChatStore(folder, silent);
    this.session = new ChatSession(conversation, this.store, this.service, silent, readOnly);
    this.session.onDidChange((change) => {
      this.changes.push(change);
      const woken = this.#waiting.filter(({ match }) => match(change));
      this.#waiting = this.#waiting.filter((one) => !woken.includes(one));
      for (const { resolve } of woken) resolve(change);
    });
  }

  /** The next change of this type from now on. */
  next(type: ChatChange['type']): Promise<ChatChange> {
    const { promise, resolve } = Promise.withResolvers<ChatChange>();
    this.#waiting.push({ match: (change) => change.type === type, resolve });
    return promise;
  }

  /** Starts something and returns the request that it makes, with the promise of its end. */
  async ask(start: () => Promise<void>): Promise<{ call: ScriptedCall; done: Promise<void> }> {
    const asked = this.service.nextCall();
    const done = start();
    return { call: await asked, done };
  }

  /** A whole exchange: a message and its answer. */
  async exchange(text: string, answer: string): Promise<AnswerTurn> {
    const { call, done } = await this.ask(() => this.session.send(text));
    call.say(answer).finish();
    await done;
    return this.last();
  }

  path(): string[] {
    return shownPath(this.session.conversation).map((turn) => turn.text);
  }

  /** The answer at the end of the shown path. */
  last(): AnswerTurn {
    return asAnswer(shownPath(this.session.conversation).at(-1));
  }

  /** What another window would now read from disk. */
  async stored(): Promise<Conversation> {
    const stored = await new ChatStore(this.#folder, silent).load(chatId);
    assert.ok(stored, 'The chat is not on the disk.');
    return stored.conversation;
  }
}

export function asAnswer(turn: Turn | undefined): AnswerTurn {
  assert.ok(turn?.role === 'assistant', 'There is no answer at the end.');
  return turn;
}
