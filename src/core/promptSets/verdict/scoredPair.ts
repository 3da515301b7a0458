/** What two models scored on one prompt. */
export interface ScoredPair {
  /** The prompt, or the group it belongs to: the pairs of one unit count once, by their means. */
  unit: string;
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
}

/** What two models scored on a unit, from 0 to 1: the means of its pairs. */
export interface Unit {
  base: number;
  other: number;
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
export function unitsOf(pairs: readonly KnownPair[]): Unit[] {
  const sums = new Map<string, Unit & { count: number }>();
  for (const { unit, base, other } of pairs) {
    const sum = sums.get(unit) ?? { base: 0, other: 0, count: 0 };
    sums.set(unit, { base: sum.base + base, other: sum.other + other, count: sum.count + 1 });
  }
  return [...sums.values()].map(({ base, other, count }) => ({ base: base / count, other: other / count }));
}
