import { randomUUID } from 'node:crypto';
import type { Comparison, Vote } from '../../../../../src/core/chats/tree/comparison.ts';
import type { AnswerTurn, Figures } from '../../../../../src/core/chats/tree/conversation.ts';
import { answerTurn } from '../../fixtures.ts';

/** Columns of these models, with the ids `c0`, `c1` and so on. */
export function columnsOf(...models: string[]): Comparison['columns'] {
  return models.map((model, at) => ({ id: `c${at}`, connectionId: 'acme', model }));
}

/** A vote on the columns of these models; `best`: the place of the best one. */
export function voteOn(models: string[], best: number | undefined, more: Partial<Vote> = {}): Vote {
  const among = columnsOf(...models).map(({ id: column, connectionId, model }) => ({
    column,
    connectionId,
    model,
  }));
  const ask = randomUUID();
  return { ask, ...(best !== undefined && { best: `c${best}` }), among, at: 1, ...more };
}

/** An answer in a column, with figures. */
export function measured(figures: Partial<Figures>): AnswerTurn {
  return { ...answerTurn('a1', 'u1'), figures: { durationMs: 900, ...figures } };
}
