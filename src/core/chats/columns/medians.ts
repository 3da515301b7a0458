import type { AnswerTurn } from '../tree/conversation.ts';
import { isAnswered } from './questions.ts';

/** Fewer values have no median worth showing. */
const fewest = 3;

export interface Median {
  value: number;
  /** Of so many values. */
  count: number;
}

/** Absent where too few values are left. */
export interface Medians {
  /** Without first requests, which may include loading the adapter. */
  ttftMs?: Median;
  /** Without estimates, as the tokens. */
  tokensPerSecond?: Median;
  completionTokens?: Median;
  /** Some were measured while another answer streamed. */
  isTogether: boolean;
}

/** Returns the medians of a column's answers; `undefined` if there are too few. */
export function medianFigures(answers: readonly AnswerTurn[]): Medians | undefined {
  const all = answers.filter(isAnswered).flatMap(({ figures }) => figures ?? []);
  const counted = all.filter(({ isEstimated }) => !isEstimated);
  const ttftMs = medianOf(all.filter(({ isFirstRequest }) => !isFirstRequest).map((one) => one.ttftMs));
  const tokensPerSecond = medianOf(counted.map((one) => one.tokensPerSecond));
  const completionTokens = medianOf(counted.map((one) => one.completionTokens));
  if (!ttftMs && !tokensPerSecond && !completionTokens) return undefined;
  return {
    ...(ttftMs && { ttftMs }),
    ...(tokensPerSecond && { tokensPerSecond }),
    ...(completionTokens && { completionTokens }),
    isTogether: all.some(({ isTogether }) => isTogether),
  };
}

function medianOf(figures: readonly (number | undefined)[]): Median | undefined {
  const values = figures.filter((value) => value !== undefined).sort((one, other) => one - other);
  if (values.length < fewest) return undefined;
  const middle = values.slice(Math.ceil(values.length / 2) - 1, Math.floor(values.length / 2) + 1);
  const value = middle.reduce((sum, one) => sum + one, 0) / middle.length;
  return { value, count: values.length };
}
