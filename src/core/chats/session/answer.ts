import { randomUUID } from 'node:crypto';
import type { ChatSettings } from '../tree/chatSettings.ts';
import type { AnswerTurn, Conversation, Figures, Turn } from '../tree/conversation.ts';
import type { ExchangeResult } from './exchange.ts';

/** Who is asked for an answer, and how. */
export interface AskedModel {
  connectionId: string;
  model: string;
  settings: ChatSettings;
}

interface AnswerOptions {
  /** Of an answer whose place it takes. */
  id?: string;
  /** Another model than the conversation's own, for this answer alone. */
  by?: AskedModel | undefined;
}

/** A new answer below `parent`, by the conversation's model and with its settings unless others are asked for. */
export function emptyAnswer(
  conversation: Conversation,
  parent: Turn,
  { id = randomUUID(), by }: AnswerOptions = {},
): AnswerTurn {
  const { connectionId, model, settings } = by ?? conversation;
  const isOwn = connectionId === conversation.connectionId && model === conversation.model;
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
    ...(isOwn ? {} : { isApart: true }),
    at: Date.now(),
  };
}

/** An unfinished answer, about to go on. */
export function resumedAnswer(answer: AnswerTurn): AnswerTurn {
  const { error: _error, finishReason: _reason, ...rest } = answer;
  return { ...rest, sent: { continuedFrom: answer.text.length }, state: 'streaming' };
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
