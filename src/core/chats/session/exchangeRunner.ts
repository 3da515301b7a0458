import { metaRecord, turnRecord } from '../disk/chatRecord.ts';
import { ColumnPaths, changedColumns, withoutTurns } from '../tree/columnPaths.ts';
import type { AnswerTurn, Conversation, Turn } from '../tree/conversation.ts';
import { contextOf } from '../tree/conversationTree.ts';
import { firstTitle } from '../tree/userTurn.ts';
import type { ChatChange, ChatService } from './chatChange.ts';
import { chatRequest } from './chatRequest.ts';
import { type ExchangeResult, endedAnswer, runExchange } from './exchange.ts';
import type { KeptConversation } from './keptConversation.ts';
import type { NewExchanges } from './newExchanges.ts';

interface RunnerOptions {
  kept: KeptConversation;
  service: ChatService;
  fire: (change: ChatChange) => void;
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
  run(asked: NewExchanges): Promise<void> {
    for (const { id } of asked.answers)
      this.#running.set(id, { abort: new AbortController(), state: 'queued', isTogether: false });
    const run = this.#run(asked).finally(() => {
      this.#runs.delete(run);
    });
    this.#runs.add(run);
    return run;
  }

  async #run(asked: NewExchanges): Promise<void> {
    const isOurs = await this.#begin(asked);
    const runOne = async (answer: AnswerTurn) => {
      const { id } = answer;
      try {
        if (isOurs) await this.#exchange(answer);
      } finally {
        this.#running.delete(id);
        this.#options.fire({ type: 'frame' });
        this.#options.fire({ type: 'ended', id });
      }
    };
    const runs: Promise<void>[] = [];
    for (const answer of asked.answers) {
      const before = asked.isOneAtATime ? Promise.all(runs) : Promise.resolve();
      // A queued request that is stopped ends at once, without waiting for those before it.
      const turn = Promise.race([before, aborted(this.#running.get(answer.id)?.abort.signal)]);
      runs.push(turn.then(() => runOne(answer)));
    }
    await Promise.all(runs);
  }

  /** Puts the new turns into the chat and writes them. Returns false if another window owns the chat. */
  async #begin({ answers, turns: said = [], accepted, columns, moved }: NewExchanges): Promise<boolean> {
    const { kept, fire } = this.#options;
    if (columns) kept.update({ columns });
    const { title, updatedAt } = kept.value;
    const turns = [...said, ...answers];
    const earlier = new Map(turns.map(({ id }) => [id, kept.turn(id)]));
    for (const turn of turns) kept.put(turn);
    const paths = new ColumnPaths(kept.value);
    const now = Date.now();
    kept.update({
      // An answer that is replaced in place is shown already, so the turns that follow it stay visible.
      ...changedColumns(kept.value, (column) => {
        const own = answers.findLast((answer) => answer.column === column.id);
        return paths.showing(column, own?.id ?? moved?.get(column.id) ?? '');
      }),
      title: title || firstTitle(said[0]),
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
    if (accepted) fire({ type: 'accepted', ...accepted });
    fire({ type: 'path' });
    fire({ type: 'frame' });
    return true;
  }

  async #exchange(answer: AnswerTurn): Promise<void> {
    const { kept, fire } = this.#options;
    const running = this.#start(answer.id);
    const result = await this.#stream(answer, running.abort.signal);
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

  async #stream(answer: AnswerTurn, signal: AbortSignal): Promise<ExchangeResult> {
    const { kept, service, fire } = this.#options;
    const { id, parent, sent } = answer;
    const path = contextOf(kept.value, sent?.continuedFrom === undefined ? parent : id);
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
