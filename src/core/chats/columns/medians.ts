import { defined } from '../../defined.ts';
import type { AnswerTurn } from '../tree/conversation.ts';
import { isAnswered } from './questions.ts';

/** With fewer values, no median is shown. */
const fewest = 3;

export interface Median {
  value: number;
  /** The number of values. */
  count: number;
}

/** Each is absent if it has too few values. */
export interface Medians {
  /** Leaves out first requests, which may include the time to load the adapter. */
  ttftMs?: Median;
  /** Leaves out estimates, as do the tokens. */
  tokensPerSecond?: Median;
  completionTokens?: Median;
  /** At least one was measured while another answer was streaming. */
  isTogether: boolean;
}

/** Returns the medians of a column's answers; `undefined` if there are too few. */
export function medianFigures(answers: readonly AnswerTurn[]): Medians | undefined {
  const all = answers.filter(isAnswered).flatMap(({ figures }) => figures ?? []);
  const counted = all.filter(({ isEstimated }) => !isEstimated);
  const medians = defined({
    ttftMs: medianOf(all.filter(({ isFirstRequest }) => !isFirstRequest).map((one) => one.ttftMs)),
    tokensPerSecond: medianOf(counted.map((one) => one.tokensPerSecond)),
    completionTokens: medianOf(counted.map((one) => one.completionTokens)),
  });
  if (Object.keys(medians).length === 0) return undefined;
  return { ...medians, isTogether: all.some(({ isTogether }) => isTogether) };
}

function medianOf(figures: readonly (number | undefined)[]): Median | undefined {
  const values = figures.filter((value) => value !== undefined).sort((one, other) => one - other);
  if (values.length < fewest) return undefined;
  const middle = values.slice(Math.ceil(values.length / 2) - 1, Math.floor(values.length / 2) + 1);
  const value = middle.reduce((sum, one) => sum + one, 0) / middle.length;
  return { value, count: values.length };
}
