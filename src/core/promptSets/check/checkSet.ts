import type { Check, CheckResult } from '../prompt.ts';

export const checkSetType = 'assert-set';

/**
 * Says whether an answer passes the checks of a set, given what each of them found. With a threshold its score must reach that, the score
 * being the mean of the checks', by weight (promptfoo 0.121, `AssertionsResult`); without, all must pass.
 */
export function setResult(
  { type, threshold, assert = [] }: Check,
  found: readonly ScoredResult[],
  isEmpty: boolean,
): ScoredResult {
  let [total, weights] = [0, 0];
  // Sets come last, as they do there: it decides how a sum is rounded.
  const inOrder = [...found.keys()].sort(
    (one, other) => Number(isSet(assert[one])) - Number(isSet(assert[other])),
  );
  for (const at of inOrder) {
    const weight = assert[at]?.weight ?? 1;
    total += (found[at]?.score ?? 0) * weight;
    weights += weight;
  }
  const score = weights > 0 ? total / weights : 0;
  const isUnchecked = found.some(({ result }) => result.isUnchecked);
  const isEnough = threshold === undefined ? found.every(({ result }) => result.passed) : score >= threshold;
  const result: CheckResult = {
    check: { type, ...(threshold !== undefined && { threshold }) },
    passed: isEnough && !isEmpty && !isUnchecked,
    reason: `score ${score.toFixed(2)}${threshold === undefined ? '' : ` (threshold ${threshold})`}`,
    ...(isUnchecked && { isUnchecked }),
  };
  return { result, parts: found.flatMap(({ result: one, parts }) => [one, ...parts]), score };
}

/** What a check found, and how much it counts within a set. */
export interface ScoredResult {
  result: CheckResult;
  /** What those within it found. */
  parts: CheckResult[];
  score: number;
}

function isSet(check: Check | undefined): boolean {
  return check?.type === checkSetType;
}
