import { metaRecord, turnRecord } from '../disk/chatRecord.ts';
import { ColumnPaths, changedColumns, columnsShowing, withoutTurns } from '../tree/columnPaths.ts';
import type { AnswerTurn, Conversation, Turn, UserTurn } from '../tree/conversation.ts';
import { contextOf } from '../tree/conversationTree.ts';
import { firstTitle } from '../tree/userTurn.ts';
import { endedAnswer } from './answer.ts';
import type { ChatChange, ChatService } from './chatChange.ts';
import { chatRequest } from './chatRequest.ts';
import { type ExchangeResult, runExchange } from './exchange.ts';
import type { KeptConversation } from './keptConversation.ts';

interface RunnerOptions {
  kept: KeptConversation;
  service: ChatService;
  fire: (change: ChatChange) => void;
}

/** A new answer that follows `parent`. */
export interface Exchange {
  parent: Turn;
  answer: AnswerTurn;
}

/** What the user submits with a request. */
export interface Submission {
  /** The new turn, or the first of several that are the same question. */
  userTurn?: UserTurn;
  /** Id of the turn that was edited. */
  edited?: string;
  /** The other new turns of the same question. */
  copies?: readonly UserTurn[];
  /** Ids of the turns that columns whose models are gone show from now on, by the columns' ids. */
  moved?: ReadonlyMap<string, string>;
  /** True if one answer is requested after the other. */
  isOneAtATime?: boolean;
}

interface Running {
  abort: AbortController;
  state: 'queued' | 'streaming';
  /** True if another answer was streaming at the same time. */
  isTogether: boolean;
}

/** Runs the exchanges of one open chat and writes them to disk. */
export class ExchangeRunner {
  readonly #options: RunnerOptions;
  readonly #running = new Map<string, Running>();
  readonly #runs = new Set<Promise<void>>();

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Ids of the answers that are streaming or queued. */
  get streaming(): readonly string[] {
    return [...this.#running.keys()];
  }

  isQueued(id: string): boolean {
    return this.#running.get(id)?.state === 'queued';
  }

  /** Resolves when all answers have ended and are kept. */
  get done(): Promise<unknown> {
    return Promise.all(this.#runs);
  }

  /** Stops this answer or, without `id`, all. */
  stop(id?: string): void {
    for (const [one, { abort }] of this.#running) {
      if (id === undefined || id === one) abort.abort(new Error('Stopped by the user.'));
    }
  }

  /** Requests the answers. Resolves when all have ended and are kept. */
  run(exchanges: readonly Exchange[], said: Submission = {}): Promise<void> {
    for (const { answer } of exchanges) {
      this.#running.set(answer.id, { abort: new AbortController(), state: 'queued', isTogether: false });
    }
    const run = this.#run(exchanges, said).finally(() => {
      this.#runs.delete(run);
    });
    this.#runs.add(run);
    return run;
  }

