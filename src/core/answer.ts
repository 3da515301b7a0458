import { randomUUID } from 'node:crypto';
import type { AnswerTurn, Conversation, Figures, Turn } from './conversation.ts';
import type { ExchangeResult } from './exchange.ts';

/** A new answer below `parent`, by the conversation's model and with its settings. */
export function emptyAnswer(conversation: Conversation, parent: Turn, id: string = randomUUID()): AnswerTurn {
  const { connectionId, model, settings } = conversation;
  return {
    role: 'assistant',
    id,
    parent: parent.id,
    model,
    connectionId,
    settings,
    text: '',
    reasoning: '',
    state: 'streaming',
    at: Date.now(),
  };
}

/** An unfinished answer, about to go on. */
export function resumedAnswer(answer: AnswerTurn): AnswerTurn {
  const { error: _error, finishReason: _reason, ...rest } = answer;
  return { ...rest, state: 'streaming' };
}

/** The answer as its exchange left it; `before` holds the figures of the part that was there already. */
export function endedAnswer(
  answer: AnswerTurn,
  result: ExchangeResult,
  before: Figures | undefined,
): AnswerTurn {
  const { state, figures, finishReason, reasoningMs, error, droppedFields } = result;
  const ended: AnswerTurn = { ...answer, state, figures: addedUp(before, figures) };
  if (finishReason !== undefined) ended.finishReason = finishReason;
  if (reasoningMs !== undefined) ended.reasoningMs = reasoningMs;
  if (error) ended.error = error;
  if (droppedFields.length > 0) ended.droppedFields = droppedFields;
  return ended;
}

/** A continued answer keeps its first TTFT and counts the tokens of all its parts; the rate is the last part's. */
function addedUp(before: Figures | undefined, now: Figures): Figures {
  if (before?.completionTokens === undefined) return now;
  const figures: Figures = { ...now, durationMs: before.durationMs + now.durationMs };
  if (before.ttftMs !== undefined) {
    figures.ttftMs = before.ttftMs;
    // The mark belongs to the TTFT.
    if (before.isFirstRequest) figures.isFirstRequest = true;
    else delete figures.isFirstRequest;
  }
  figures.completionTokens = before.completionTokens + (now.completionTokens ?? 0);
  if (before.isEstimated) figures.isEstimated = true;
  return figures;
}
