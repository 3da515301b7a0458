import { createHash } from 'node:crypto';
import { isAddedField } from '../../../api/config/chatFields.ts';
import type { ChatRequest, OnWait, StreamChat } from '../../../api/types.ts';
import { defined } from '../../../base/defined.ts';
import { type KeptError, keepError } from '../../keptError.ts';
import {
  type AnswerState,
  type AnswerTurn,
  estimatedTokens,
  type Metrics,
  type SentRequest,
} from '../tree/conversation.ts';

export interface ExchangeResult {
  state: Exclude<AnswerState, 'streaming'>;
  finishReason: string | undefined;
  figures: Metrics;
  /** Milliseconds from the first reasoning to the first text, or to the end if there was no text. */
  reasoningMs: number | undefined;
  error: KeptError | undefined;
  droppedFields: string[];
}

export interface ExchangeOptions {
  signal: AbortSignal;
  isFirstRequest: boolean;
  /** Called at the first text or reasoning. */
  onFirstContent?: () => void;
  onContent(text: string, reasoning: string): void;
  /** Called if all text before was reasoning. */
  onTextReasoned?: () => void;
  /** Called at the first text after reasoning, with the milliseconds since the first reasoning. */
  onReasoned?: (reasoningMs: number) => void;
  /** Called with everything that is known about the request, whenever something was added. */
  onSent?: (sent: SentRequest) => void;
  onWait: OnWait;
  /** Returns milliseconds of a monotonic clock. */
  now?: () => number;
}

/** Runs one request with its answer. Never rejects: the result says how it ended. */
export async function runExchange(
  streamChat: StreamChat,
  request: ChatRequest,
  options: ExchangeOptions,
): Promise<ExchangeResult> {
  const { signal, onContent, onReasoned, onSent, onWait, now = () => performance.now() } = options;
  const meter = new MetricsMeter(now());
  const droppedFields: string[] = [];
  let readAt: number | undefined;
  let reasoningStart: number | undefined;
  let reasoningMs: number | undefined;
  let contentStart: number | undefined;
  let sent: SentRequest = {};
  const note = (facts: { [K in keyof SentRequest]?: SentRequest[K] | undefined }) => {
    sent = { ...sent, ...defined(facts) };
    onSent?.(sent);
  };
  let end: { reason: string | undefined; complete: boolean } | undefined;
  const finished = (state: ExchangeResult['state'], error?: KeptError): ExchangeResult => ({
    state,
    finishReason: end?.reason,
    figures: meter.read(now(), options.isFirstRequest),
    reasoningMs: reasoningMs ?? (reasoningStart === undefined ? undefined : now() - reasoningStart),
    error,
    droppedFields,
  });
  if (signal.aborted) {
    // The request was stopped while it was queued: nothing is sent.
    note({});
    return finished('stopped');
  }
  try {
    const events = await streamChat(request, {
      signal,
      onSent: (body, wireName) =>
        note({ digest: bodyDigest(body), ...(wireName !== request.model && { wireName }) }),
      onAnswer: ({ status, headersMs, requestId, way }) => {
        meter.handed(now() - headersMs);
        note({ status, requestId, way });
      },
      onRead: () => {
        readAt = now();
      },
      onDropped: (field) => {
        note({ omitted: [...(sent.omitted ?? []), field] });
        if (!isAddedField(field)) droppedFields.push(field);
      },
      onWait,
    });
    for await (const event of events) {
      if (event.type === 'text' || event.type === 'reasoning') {
        const at = readAt ?? now();
        if (contentStart === undefined) options.onFirstContent?.();
        contentStart ??= at;
        meter.content(at, event.text);
        if (event.type === 'reasoning') reasoningStart ??= at;
        else if (reasoningStart !== undefined && reasoningMs === undefined) {
          reasoningMs = at - reasoningStart;
          onReasoned?.(reasoningMs);
        }
        onContent(event.type === 'text' ? event.text : '', event.type === 'reasoning' ? event.text : '');
      } else if (event.type === 'reasoned') {
        options.onTextReasoned?.();
        reasoningMs = (readAt ?? now()) - (contentStart ?? now());
        onReasoned?.(reasoningMs);
      } else if (event.type === 'usage') meter.usage(event.promptTokens, event.completionTokens);
      else if (event.type === 'finish') end = { reason: event.reason, complete: event.complete };
    }
  } catch (error) {
    if (signal.aborted) return finished('stopped');
    const kept = keepError(error);
    note({ status: kept.status, requestId: kept.requestId });
    // Text that the network cut off can be continued; a refusal can't.
    const isCut = contentStart !== undefined && ['network', 'timeout', 'tooLarge'].includes(kept.kind);
    return finished(isCut ? 'cut' : 'failed', kept);
  }
  if (!end?.complete) return finished('cut');
  return finished(end.reason === 'length' ? 'limit' : 'complete');
}

/** Returns the answer with the result of its exchange. `before`: the metrics of the part that it continues. */
export function endedAnswer(answer: AnswerTurn, result: ExchangeResult, before?: Metrics): AnswerTurn {
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

/** Returns a body's SHA-256 in hex: if two are equal, so are the bodies. */
export function bodyDigest(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

/** Shortest time between the first and last event that gives a rate, in ms: those of one read are passed on well within it. */
const shortestSpanMs = 1;

/** Measures one exchange. All times are milliseconds of one monotonic clock. */
export class MetricsMeter {
  readonly #begin: number;
  #start: number;
  #first: number | undefined;
  #last: number | undefined;
  #characters = 0;
  #usage: { promptTokens: number; completionTokens: number } | undefined;

  constructor(start: number) {
    this.#begin = start;
    this.#start = start;
  }

  /**
   * Call once the answer's headers have come, with the time at which its request was handed to the transport. TTFT counts from then,
   * without the reading of the key and without earlier tries.
   */
  handed(at: number): void {
    this.#start = at;
  }

  content(now: number, text: string): void {
    this.#first ??= now;
    this.#last = now;
    this.#characters += text.length;
  }

  usage(promptTokens: number, completionTokens: number): void {
    this.#usage = { promptTokens, completionTokens };
  }

  read(now: number, isFirstRequest: boolean): Metrics {
    const figures: Metrics = { durationMs: Math.round(now - this.#begin) };
    if (isFirstRequest) figures.isFirstRequest = true;
    if (this.#first !== undefined) figures.ttftMs = Math.round(this.#first - this.#start);
    if (this.#usage) {
      figures.promptTokens = this.#usage.promptTokens;
      figures.completionTokens = this.#usage.completionTokens;
    } else Object.assign(figures, estimatedTokens(this.#characters));
    const tokens = figures.completionTokens;
    const span = this.#first === undefined || this.#last === undefined ? 0 : this.#last - this.#first;
    // An answer that came in one piece has no rate.
    if (tokens !== undefined && tokens > 1 && span >= shortestSpanMs)
      figures.tokensPerSecond = ((tokens - 1) * 1000) / span;
    return figures;
  }
}
