import { defined } from '../../../base/defined.ts';
import type { Answer } from '../tree/conversation.ts';
import { isAnswered } from './rows.ts';

/** With fewer values, no median is shown. */
const fewest = 3;

export type Medians = NonNullable<ReturnType<typeof medianFigures>>;

/**
 * Returns the medians of a column's answers, each if it has enough values; `undefined` if none has. TTFT leaves out first requests,
 * which may include the time to load the adapter; the others leave out estimates. `isTogether`: at least one was measured while
 * another answer was streaming.
 */
export function medianFigures(answers: readonly Answer[]) {
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

/** Returns the median with the number of values. */
function medianOf(figures: readonly (number | undefined)[]) {
  const values = figures.filter((value) => value !== undefined).sort((one, other) => one - other);
  if (values.length < fewest) return undefined;
  const middle = values.slice(Math.ceil(values.length / 2) - 1, Math.floor(values.length / 2) + 1);
  const value = middle.reduce((sum, one) => sum + one, 0) / middle.length;
  return { value, count: values.length };
}
