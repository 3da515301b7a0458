import { once } from 'node:events';
import { defined } from '../../../base/defined.ts';
import { type ExchangeResult, runExchange } from '../../exchange/exchange.ts';
import type { Metrics } from '../../exchange/exchangeFields.ts';
import { metaRecord, turnRecord } from '../disk/chatRecord.ts';
import { ColumnPaths, changedColumns, withoutTurns } from '../tree/columnPaths.ts';
import type { Answer } from '../tree/conversation.ts';
import { turnOf } from '../tree/conversationTree.ts';
import { firstTitle } from '../tree/questionText.ts';
import type { AskedTurns } from './askedTurns.ts';
import type { ChatService } from './chatChange.ts';
import { sentRequest } from './chatRequest.ts';
import type { KeptConversation } from './keptConversation.ts';

interface Running {
  abort: AbortController;
  /** Resolves when this is stopped. */
  stopped: Promise<unknown>;
  /** True once it is no longer queued. */
  isStreaming: boolean;
  /** True if another answer was streaming at the same time. */
  isTogether: boolean;
}

/** Runs the exchanges of one open chat and writes them to disk. */
export class ExchangeRunner {
  readonly #kept: KeptConversation;
  readonly #service: ChatService;
  readonly #running = new Map<string, Running>();
  #done: Promise<unknown> = Promise.resolve();

  constructor(kept: KeptConversation, service: ChatService) {
    this.#kept = kept;
    this.#service = service;
  }

  /** Ids of the answers that are streaming or queued. */
  get streaming(): readonly string[] {
    return [...this.#running.keys()];
  }

  isQueued(id: string): boolean {
    return this.#running.get(id)?.isStreaming === false;
  }

  /** Resolves when all answers have ended and are kept. */
  get done(): Promise<unknown> {
    return this.#done;
  }

  /** Stops this answer or, without `id`, all. */
  stop(id?: string): void {
    for (const [one, { abort }] of this.#running) {
      if (id === undefined || id === one) abort.abort(new Error('Stopped by the user.'));
    }
  }

  /** Requests the answers. Resolves when all have ended and are kept. */
  run(asked: AskedTurns): Promise<void> {
    const run = this.#run(asked);
    // Without the results, of which each would hold all before it.
    this.#done = Promise.allSettled([this.#done, run]).then(() => undefined);
    return run;
  }

  async #run(asked: AskedTurns): Promise<void> {
    const exchanges = asked.answers.map((answer) => {
      const abort = new AbortController();
      const stopped = once(abort.signal, 'abort');
      const running: Running = { abort, stopped, isStreaming: false, isTogether: false };
      this.#running.set(answer.id, running);
      return { answer, running };
    });
    const isOurs = await this.#begin(asked);
    const runs: Promise<void>[] = [];
    for (const { answer, running } of exchanges) {
      const before = asked.isOneAtATime ? Promise.all(runs) : undefined;
      const run = async () => {
        // A queued request that is stopped ends at once, without waiting for those before it.
        await Promise.race([before, running.stopped]);
        try {
          if (isOurs) await this.#exchange(answer, running);
        } finally {
          this.#running.delete(answer.id);
          this.#kept.fire({ type: 'frame' });
          this.#kept.fire({ type: 'ended', id: answer.id });
        }
      };
      runs.push(run());
    }
    await Promise.all(runs);
  }

