import {
  type Interval,
  isMeanBelow,
  isYesOrNo,
  type PairedTest,
  pairedTest,
  type Unit,
} from '../../statistics/index.ts';
import { type EarlyClaim, earlyClaim } from './earlyClaim.ts';
import { ends, isKnown, type ScoredPair, turnedAs, unitsOf } from './scoredPair.ts';

export interface VerdictOptions {
  /** The smallest difference that matters, from 0 to 1. */
  minimumDifference?: number;
  /** Of the random sign flips. */
  seed?: number;
  /** How many more pairs were lost, each a unit of its own. */
  lost?: number;
  /** False if answers are still to come: whoever may stop when the numbers please finds "better" in chance. True unless given. */
  isComplete?: boolean;
  /**
   * Of a run that is not complete and whose pairs are in the random order in which they are asked: how many of the first ones have all
   * ended, by whole units, and how many models are compared with the base. Without it, nothing is claimed before the end.
   */
  looked?: { pairs: number; models: number };
}

/** `belowMinimum`: surely better or worse, but by less than what matters. `equivalent`: surely within what matters. */
type JudgedKind = 'better' | 'worse' | 'belowMinimum' | 'equivalent' | 'unclear';

/**
 * Why it is unclear although the interval leaves out 0: `exactTest`, p is 0.05 or more; `lost`, with what is not known at its worst or
 * best it would be another kind; `holm`, so would it as one of several. An `unclear` whose interval holds 0 has none of them.
 */
type UnclearReason = 'exactTest' | 'lost' | 'holm';

/** `fewUnits`: under 10. `lost`, `empty`: over 5%. `notChecked`: there is no check. `identical`: every answer is the base's. */
type NoVerdictReason = 'fewUnits' | 'lost' | 'empty' | 'notChecked' | 'identical';

/** What two models scored on the units with a tag. */
export interface TagVerdict extends Unit {
  name: string;
  /** How many there are. */
  units: number;
  /** Of a tag with ten units or more, if the verdict is final: its difference's own 95% interval, and p after Holm. */
  interval?: Interval;
  p?: number;
  /** What is sure of this tag: only if the difference depends on the tag at all. */
  kind?: 'better' | 'worse';
}

export interface TagVerdicts {
  /** The p of "the difference is the same whatever the tag"; absent with fewer than two tags of ten units, or if the verdict isn't final. */
  p?: number;
  /** Units have several tags, so that each tag was compared with the units without it. */
  isOverlapping: boolean;
  /** How many tags took part. */
  tested: number;
  /** All units passed or not, with both models. */
  isYesOrNo: boolean;
  tags: TagVerdict[];
}

/** Numbers are of units; of those that are lost, limited or refused, of pairs. */
export interface VerdictCounts {
  /** The other's mean score minus the base's, from −1 to 1. */
  difference: number;
  /** The other scored higher, lower, the same. */
  better: number;
  worse: number;
  equal: number;
  /** How many units passed with both; absent unless each unit passed or not. */
  both?: number;
  /** The sum of the squared differences. */
  squares: number;
  /** Pairs with a side that is not known: they are left out. */
  lost: number;
  /** Pairs with an answer that ended at the token limit: scored as it stands. */
  limited: number;
  /** Pairs that both models refused: they are left out. */
  refused: number;
  /** What is said of the tags, if the set has any. */
  tags?: TagVerdicts;
}

interface Numbers extends PairedTest {
  /** The difference is smaller than the one that matters, whichever model it favors. */
  isWithin?: true;
  /** Where sides are unknown: `low` with these at their worst for the other. */
  lowAtWorst?: number;
}

interface Found {
  kind: JudgedKind;
  why?: UnclearReason;
  /** The difference is at least the one that matters, on the side of `kind`. */
  isAtLeast?: true;
}

/** What is said of a pair of models, with its numbers. */
export interface JudgedVerdict
  extends VerdictCounts,
    Numbers,
    Found,
    Partial<Record<keyof EarlyClaim, undefined>> {
  /** `p` as one of several verdicts against one base; absent for a single one. */
  holmP?: number;
  /** What it would be if the answers that ended at the token limit had passed, or failed. */
  ifLimited?: { passed: JudgedKind; failed: JudgedKind };
  /** What it would be without flaky prompts, if anything else. */
  withoutFlaky?: JudgedKind | 'none';
}

