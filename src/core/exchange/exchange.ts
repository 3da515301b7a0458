import crypto from 'node:crypto';
import { isAddedField } from '../../api/config/chatFields.ts';
import type { CallOptions, ChatRequest, OnWait, StreamChat, ToolCall } from '../../api/types.ts';
import { defined } from '../../base/defined.ts';
import { type KeptError, keepError } from '../keptError.ts';
import type { AnswerState, Metrics, SentRequest } from './exchangeFields.ts';
import { MetricsMeter } from './metricsMeter.ts';

export interface ExchangeResult {
  state: Exclude<AnswerState, 'streaming'>;
  finishReason: string | undefined;
  figures: Metrics;
  /** Milliseconds from the first reasoning to the first text, or to the end if there was no text. */
  reasoningMs: number | undefined;
  error: KeptError | undefined;
  /** They come at the end, if any do. */
  toolCalls: ToolCall[] | undefined;
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
  onLogprobs?: CallOptions['onLogprobs'];
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
  let toolCalls: ToolCall[] | undefined;
  let end: { reason: string | undefined; complete: boolean } | undefined;
  const finished = (state: ExchangeResult['state'], error?: KeptError): ExchangeResult => ({
    state,
    finishReason: end?.reason,
    figures: meter.read(now(), options.isFirstRequest),
    reasoningMs: reasoningMs ?? (reasoningStart === undefined ? undefined : now() - reasoningStart),
    error,
    toolCalls,
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
      ...(options.onLogprobs && { onLogprobs: options.onLogprobs }),
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
      } else if (event.type === 'toolCall') {
        const { type: _type, index: _index, ...call } = event;
        if (contentStart === undefined && !toolCalls) options.onFirstContent?.();
        toolCalls = [...(toolCalls ?? []), call];
        meter.called(call.name + call.arguments);
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

/** Returns a body's SHA-256 in hex: if two are equal, so are the bodies. */
export function bodyDigest(body: string): string {
  return crypto.hash('sha256', body);
}
