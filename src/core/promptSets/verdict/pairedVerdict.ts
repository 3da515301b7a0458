import { signTest } from '../../signTest.ts';
import { newcombe, type PairedTable } from './intervals.ts';
import { signFlipTest } from './signFlip.ts';
import { meanInterval, meanTest } from './studentT.ts';

/** What two models scored on one prompt, from 0 to 1. */
export interface ScoredPair {
  /** The prompt, or the group it belongs to: the pairs of one unit count once, by their means. */
  unit: string;
  base: number;
  other: number;
  /** One of the answers was cut off. It is scored as it stands, but the verdict must also hold if it failed. */
  isCut?: boolean;
  /** One of the requests failed, or one of the answers is unchecked: the pair is left out and counted. */
  isLost?: boolean;
}

export interface VerdictOptions {
  /** The smallest difference that matters, from 0 to 1. */
  minimumDifference?: number;
  /** Of the random sign flips. */
  seed?: number;
  /** How many more units were lost than `isLost` says. */
  lost?: number;
  /** False if answers are still to come: whoever may stop when the numbers please finds "better" in chance. True unless given. */
  isComplete?: boolean;
}

/**
 * Why there is no verdict: `fewUnits`, under 10; `lost`, over 5 %; `notChecked`, there is no check, or over 5 % are unchecked;
 * `identical`, every answer is the base's. Or why it is unclear although an interval leaves out 0: `exactTest`, p is 0.05 or more; `lost`, `cut` or `lostAndCut`, with
 * these pairs counted against it the verdict would be another; `holm`, so would it as one of several. An `unclear` whose interval
 * holds 0 has no reason beside it.
 */
type VerdictReason =
  | 'fewUnits'
  | 'lost'
  | 'notChecked'
  | 'identical'
  | 'exactTest'
  | 'cut'
  | 'lostAndCut'
  | 'holm';

/** Numbers are shares from 0 to 1; `difference` is the other's score minus the base's. */
export interface Verdict {
  /**
   * `tooSmall`: it would be `better` or `worse`, but the difference is smaller than the one that matters. `notFinal`: not all that was
   * planned has ended, so only the counts mean something.
   */
  kind: 'better' | 'worse' | 'tooSmall' | 'unclear' | 'notFinal' | 'none';
  why?: VerdictReason;
  difference: number;
  /** The difference's own 95 % interval. */
  low: number;
  high: number;
  p: number;
  /** `p` as one of several verdicts against one base; absent for a single one. */
  holmP?: number;
  /** Which test `p` is of. With `mcnemar` the interval is Newcombe's, else the t interval. */
  test: 'mcnemar' | 'signFlip' | 't';
  /** Numbers of units: the other scored higher, lower, the same. */
  better: number;
  worse: number;
  equal: number;
  /** With `mcnemar`, how many units passed with both. */
  both?: number;
  /** Pairs that were left out since a request failed or an answer is unchecked, and pairs with an answer that was cut off. */
  lost: number;
  cut: number;
}

/** With fewer units there is no verdict. */
export const fewestUnits = 10;

export const significance = 0.05;

/** Over so many units, the t test takes the place of sign flips. */
const maxFlipped = 1000;

interface Unit {
  base: number;
  other: number;
}

type Comparison = Pick<
  Verdict,
  'difference' | 'low' | 'high' | 'p' | 'test' | 'better' | 'worse' | 'equal' | 'both'
>;

/**
 * Says whether one model scores better than another on the same prompts. If every unit passes or not, by Newcombe's paired interval
 * and exact McNemar; if there are scores between, by the t interval of the units' differences and their sign-flip test. See
 * `newcombe`, `signTest`, `meanInterval` and `signFlipTest` for the sources.
 */