  async #run(exchanges: readonly Exchange[], said: Submission): Promise<void> {
    const isOurs = await this.#begin(exchanges, said);
    const runOne = async (exchange: Exchange) => {
      const { id } = exchange.answer;
      try {
        if (isOurs) await this.#exchange(exchange);
      } finally {
        this.#running.delete(id);
        this.#options.fire({ type: 'frame' });
        this.#options.fire({ type: 'ended', id });
      }
    };
    const runs: Promise<void>[] = [];
    for (const exchange of exchanges) {
      const before = said.isOneAtATime ? Promise.all(runs) : Promise.resolve();
      // A queued request that is stopped ends at once, without waiting for those before it.
      const turn = Promise.race([before, aborted(this.#running.get(exchange.answer.id)?.abort.signal)]);
      runs.push(turn.then(() => runOne(exchange)));
    }
    await Promise.all(runs);
  }

  /** Puts the new turns into the chat and writes them. Returns false if another window owns the chat. */
  async #begin(exchanges: readonly Exchange[], said: Submission): Promise<boolean> {
    const { kept, fire } = this.#options;
    const { userTurn, edited, copies = [], moved } = said;
    const { title, updatedAt } = kept.value;
    const answers = exchanges.map(({ answer }) => answer);
    const turns = [...(userTurn ? [userTurn] : []), ...copies, ...answers];
    const earlier = new Map(turns.map(({ id }) => [id, kept.turn(id)]));
    for (const turn of turns) kept.put(turn);
    if (moved) {
      const paths = new ColumnPaths(kept.value);
      kept.update(changedColumns(kept.value, (one) => paths.showing(one, moved.get(one.id) ?? '')));
    }
    const now = Date.now();
    kept.update({
      // An answer that is replaced in place is shown already, so the turns that follow it stay visible.
      ...columnsShowing(kept.value, answers),
      title: title || firstTitle(userTurn),
      updatedAt: now,
    });
    const ids = turns.map(({ id }) => id);
    const records = turns.map((turn) => turnRecord(turn, now));
    const isKept = await kept.saver.keepSaid(ids, [...records, metaRecord(kept.value, now)]);
    if (isKept === 'taken') {
      // Another window owns the chat: nothing is sent, and the composer keeps the typed text.
      kept.replace({ ...takenBack(kept.value, earlier), title, updatedAt });
      fire({ type: 'replaced' });
      return false;
    }
    const { id: turn, text = '', attachments = [] } = userTurn ?? {};
    if (edited !== undefined) fire({ type: 'accepted', text, edited });
    else if (turn !== undefined) fire({ type: 'accepted', turn, text, attachments });
    fire({ type: 'path' });
    fire({ type: 'frame' });
    return true;
  }

  async #exchange({ parent, answer }: Exchange): Promise<void> {
    const { kept, fire } = this.#options;
    const running = this.#start(answer.id);
    const result = await this.#stream(parent, answer, running.abort.signal);
    if (running.isTogether) result.figures.isTogether = true;
    const ended = endedAnswer(this.#current(answer), result, answer.figures);
    kept.put(ended);
    kept.update({ updatedAt: Date.now() });
    await kept.saver.keepSaid([ended.id], [turnRecord(ended, kept.value.updatedAt)]);
    fire({ type: 'turn', id: answer.id });
  }

  #start(id: string): Running {
    const abort = this.#running.get(id)?.abort ?? new AbortController();
    // A request that was stopped while queued is not sent, so it doesn't count as streaming beside others.
    const streaming = [...this.#running.values()].filter(({ state }) => state === 'streaming');
    const others = abort.signal.aborted ? [] : streaming;
    for (const other of others) other.isTogether = true;
    const running: Running = { abort, state: 'streaming', isTogether: others.length > 0 };
    this.#running.set(id, running);
    this.#options.fire({ type: 'begun', id });
    return running;
  }

  async #stream(parent: Turn, answer: AnswerTurn, signal: AbortSignal): Promise<ExchangeResult> {
    const { kept, service, fire } = this.#options;
    const path = contextOf(kept.value, parent.id);
    const endCheckpoints = kept.saver.startCheckpoints(() => this.#current(answer));
    try {
      const { connectionId, name, settings } = answer;
      return await runExchange(service.streamChat(connectionId), chatRequest(name, settings, path), {
        signal,
        isFirstRequest: service.isFirstRequest(answer),
        onFirstContent: () => service.noteAnswer(answer),
        onContent: (text, reasoning) => this.#append(answer, text, reasoning),
        // Lets the page show how long the reasoning took while the answer still streams.
        onReasoned: (reasoningMs) => {
          this.#update(answer, { reasoningMs });
          fire({ type: 'turn', id: answer.id });
        },
        onSent: (sent) => this.#update(answer, { sent: { ...this.#current(answer).sent, ...sent } }),
        onWait: (wait) => fire({ type: 'waiting', id: answer.id, wait }),
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
    this.#options.kept.put({ ...this.#current(answer), ...change });
  }

  #current(answer: AnswerTurn): AnswerTurn {
    return this.#options.kept.answer(answer.id) ?? answer;
  }
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal?.aborted) resolve();
  signal?.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}

/**
 * Returns the chat with the turns named in `earlier` as they were then, and without those that did not exist. Other turns stay as
 * they are now.
 */
function takenBack(now: Conversation, earlier: ReadonlyMap<string, Turn | undefined>): Conversation {
  const turns = new Map(now.turns);
  for (const [id, turn] of earlier) if (turn) turns.set(id, turn);
  const gone = new Set([...earlier].flatMap(([id, turn]) => (turn ? [] : [id])));
  const paths = new ColumnPaths({ turns });
  const columns = changedColumns(now, (column) => paths.without(column, gone));
  return { ...now, turns: withoutTurns(turns, gone), ...columns };
}
