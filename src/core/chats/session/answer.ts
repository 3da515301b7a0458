import { randomUUID } from 'node:crypto';
import { defined } from '../../defined.ts';
import type { ChatSettings } from '../tree/chatSettings.ts';
import type { AnswerTurn, Conversation, Figures, Turn } from '../tree/conversation.ts';
import type { ExchangeResult } from './exchange.ts';

/** The model to ask for an answer, and its settings. */
export interface AskedModel {
  connectionId: string;
  model: string;
  settings: ChatSettings;
  /** Of a comparison, for which it answers. */
  column?: string;
}

interface AnswerOptions {
  /** Id of an answer to replace. */
  id?: string;
  /** Another model than the conversation's own, for this answer only. */
  by?: AskedModel | undefined;
}

/** Returns a new answer below `parent`, with the conversation's model and settings unless `by` names others. */
export function emptyAnswer(
  conversation: Conversation,
  parent: Turn,
  { id = randomUUID(), by }: AnswerOptions = {},
): AnswerTurn {
  const { connectionId, model, settings, column }: AskedModel = by ?? conversation;
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
    ...(column !== undefined && { column }),
    at: Date.now(),
  };
}

/** Returns an unfinished answer, ready to be continued. */
export function resumedAnswer(answer: AnswerTurn): AnswerTurn {
  const { error: _error, finishReason: _reason, ...rest } = answer;
  return { ...rest, sent: { continuedFrom: answer.text.length }, state: 'streaming' };
}

/** Returns the answer as its exchange left it; `before`: the figures of the part that existed already. */
export function endedAnswer(
  answer: AnswerTurn,
  result: ExchangeResult,
  before: Figures | undefined,
): AnswerTurn {
  const { state, finishReason, reasoningMs, error } = result;
  const droppedFields = result.droppedFields.length > 0 ? result.droppedFields : undefined;
  const known = defined({ finishReason, reasoningMs, error, droppedFields });
  return { ...answer, state, figures: addedUp(before, result.figures), ...known };
}

/**
 * A continued answer keeps its first TTFT and adds up the tokens of all its parts; the rate is the last part's. It was measured
 * together with others if any part was.
 */
function addedUp(before: Figures | undefined, last: Figures): Figures {
  const now: Figures = before?.isTogether ? { ...last, isTogether: true } : last;
  if (before?.completionTokens === undefined) return now;
  // The mark belongs to the TTFT.
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
