import { isAddedField } from '../../api/config/chatFields.ts';
import type { ChatRequest, StreamChat } from '../../api/types.ts';
import type { OnWait } from '../retryWait.ts';
import type { ChatFacts, Outcome } from './diagnosis.ts';
import { failureFacts } from './readSteps.ts';
import type { StepLog } from './stepLog.ts';

/** What every diagnosis sends to a model: harmless, with an answer long enough to see whether it streams. */
export const chatPrompt = 'Count from 1 to 10.';
const maxTokens = 32;

/** Pieces that all arrive within this time were held back and released together, in milliseconds. */
const oneMomentMs = 3;

export interface ChatOptions {
  signal: AbortSignal;
  onWait: OnWait;
  /** A monotonic clock in milliseconds. */
  now?: (() => number) | undefined;
}

export async function takeChatStep(
  log: StepLog,
  client: { streamChat: StreamChat },
  model: string,
  options: ChatOptions,
): Promise<void> {
  await log.take('chat', async () => {
    const facts: ChatFacts = { ...noFacts, model, refusedFields: [] };
    try {
      await listen(client, facts, options);
    } catch (error) {
      facts.error = failureFacts(error);
    }
    return { outcome: outcomeOf(facts), facts };
  });
}

async function listen(
  client: { streamChat: StreamChat },
  facts: ChatFacts,
  { signal, onWait, now = () => performance.now() }: ChatOptions,
): Promise<void> {
  const request: ChatRequest = {
    model: facts.model,
    messages: [{ role: 'user', content: chatPrompt }],
    temperature: 0,
    maxTokens,
  };
  let startedAt = now();
  let readAt: number | undefined;
  let [first, last] = [Number.NaN, Number.NaN];
  const events = client.streamChat(request, {
    signal,
    onAnswer: (answer) => {
      facts.answer = answer;
    },
    onRead: () => {
      readAt = now();
    },
    onDropped: (field) => facts.refusedFields.push(field),
    onRetry: (waitMs, error) => {
      facts.retries += 1;
      startedAt = now() + waitMs;
      onWait({ waitMs, error });
    },
    onWaited: () => onWait(undefined),
  });
  for await (const event of events) {
    if (event.type === 'text' || event.type === 'reasoning') {
      last = readAt ?? now();
      if (facts.pieces === 0) first = last;
      facts.firstMs ??= Math.round(last - startedAt);
      facts.pieces += 1;
      if (event.type === 'reasoning') facts.hasReasoning = true;
    } else if (event.type === 'usage') {
      facts.usage = { promptTokens: event.promptTokens, completionTokens: event.completionTokens };
    } else if (event.type === 'finish') {
      facts.finishReason = event.reason;
      facts.isComplete = event.complete;
    }
    if (facts.pieces > 0) facts.form = formOf(facts, last - first);
  }
}

function formOf({ answer, pieces }: ChatFacts, spanMs: number): ChatFacts['form'] {
  if (answer?.contentType?.includes('json')) return 'json';
  return pieces > 1 && spanMs > oneMomentMs ? 'stream' : 'atOnce';
}

function outcomeOf({ error, isComplete, pieces, form, refusedFields, retries }: ChatFacts): Outcome {
  if (error !== undefined || !isComplete) return 'failed';
  // Without the fields that we add, the figures are estimated, and the form tells that nothing streams.
  const isRefused = refusedFields.some((field) => !isAddedField(field));
  return pieces === 0 || form !== 'stream' || isRefused || retries > 0 ? 'warning' : 'ok';
}

const noFacts = {
  answer: undefined,
  form: undefined,
  firstMs: undefined,
  pieces: 0,
  hasReasoning: false,
  usage: undefined,
  finishReason: undefined,
  isComplete: false,
  retries: 0,
  error: undefined,
};