export function pairedVerdict(pairs: readonly ScoredPair[], options: VerdictOptions = {}): Verdict {
  const { minimumDifference = 0, seed = 1, lost: lostUnits = 0, isComplete = true } = options;
  const scored = pairs.filter(({ isLost }) => !isLost);
  const units = unitsOf(scored);
  const lost = lostUnits + pairs.length - scored.length;
  const cut = scored.filter(({ isCut }) => isCut).length;
  const verdict = { ...compare(units, seed), lost, cut };
  if (!isComplete) return { kind: 'notFinal', ...verdict };
  if (units.length < fewestUnits) return { kind: 'none', why: 'fewUnits', ...verdict };
  if (isOverLost(lost, scored.length + lost)) return { kind: 'none', why: 'lost', ...verdict };
  const found = judge(verdict, minimumDifference);
  if (found.kind === 'unclear') return { ...found, ...verdict };

  const sides = againstSides[found.kind];
  const holds = (counted: { isLost?: true; isCut?: true }) =>
    sides.every((side) => {
      const more = Array.from({ length: counted.isLost ? lostUnits : 0 }, () => side);
      const against = [...unitsOf(pairs.flatMap((pair) => countedAs(pair, counted, side))), ...more];
      return judge(compare(against, seed), minimumDifference).kind === found.kind;
    });
  if (lost + cut === 0 || holds({ isLost: true, isCut: true })) return { ...found, ...verdict };
  const [withLost, withCut] = [holds({ isLost: true }), holds({ isCut: true })];
  const why = withLost === withCut ? 'lostAndCut' : withCut ? 'lost' : 'cut';
  return { kind: 'unclear', why, ...verdict };
}

/** Whether so many pairs are lost that nothing can be said: over 5 %. */
export function isOverLost(lost: number, of: number): boolean {
  return lost * 20 > of;
}

/** The worst that a pair can have been for each kind of verdict. */
const [forBase, forOther] = [
  { base: 1, other: 0 },
  { base: 0, other: 1 },
];
const againstSides = { better: [forBase], worse: [forOther], tooSmall: [forBase, forOther] };

function judge(
  { difference, low, high, p }: Comparison,
  minimumDifference: number,
): { kind: 'better' | 'worse' | 'tooSmall' } | { kind: 'unclear'; why?: VerdictReason } {
  if (low <= 0 && high >= 0) return { kind: 'unclear' };
  if (p >= significance) return { kind: 'unclear', why: 'exactTest' };
  // A mean that equals the minimum but for rounding is not below it.
  if (Math.abs(difference) < minimumDifference - 1e-12) return { kind: 'tooSmall' };
  return { kind: difference > 0 ? 'better' : 'worse' };
}

function countedAs(pair: ScoredPair, counted: { isLost?: true; isCut?: true }, side: Unit): ScoredPair[] {
  if (pair.isLost) return counted.isLost ? [{ unit: pair.unit, ...side }] : [];
  return [pair.isCut && counted.isCut ? { unit: pair.unit, ...side } : pair];
}

/** Returns each unit's mean scores. */
function unitsOf(pairs: readonly ScoredPair[]): Unit[] {
  const sums = new Map<string, Unit & { count: number }>();
  for (const { unit, base, other } of pairs) {
    const sum = sums.get(unit) ?? { base: 0, other: 0, count: 0 };
    sums.set(unit, { base: sum.base + base, other: sum.other + other, count: sum.count + 1 });
  }
  return [...sums.values()].map(({ base, other, count }) => ({ base: base / count, other: other / count }));
}

function compare(units: readonly Unit[], seed: number): Comparison {
  const numberOf = (isMeant: (unit: Unit) => boolean) => units.filter(isMeant).length;
  const counts = {
    better: numberOf(({ base, other }) => other > base),
    worse: numberOf(({ base, other }) => other < base),
    equal: numberOf(({ base, other }) => other === base),
  };
  if (units.every(({ base, other }) => isYesOrNo(base) && isYesOrNo(other))) {
    const both = numberOf(({ base, other }) => base + other === 2);
    const table: PairedTable = {
      both,
      onlyOther: counts.better,
      onlyBase: counts.worse,
      neither: counts.equal - both,
    };
    const [low, high] = newcombe(table);
    const difference = units.length === 0 ? 0 : (counts.better - counts.worse) / units.length;
    const p = signTest(counts.better, counts.worse);
    return { difference, low, high, p, test: 'mcnemar', ...counts, both };
  }
  const differences = units.map(({ base, other }) => other - base);
  const { mean: difference, low, high } = meanInterval(differences, -1);
  const isMany = units.length > maxFlipped;
  const p = isMany ? meanTest(differences) : signFlipTest(differences, seed);
  return { difference, low, high, p, test: isMany ? 't' : 'signFlip', ...counts };
}

function isYesOrNo(score: number): boolean {
  return score === 0 || score === 1;
}
