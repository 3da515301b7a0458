import assert from 'node:assert/strict';
import type { CallOptions, ChatEvent, ChatRequest, StreamChat } from '../../../../src/api/types.ts';
import { rowsOf } from '../../../../src/core/chats/columns/rows.ts';
import { ChatStore } from '../../../../src/core/chats/disk/chatStore.ts';
import type { ChatChange, ChatService, ReadOnly } from '../../../../src/core/chats/session/chatChange.ts';
import { ChatSession } from '../../../../src/core/chats/session/chatSession.ts';
import type { Column, Deployment } from '../../../../src/core/chats/tree/column.ts';
import { ColumnPaths } from '../../../../src/core/chats/tree/columnPaths.ts';
import {
  type Answer,
  type Conversation,
  isAnswer,
  type Turn,
  type Turns,
} from '../../../../src/core/chats/tree/conversation.ts';
import { turnsOn } from '../../../../src/core/chats/tree/conversationTree.ts';
import { firstRequests } from '../../../../src/core/exchange/firstRequests.ts';
import type { NamedModel } from '../../../../src/core/models/modelKey.ts';
import { chatId, column, silent, useFolder } from '../fixtures.ts';

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
  /** All that was said was reasoning. */
  reasoned = () => this.#add({ type: 'reasoned' });
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
  /** Names of models that were deleted. */
  readonly gone = new Set<string>();
  /** By the name of the model. */
  readonly deployments = new Map<string, Deployment>();
  readonly #first = firstRequests();
  readonly isFirstRequest = this.#first.isFirstRequest;
  readonly noteAnswer = this.#first.noteAnswer;
  #waiting: ((call: ScriptedCall) => void)[] = [];
  /** Called for each request as it is made. */
  onCall: (call: ScriptedCall) => void = () => undefined;

  streamChat(connectionId: string): StreamChat {
    return (request, options = {}) => {
      const call = new ScriptedCall(connectionId, request, options);
      this.calls.push(call);
      this.onCall(call);
      for (const resolve of this.#waiting.splice(0)) resolve(call);
      return call.events();
    };
  }

  isGone({ name }: Column): boolean {
    return this.gone.has(name);
  }

  async readKept(): Promise<void> {
    // The deployments are here from the start.
  }

  deployment({ name }: NamedModel): Deployment | undefined {
    return this.deployments.get(name);
  }

  /** The next request from now on. */
  nextCall(): Promise<ScriptedCall> {
    const { promise, resolve } = Promise.withResolvers<ScriptedCall>();
    this.#waiting.push(resolve);
    return promise;
  }
}

/** A chat with the column `c-tone`, or others. */
export function emptyConversation(fields: Partial<Conversation> = {}): Conversation {
  return {
    id: chatId,
    title: '',
    settings: {},
    questions: new Map(),
    answers: new Map(),
    columns: [column('tone')],
    votes: [],
    createdAt: 1000,
    updatedAt: 1000,
    ...fields,
  };
}

/** Turns as a conversation holds them. */
export function turnsOf(turns: readonly Turn[]): Turns {
  const questions = turns.flatMap((turn) => (isAnswer(turn) ? [] : [[turn.id, turn] as const]));
  const answers = turns.filter(isAnswer).map((turn) => [turn.id, turn] as const);
  return { questions: new Map(questions), answers: new Map(answers) };
}

/** A chat with one column, which ends at `last` or at the last turn. */
export function chatOf(
  turns: readonly Turn[],
  last = turns.at(-1)?.id,
  fields: Partial<Conversation> = {},
): Conversation {
  return emptyConversation({
    ...turnsOf(turns),
    columns: [column('tone', last === undefined ? {} : { last })],
    ...fields,
  });
}

/** What a column shows, the first one's if none is given. */
export function shownIn(conversation: Conversation, shown: Column = conversation.columns[0]): Turn[] {
  return turnsOn(new ColumnPaths(conversation).path(shown));
}

/**
 * The questions, each with what the columns show under it: an answer, "on 1 of 2" if it stands on that version, or "-" for none.
 */
export function tableOf(conversation: Conversation): string[][] {
  return rowsOf(conversation).map(({ question, cells }) => [
    question.text,
    ...conversation.columns.map(({ id }) => {
      const { answer, elsewhere } = cells.get(id) ?? {};
      if (elsewhere) return `on ${elsewhere.index} of ${elsewhere.count}`;
      return answer ? answer.text : '-';
    }),
  ]);
}

/** A session on a real store, with all its changes. */
export class Bench {
  readonly service = new ScriptedService();
  readonly changes: ChatChange[] = [];
  readonly store: ChatStore;
  readonly session: ChatSession;
  readonly waiting = new Set<{ type: ChatChange['type']; resolve: (change: ChatChange) => void }>();
  readonly folder: string;

  constructor(folder: string, conversation = emptyConversation(), readOnly?: ReadOnly) {
    this.folder = folder;
    this.store = new ChatStore(folder, silent);
    this.session = new ChatSession(conversation, this.store, this.service, silent, readOnly);
    this.session.onDidChange((change) => {
      this.changes.push(change);
      for (const one of this.waiting) {
        if (one.type === change.type && this.waiting.delete(one)) one.resolve(change);
      }
    });
  }

  /** The next change of this type from now on. */
  next(type: ChatChange['type']): Promise<ChatChange> {
    const { promise, resolve } = Promise.withResolvers<ChatChange>();
    this.waiting.add({ type, resolve });
    return promise;
  }

