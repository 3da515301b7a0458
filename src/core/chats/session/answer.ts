import { randomUUID } from 'node:crypto';
import { defined } from '../../defined.ts';
import { isSameModel, type NamedModel } from '../../models/modelKey.ts';
import type { ChatSettings } from '../tree/chatSettings.ts';
import { type Column, settingsOf } from '../tree/column.ts';
import type { AnswerTurn, Conversation, Metrics, Turn } from '../tree/conversation.ts';
import type { ChatService } from './chatChange.ts';
import type { ExchangeResult } from './exchange.ts';

/** The model to ask for an answer, and its settings. */
export interface TargetModel extends NamedModel {
  settings: ChatSettings;
}

export interface AnswerOptions {
  /** Id of the answer to replace. */
  id?: string;
  /** A model to ask instead of the column's own, for this answer only. */
  by?: TargetModel | undefined;
}

/** Returns a new answer in a column below `parent`, with the column's model and settings unless `by` names others. */
export function emptyAnswer(
  conversation: Conversation,
  column: Column,
  parent: Turn,
  service: Pick<ChatService, 'deployment'>,
  { id = randomUUID(), by }: AnswerOptions = {},
): AnswerTurn {
  const asked: TargetModel = by ?? { ...column, settings: settingsOf(conversation, column) };
  const { connectionId, name, settings } = asked;
  const deployment = service.deployment(asked);
  return {
    role: 'assistant',
    id,
    parent: parent.id,
    connectionId,
    name,
    settings,
    text: '',
    reasoning: '',
    state: 'streaming',
    ...(isSameModel(asked, column) ? {} : { isApart: true }),
    column: column.id,
    ...(deployment && { deployment }),
    at: Date.now(),
  };
}

/** Returns an unfinished answer, ready to be continued. */
export function resumedAnswer(answer: AnswerTurn): AnswerTurn {
  const { error: _error, finishReason: _reason, ...rest } = answer;
  return { ...rest, sent: { continuedFrom: answer.text.length }, state: 'streaming' };
}

/** Returns the answer with the result of its exchange. `before`: the metrics of the part that it continues. */
export function endedAnswer(answer: AnswerTurn, result: ExchangeResult, before?: Metrics): AnswerTurn {
  const { state, figures, droppedFields: dropped, ...facts } = result;
  const known = defined({ ...facts, droppedFields: dropped.length > 0 ? dropped : undefined });
  return { ...answer, state, figures: addedUp(before, figures), ...known };
}

/**
 * Merges the metrics of a continued answer: the first part's TTFT, the tokens of all parts, the last part's rate. It counts as
 * measured beside others if any part was.
 */
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