  /** Puts the new turns into the chat and writes them. Returns false if another window owns the chat. */
  async #begin({ answers, questions = [], accepted, columns, moved }: AskedTurns): Promise<boolean> {
    const kept = this.#kept;
    if (columns) kept.update({ columns });
    const { title, updatedAt } = kept.value;
    const turns = [...questions, ...answers];
    const earlier = turns.map(({ id }) => ({ id, turn: turnOf(kept.value, id) }));
    for (const turn of turns) kept.put(turn);
    const paths = new ColumnPaths(kept.value);
    const now = Date.now();
    kept.update({
      // An answer that is replaced in place is shown already, so the turns that follow it stay visible.
      ...changedColumns(kept.value, (column) => {
        const own = answers.findLast((answer) => answer.column === column.id);
        return paths.showing(column, own?.id ?? moved?.get(column.id) ?? '');
      }),
      title: title || firstTitle(questions[0]),
      updatedAt: now,
    });
    const ids = turns.map(({ id }) => id);
    const records = turns.map((turn) => turnRecord(turn, now));
    const isKept = await kept.saver.keep([...records, metaRecord(kept.value, now)], ids);
    if (isKept === 'taken') {
      // Another window owns the chat: nothing is sent, and the composer keeps the typed text.
      for (const { turn } of earlier) if (turn) kept.put(turn);
      const gone = new Set(earlier.flatMap(({ id, turn }) => (turn ? [] : [id])));
      kept.replace({ ...withoutTurns(kept.value, gone), title, updatedAt });
      kept.fire({ type: 'replaced' });
      return false;
    }
    if (accepted) kept.fire({ type: 'accepted', ...accepted });
    kept.fire({ type: 'path' });
    kept.fire({ type: 'frame' });
    return true;
  }

  async #exchange(answer: Answer, running: Running): Promise<void> {
    const kept = this.#kept;
    const service = this.#service;
    const { id, connectionId } = answer;
    const { signal } = running.abort;
    const current = () => kept.value.answers.get(id) ?? answer;
    const update = (change: Partial<Answer>) => kept.put({ ...current(), ...change });
    // A request that was stopped while queued is not sent, so it doesn't count as streaming beside others.
    if (!signal.aborted) {
      const others = [...this.#running.values()].filter(({ isStreaming }) => isStreaming);
      if (others.length > 0) for (const one of [running, ...others]) one.isTogether = true;
    }
    running.isStreaming = true;
    kept.fire({ type: 'begun', id });
    const request = sentRequest(kept.value, answer);
    const streamChat = service.streamChat(connectionId);
    const endCheckpoints = kept.saver.startCheckpoints(current);
    const result = await runExchange(streamChat, request, {
      signal,
      isFirstRequest: service.isFirstRequest(answer),
      onFirstContent: () => service.noteAnswer(answer),
      onContent(text, reasoning) {
        const soFar = current();
        update({ text: soFar.text + text, reasoning: soFar.reasoning + reasoning });
        kept.fire({ type: 'append', id, text, reasoning });
      },
      onTextReasoned() {
        const { text, reasoning } = current();
        update({ text: '', reasoning: reasoning + text });
      },
      // Lets the page show how long the reasoning took while the answer still streams.
      onReasoned(reasoningMs) {
        update({ reasoningMs });
        kept.fire({ type: 'turn', id });
      },
      onSent: (sent) => update({ sent: { ...current().sent, ...sent } }),
      onWait: (wait) => kept.fire({ type: 'waiting', id, wait }),
    }).finally(endCheckpoints);
    if (running.isTogether) result.figures.isTogether = true;
    const ended = endedAnswer(current(), result, answer.figures);
    kept.put(ended);
    kept.update({ updatedAt: Date.now() });
    await kept.saver.keep([turnRecord(ended, kept.value.updatedAt)], [id]);
    kept.fire({ type: 'turn', id });
  }
}

/** Returns the answer with the result of its exchange. `before`: the metrics of the part that it continues. */
function endedAnswer(answer: Answer, result: ExchangeResult, before?: Metrics): Answer {
  const { state, figures, droppedFields: dropped, ...facts } = result;
  const known = defined({ ...facts, droppedFields: dropped.length > 0 ? dropped : undefined });
  return { ...answer, state, figures: addedUp(before, figures), ...known };
}

/** Merges the metrics of a continued answer: the first part's TTFT, all tokens, the last rate, and `isTogether` if any part was. */
function addedUp(before: Metrics | undefined, last: Metrics): Metrics {
  const now: Metrics = before?.isTogether ? { ...last, isTogether: true } : last;
  if (before?.completionTokens === undefined) return now;
  // `isFirstRequest` qualifies the TTFT, which is the first part's.
  const { ttftMs, isFirstRequest } = before.ttftMs === undefined ? now : before;
  return defined({
    ...now,
    durationMs: before.durationMs + now.durationMs,
    ttftMs,
    isFirstRequest,
    completionTokens: before.completionTokens + (now.completionTokens ?? 0),
    isEstimated: before.isEstimated || now.isEstimated,
  });
}
