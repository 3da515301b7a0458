import type { Unit } from '../../statistics/index.ts';

/** What two models scored on one prompt. */
export interface ScoredPair {
  /** The number of the prompt, or of the group it belongs to: the pairs of one unit count once, by their means. */
  unit: number;
  /** From 0 to 1; `undefined` if it is not known: the request failed, the connection cut the answer, or it is unchecked. */
  base: number | undefined;
  other: number | undefined;
  /** The answer ended at the token limit. */
  isBaseLimited?: boolean;
  isOtherLimited?: boolean;
  /** The answer has neither text nor a tool call. */
  isBaseEmpty?: boolean;
  isOtherEmpty?: boolean;
  /** Both models refused the request alike: the pair is left out and counted. */
  isRefusedByBoth?: boolean;
  /** Some of the prompt's answers passed and some did not, with either model. */
  isFlaky?: boolean;
}

export type KnownPair = ScoredPair & Unit;

/** Whether both sides are known. */
export function isKnown(pair: ScoredPair): pair is KnownPair {
  return pair.base !== undefined && pair.other !== undefined;
}

/** Scores for what is not known: at its worst for the other, and at its best. */
export const ends: { worst: Unit; best: Unit } = {
  worst: { base: 1, other: 0 },
  best: { base: 0, other: 1 },
};

/** Fills in what is not known. */
export const turnedAs =
  ({ base, other }: Unit) =>
  (pair: ScoredPair): KnownPair =>
    isKnown(pair) ? pair : { ...pair, base: pair.base ?? base, other: pair.other ?? other };

/** Returns each unit's mean scores, in the order of their first pairs. */
export function unitsOf(pairs: readonly KnownPair[]): readonly (Unit & Pick<ScoredPair, 'unit'>)[] {
  const units: (Unit & { unit: number; count: number })[] = [];
  // Where each unit is, from 1 on: a map of half a million would take a second.
  const places = new Uint32Array(pairs.reduce((most, { unit }) => Math.max(most, unit), 0) + 1);
  let isEachOnce = true;
  for (const { unit } of pairs) {
    isEachOnce &&= places[unit] === 0;
    places[unit] = 1;
  }
  if (isEachOnce) return pairs;
  places.fill(0);
  for (const { unit, base, other } of pairs) {
    const place = places[unit];
    const sum = place ? units[place - 1] : undefined;
    if (!sum) places[unit] = units.push({ unit, base, other, count: 1 });
    else {
      sum.base += base;
      sum.other += other;
      sum.count += 1;
    }
  }
  for (const sum of units) {
    sum.base /= sum.count;
    sum.other /= sum.count;
  }
  return units;
}
