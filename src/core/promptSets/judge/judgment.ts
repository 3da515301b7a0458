import type { Interval } from '../../statistics/index.ts';
import type { SaidOfPair } from '../run/runJudgments.ts';
import { type Saying, sayings } from '../run/runRecord.ts';

/** What a judge prefers, asked in both orders. `none`: it gave no judgment in one of them. */
export type Judgment = 'base' | 'other' | 'tie' | 'none';

/** Returns what a judge's answer says in its last line; `undefined` if that is anything but A, B or TIE. */
export function readSaid(answer: string): Saying | undefined {
  const last = answer.trimEnd().split(/\r?\n/u).at(-1)?.trim();
  return sayings.find((said) => said === last);
}

/**
 * Joins what was said with the base as A and with the base as B. A judge that says the place and not the answer contradicts itself: that
 * is a tie.
 */
export function judgmentOf(baseFirst: Saying | undefined, otherFirst: Saying | undefined): Judgment {
  if (!baseFirst || !otherFirst) return 'none';
  if (baseFirst === 'A' && otherFirst === 'B') return 'base';
  if (baseFirst === 'B' && otherFirst === 'A') return 'other';
  return 'tie';
}

/** Returns `undefined` unless the judge was asked in both orders. */
export function judgmentOfPair({ base, other }: SaidOfPair): Judgment | undefined {
  if (!base || !other) return undefined;
  return judgmentOf(base === 'none' ? undefined : base, other === 'none' ? undefined : other);
}

export interface JudgedPair {
  judgment: Judgment;
  /** Whose answer is longer; absent if neither is. */
  longer?: 'base' | 'other';
}

/** Returns how often the longer answer was preferred, of the pairs where one was and lengths differ. */
export function longerPreferred(pairs: readonly JudgedPair[]): { longer: number; of: number } {
  const decided = pairs.filter(
    ({ judgment, longer }) => longer && (judgment === 'base' || judgment === 'other'),
  );
  return { longer: decided.filter(({ judgment, longer }) => judgment === longer).length, of: decided.length };
}

/** With fewer pairs where the one or the other is longer, a liking of length can't be told from one of a model. */
const fewestLonger = 10;

/**
 * Returns the 95% interval of the share of the other among decided pairs as it would be if it were the longer one in half of them:
 *
 *     s = (s₁ + s₂) / 2 ± 1.96 √(Σ sᵢ (1 − sᵢ) / (mᵢ + 2) / 4), sᵢ = (wᵢ + 1) / (mᵢ + 2)
 *
 * where wᵢ of mᵢ pairs were won by the other where it is longer (1), and where the base is (2). A judge that likes nothing but length
 * prefers whoever writes more: 98 times in 100 where that is so in 80% of the pairs. `undefined` under 10 pairs of either.
 */
export function shareApartFromLength(pairs: readonly JudgedPair[]): Interval | undefined {
  const strata = (['other', 'base'] as const).map((side) => {
    const decided = pairs.filter(
      ({ judgment, longer }) => longer === side && (judgment === 'base' || judgment === 'other'),
    );
    const won = decided.filter(({ judgment }) => judgment === 'other').length;
    return { of: decided.length, share: (won + 1) / (decided.length + 2) };
  });
  if (strata.some(({ of }) => of < fewestLonger)) return undefined;
  const middle = strata.reduce((sum, { share }) => sum + share / 2, 0);
  const variance = strata.reduce((sum, { of, share }) => sum + (share * (1 - share)) / (of + 2) / 4, 0);
  return [middle - 1.96 * Math.sqrt(variance), middle + 1.96 * Math.sqrt(variance)];
}

/** Whether a judge said the place and not the answer: the same one of A and B in both orders. */
export function isContradiction({ base, other }: SaidOfPair): boolean {
  return base === other && (base === 'A' || base === 'B');
}

/** Whether a judge is one of the models that it compares, or their base: it may prefer its own words. */
export function judgesItself(
  judge: string,
  models: readonly { name: string; baseModelName?: string | undefined }[],
): boolean {
  return models.some(({ name, baseModelName }) => judge === name || judge === baseModelName);
}