/** `notFinal`: not all that was planned has ended, so only the counts mean something, and what was clear whenever one stops. */
interface NoVerdict
  extends VerdictCounts,
    Partial<EarlyClaim>,
    Partial<Record<keyof Numbers | 'holmP' | 'isAtLeast' | 'ifLimited' | 'withoutFlaky', undefined>> {
  kind: 'notFinal' | 'none';
  why?: NoVerdictReason;
}

export type Verdict = JudgedVerdict | NoVerdict;

export function isJudged(verdict: Verdict): verdict is JudgedVerdict {
  return verdict.kind !== 'none' && verdict.kind !== 'notFinal';
}

/** With fewer units there is no verdict. */
export const fewestUnits = 10;

export const significance = 0.05;

/** Limits that equal what they are compared with but for rounding. */
export const rounding = 1e-12;

/**
 * Says whether one model scores better than another on the same prompts. If every unit passes or not, by Newcombe's paired interval
 * and exact McNemar; if there are scores between, by the interval of their mean difference and their sign-flip test. The difference that
 * matters is judged by the interval, and what is less than it by the score test, too, never by the difference that happened to be found. What is not known stays out of the numbers, and
 * must not change the kind at its worst or at its best.
 */
export function pairedVerdict(pairs: readonly ScoredPair[], options: VerdictOptions = {}): Verdict {
  const { isComplete = true, lost: more = 0, looked } = options;
  const asked = pairs.filter(({ isRefusedByBoth }) => !isRefusedByBoth);
  const known = asked.filter(isKnown);
  const units = unitsOf(known);
  const lost = more + asked.length - known.length;
  const limited = known.filter(({ isBaseLimited, isOtherLimited }) => isBaseLimited || isOtherLimited).length;
  const counts = { ...countsOf(units), lost, limited, refused: pairs.length - asked.length };
  if (!isComplete) return { kind: 'notFinal', ...counts, ...(looked && earlyClaim(pairs, looked)) };
  if (units.length < fewestUnits) return { kind: 'none', why: 'fewUnits', ...counts };
  if (isOverLost(lost, asked.length + more)) return { kind: 'none', why: 'lost', ...counts };
  if (isOverEmpty(asked)) return { kind: 'none', why: 'empty', ...counts };
  const found = judged(asked, options, units);
  const ifLimited = limited > 0 && {
    passed: judged(asked.map(limitedAs(1)), options).kind,
    failed: judged(asked.map(limitedAs(0)), options).kind,
  };
  const steady = asked.filter(({ isFlaky }) => !isFlaky);
  const isEnough = unitsOf(steady.filter(isKnown)).length >= fewestUnits;
  const withoutFlaky =
    steady.length === asked.length ? found.kind : isEnough ? judged(steady, options).kind : 'none';
  return {
    ...found,
    ...counts,
    ...(ifLimited && { ifLimited }),
    ...(withoutFlaky !== found.kind && { withoutFlaky }),
  };
}

/** Whether so many are lost or empty that nothing can be said: over 5%. */
export function isOverLost(lost: number, of: number): boolean {
  return lost * 20 > of;
}

function isOverEmpty(pairs: readonly ScoredPair[]): boolean {
  const countOf = (isMeant: (pair: ScoredPair) => unknown) => pairs.filter(isMeant).length;
  return (
    isOverLost(
      countOf((pair) => pair.isBaseEmpty),
      countOf(({ base }) => base !== undefined),
    ) ||
    isOverLost(
      countOf((pair) => pair.isOtherEmpty),
      countOf(({ other }) => other !== undefined),
    )
  );
}

const limitedAs =
  (score: number) =>
  (pair: ScoredPair): ScoredPair => ({
    ...pair,
    ...(pair.isBaseLimited && pair.base !== undefined && { base: score }),
    ...(pair.isOtherLimited && pair.other !== undefined && { other: score }),
  });

