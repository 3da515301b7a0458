import { eValue } from '../../statistics/index.ts';
import { ends, type ScoredPair, turnedAs, unitsOf } from './scoredPair.ts';

/** What a run shows before its end, whenever and for whatever reason one stops. */
export interface EarlyClaim {
  clear: 'better' | 'worse';
  /** The bound of p that holds at any look: the number of models by the largest e-value. */
  pAtMost: number;
}

/** How much better than chance a difference must explain what was seen, for one model: 1 by its reciprocal are wrong. */
const clearFrom = 40;

/**
 * Returns what is clear of the first pairs of a run, in the random order in which they are asked. After each unit that has ended, `eValue`
 * is taken of the units that were won and lost; who looks after each finds it over 40 by chance in at most 1 of 40 runs, so with `models`
 * it takes 40 for each. What is not known counts against the claim.
 */
export function earlyClaim(
  pairs: readonly ScoredPair[],
  looked: { pairs: number; models: number },
): EarlyClaim | undefined {
  const asked = pairs.slice(0, looked.pairs).filter(({ isRefusedByBoth }) => !isRefusedByBoth);
  for (const clear of ['better', 'worse'] as const) {
    const largest = largestOf(asked, clear);
    if (largest >= clearFrom * looked.models) return { clear, pAtMost: looked.models / largest };
  }
  return undefined;
}

function largestOf(asked: readonly ScoredPair[], claim: EarlyClaim['clear']): number {
  const isBetter = claim === 'better';
  const units = unitsOf(asked.map(turnedAs(isBetter ? ends.worst : ends.best)));
  let [wins, losses, largest] = [0, 0, 0];
  for (const { base, other } of units) {
    const gain = isBetter ? other - base : base - other;
    if (gain > 0) wins += 1;
    if (gain < 0) losses += 1;
    if (wins > losses) largest = Math.max(largest, eValue(wins, losses));
  }
  return largest;
}