  /** Starts something and returns the request that it makes, with the promise of its end. */
  async ask(start: () => Promise<void>): Promise<{ call: ScriptedCall; done: Promise<void> }> {
    const asked = this.service.nextCall();
    const done = start();
    return { call: await asked, done };
  }

  /** Does what asks one model, which answers with a text or as told, and returns the request. */
  async reply(start: () => Promise<void>, answer: string | ((call: ScriptedCall) => unknown)) {
    const { call, done } = await this.ask(start);
    if (typeof answer === 'string') call.say(answer).finish();
    else answer(call);
    await done;
    return call;
  }

  /** A whole exchange: a message and its answer. */
  async exchange(text: string, answer: string): Promise<Answer> {
    await this.reply(() => this.session.send(text), answer);
    return this.last();
  }

  /** Id of the first column, or of the one with this model; empty if there is none. */
  id(name?: string): string {
    const { columns } = this.session.conversation;
    return (name === undefined ? columns[0] : columns.find((one) => one.name === name))?.id ?? '';
  }

  /** What a column shows. */
  path(name?: string): string[] {
    return this.#turns(name).map((turn) => turn.text);
  }

  /** The answer at the end of what a column shows. */
  last(name?: string): Answer {
    return asAnswer(this.#turns(name).at(-1));
  }

  /** Starts something that asks `count` models, and returns their requests by model. */
  async start(act: () => Promise<void>, count = 2) {
    const calls = new Map<string, ScriptedCall>();
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    this.service.onCall = (call) => {
      calls.set(call.request.model, call);
      if (calls.size === count) resolve();
    };
    const done = act();
    await asked;
    const of = (model: string): ScriptedCall => {
      const call = calls.get(model);
      if (!call) throw new Error(`${model} was not asked.`);
      return call;
    };
    return { of, done };
  }

  /** A question that every column answers with its model's name and the question. */
  exchangeAll(text: string, models?: string[]): Promise<void> {
    return this.answerAll(() => this.session.send(text), text, models);
  }

  /** Does what asks these models, each of which answers with its name and `text`. */
  answerAll(
    act: () => Promise<void>,
    text: string,
    models = this.session.conversation.columns.map(({ name }) => name),
  ): Promise<void> {
    return this.answers(act, Object.fromEntries(models.map((model) => [model, `${model}: ${text}`])));
  }

  /** Does what asks these models, each of which answers with a text or as told. */
  async answers(
    act: () => Promise<void>,
    ends: Readonly<Record<string, string | ((call: ScriptedCall) => unknown)>>,
  ): Promise<void> {
    const { of, done } = await this.start(act, Object.keys(ends).length);
    for (const [model, end] of Object.entries(ends)) {
      if (typeof end === 'string') of(model).say(end).finish();
      else end(of(model));
    }
    await done;
  }

  /** Does what asks this model only, which answers with `text`. */
  answerBy(name: string, text: string, act: () => Promise<void>): Promise<void> {
    return this.answers(act, { [name]: text });
  }

  /** Id of the first question with this text. */
  question(text: string): string {
    return withText(this.session.conversation.questions, text);
  }

  /** Id of the first answer with this text. */
  answer(text: string): string {
    return withText(this.session.conversation.answers, text);
  }

  /** Asks again for an answer, which begins with its model's name, and gets it with "again" behind it. */
  async regenerate(text: string): Promise<void> {
    const act = () => this.session.regenerate(this.answer(text));
    await this.answerBy(text.split(':')[0] ?? '', `${text} again`, act);
  }

  /** What each request to a model contained. */
  contents(name: string): unknown[][] {
    const asked = this.service.calls.filter(({ request }) => request.model === name);
    return asked.map(({ request }) => request.messages.map(({ content }) => content));
  }

  /** See `tableOf`. */
  get table(): string[][] {
    return tableOf(this.session.conversation);
  }

  /** What another window would now read from disk. */
  async stored(): Promise<Conversation> {
    const stored = await new ChatStore(this.folder, silent).load(chatId);
    assert.ok(stored, 'The chat is not on the disk.');
    return stored.conversation;
  }

  /** Another window on what is stored. */
  async reopened(): Promise<Bench> {
    return new Bench(this.folder, await this.stored());
  }

  #turns(name: string | undefined): Turn[] {
    const { conversation } = this.session;
    const column = conversation.columns.find(({ id }) => id === this.id(name));
    return column ? shownIn(conversation, column) : [];
  }
}

/** A conversation with columns of these models, with the ids `c-base`, `c-tone` and so on. */
export function compared(
  models: readonly string[] = ['base', 'tone'],
  fields: Partial<Conversation> = {},
): Conversation {
  const [first = column('base'), ...others] = models.map((name) => column(name));
  return emptyConversation({ columns: [first, ...others], ...fields });
}

export function asAnswer(turn: Turn | undefined): Answer {
  assert.ok(turn && isAnswer(turn), 'There is no answer at the end.');
  return turn;
}

function withText(turns: ReadonlyMap<string, Turn>, text: string): string {
  const found = [...turns.values()].find((turn) => turn.text === text);
  assert.ok(found, `Nobody said: ${text}`);
  return found.id;
}

/** A bench that is new for each test, with the chat that `chat` returns. */
export function useBench(chat: () => Conversation = emptyConversation): Bench {
  const folder = useFolder();
  const bench = new Bench('');
  beforeEach(() => void Object.assign(bench, new Bench(folder(), chat())));
  return bench;
}
