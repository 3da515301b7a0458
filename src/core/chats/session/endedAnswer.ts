import { defined } from '../../../base/defined.ts';
import type { ExchangeResult } from '../../exchange/exchange.ts';
import type { Metrics } from '../../exchange/exchangeFields.ts';
import type { AnswerTurn } from '../tree/conversation.ts';

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
