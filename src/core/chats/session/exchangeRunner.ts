import { metaRecord, turnRecord } from '../disk/chatRecord.ts';
import type { AnswerTurn, Turn, UserTurn } from '../tree/conversation.ts';
import { leafThrough, shownPath } from '../tree/conversationTree.ts';
import type { OpenConversation } from '../tree/openConversation.ts';
import { titleOf } from '../tree/userTurn.ts';
import { endedAnswer } from './answer.ts';
import type { ChatChange, ChatService } from './chatChange.ts';
import { chatRequest } from './chatMessages.ts';
import { type ExchangeResult, runExchange } from './exchange.ts';
import type { TurnSaver } from './turnSaver.ts';

interface RunnerOptions {
  open: OpenConversation;
  saver: TurnSaver;
  service: ChatService;
  fire: (change: ChatChange) => void;
}

/** What the user says with a request. */
export interface Said {
  userTurn?: UserTurn;
  /** Id of the turn that was edited. */
  edited?: string;
}

/** Runs the exchanges of one open chat, one at a time, and writes them to disk. */
export class ExchangeRunner {
  readonly #options: RunnerOptions;
  #running: { id: string; abort: AbortController; done: Promise<void> } | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Id of the streaming answer. */
  get streaming(): string | undefined {
    return this.#running?.id;
  }

  /** Resolves when the streaming answer has ended and is kept. */
  get done(): Promise<void> | undefined {
    return this.#running?.done;
  }

  stop(): void {
    this.#running?.abort.abort(new Error('Stopped by the user.'));
  }

  /** Requests `answer` for the path that ends with `parent`. Resolves when the answer has ended and is kept. */
  run(parent: Turn, answer: AnswerTurn, said: Said = {}): Promise<void> {
    const abort = new AbortController();
    const done = this.#run(parent, answer, abort, said).finally(() => {
      this.#running = undefined;
      this.#options.fire({ type: 'frame' });
      this.#options.fire({ type: 'ended', id: answer.id });
    });
    this.#running = { id: answer.id, abort, done };
    return done;
  }

  async #run(parent: Turn, answer: AnswerTurn, abort: AbortController, said: Said): Promise<void> {
    const { userTurn, edited } = said;
    const { open, saver, fire } = this.#options;
    const earlier = open.copy();
    if (userTurn) open.put(userTurn);
    open.put(answer);
    const now = Date.now();
    open.update({
      // Redoing an earlier answer doesn't hide the turns that follow it.
      leaf: leafThrough(open.value, answer.id),
      title: open.value.title || titleOf(userTurn),
      updatedAt: now,
    });
    const turns = userTurn ? [userTurn, answer] : [answer];
    const ids = turns.map(({ id }) => id);
    const records = turns.map((turn) => turnRecord(turn, now));
    const kept = await saver.keepSaid(ids, [...records, metaRecord(open.value, now)]);
    if (kept === 'taken') {
      // The chat is another window's: nothing is sent, and the composer keeps the typed text.
      open.replace(earlier);
      return fire({ type: 'replaced' });
    }
    const { id: turn, text = '', attachments = [] } = userTurn ?? {};
    if (edited !== undefined) fire({ type: 'accepted', text, edited });
    else if (turn !== undefined) fire({ type: 'accepted', turn, text, attachments });
    fire({ type: 'path' });
    fire({ type: 'frame' });
    const result = await this.#stream(parent, answer, abort.signal);
    const ended = endedAnswer(this.#current(answer), result, answer.figures);
    open.put(ended);
    open.update({ updatedAt: Date.now() });
    await saver.keepSaid([ended.id], [turnRecord(ended, open.value.updatedAt)]);
    fire({ type: 'turn', id: answer.id });
  }

  async #stream(parent: Turn, answer: AnswerTurn, signal: AbortSignal): Promise<ExchangeResult> {
    const { open, saver, service, fire } = this.#options;
    const path = shownPath({ turns: open.value.turns, leaf: parent.id });
    const endCheckpoints = saver.startCheckpoints(() => this.#current(answer));
    try {
      const { connectionId, model, settings } = answer;
      return await runExchange(service.streamChat(connectionId), chatRequest(model, settings, path), {
        signal,
        isFirstRequest: service.isFirstRequest(connectionId, model),
        onContent: (text, reasoning) => this.#append(answer, text, reasoning),
        // Lets the page show how long the reasoning took while the answer still streams.
        onReasoned: (reasoningMs) => {
          this.#update(answer, { reasoningMs });
          fire({ type: 'turn', id: answer.id });
        },
        onSent: (sent) => this.#update(answer, { sent: { ...this.#current(answer).sent, ...sent } }),
        onWait: (wait) => fire({ type: 'waiting', wait }),
      });
    } finally {
      endCheckpoints();
    }
  }

  #append(answer: AnswerTurn, text: string, reasoning: string): void {
    const current = this.#current(answer);
    this.#update(answer, { text: current.text + text, reasoning: current.reasoning + reasoning });
    this.#options.fire({ type: 'append', id: answer.id, text, reasoning });
  }

  #update(answer: AnswerTurn, change: Partial<AnswerTurn>): void {
    this.#options.open.put({ ...this.#current(answer), ...change });
  }

  #current(answer: AnswerTurn): AnswerTurn {
    return this.#options.open.answer(answer.id) ?? answer;
  }
}