/** Returns the numbers of what is known, and what holds of these pairs whatever those scored that are not. `units`: the known ones. */
function judged(
  pairs: readonly ScoredPair[],
  options: VerdictOptions,
  units?: readonly Unit[],
): Found & Numbers {
  const { lost: more = 0 } = options;
  const known = pairs.filter(isKnown);
  const { found, numbers } = find(units ?? unitsOf(known), options);
  if (known.length === pairs.length && more === 0) return { ...agreed([found]), ...numbers };
  const turned = [ends.worst, ends.best].map((end) => {
    const lost = Array.from({ length: more }, () => end);
    return find([...unitsOf(pairs.map(turnedAs(end))), ...lost], options);
  });
  const lowAtWorst = turned[0]?.numbers.low ?? numbers.low;
  return { ...agreed([found, ...turned.map((one) => one.found)]), ...numbers, lowAtWorst };
}

function find(units: readonly Unit[], options: VerdictOptions): { found: SidedFound; numbers: Numbers } {
  const counts = countsOf(units);
  const interval = pairedTest(units, options.seed);
  const minimum = options.minimumDifference ?? 0;
  const isBelow = belowTest(units, interval, minimum);
  const isWithin = isBelow('better') && isBelow('worse');
  const numbers = { ...interval, ...(isWithin && { isWithin: true as const }) };
  return { found: judge({ ...counts, ...numbers }, minimum, isBelow), numbers };
}

type Side = 'better' | 'worse';

/**
 * Returns a function for whether the difference on a side is less than matters. The interval says so, and the score test: alone, the interval
 * says it too often.
 */
function belowTest(
  units: readonly Unit[],
  { low, high }: Pick<Numbers, 'low' | 'high'>,
  minimum: number,
): (side: Side) => boolean {
  return (side) => {
    const [sign, most] = side === 'better' ? [1, high] : [-1, -low];
    if (minimum === 0 || most >= minimum - rounding) return false;
    return isMeanBelow(
      units.map(({ base, other }) => sign * (other - base)),
      minimum,
    );
  };
}

interface SidedFound extends Found {
  /** Which model it is sure to favor. */
  side?: Side;
}

/** Returns what they have in common; the first says the most. */
function agreed([found, ...others]: [SidedFound, ...SidedFound[]]): Found {
  const { side, kind, why, isAtLeast } = found;
  const isAtLeastAll = isAtLeast && others.every((other) => other.isAtLeast && other.side === side);
  if (others.every((other) => other.kind === kind && other.side === side))
    return { kind, ...(why && { why }), ...(isAtLeastAll && { isAtLeast }) };
  if (side && others.every((other) => other.side === side)) return { kind: side };
  return { kind: 'unclear', why: 'lost' };
}

function judge(
  { difference, low, high, p, isWithin }: Pick<VerdictCounts, 'difference'> & Numbers,
  minimum: number,
  isBelow: (side: Side) => boolean,
): SidedFound {
  const leavesOutZero = low > rounding || high < -rounding;
  if (p < significance && leavesOutZero) {
    const side = difference > 0 ? 'better' : 'worse';
    if (isBelow(side)) return { kind: 'belowMinimum', side };
    const least = side === 'better' ? low : -high;
    return { kind: side, side, ...(minimum > 0 && least >= minimum - rounding && { isAtLeast: true }) };
  }
  if (isWithin) return { kind: 'equivalent' };
  return { kind: 'unclear', ...(leavesOutZero && { why: 'exactTest' as const }) };
}

function countsOf(units: readonly Unit[]): Omit<VerdictCounts, 'lost' | 'limited' | 'refused'> {
  const counts = { better: 0, worse: 0, equal: 0, squares: 0 };
  let [sum, both] = [0, 0];
  for (const { base, other } of units) {
    const difference = other - base;
    sum += difference;
    counts.squares += difference ** 2;
    counts[difference > 0 ? 'better' : difference < 0 ? 'worse' : 'equal'] += 1;
    if (base + other === 2) both += 1;
  }
  const difference = units.length === 0 ? 0 : sum / units.length;
  return { ...counts, difference, ...(isYesOrNo(units) && { both }) };
}
