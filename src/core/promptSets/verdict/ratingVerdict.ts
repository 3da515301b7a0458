import { signTest, wilson } from '../../statistics/index.ts';
import { fewestUnits, significance } from './pairedVerdict.ts';

/** What a person preferred on one prompt. */
export interface RatedPair {
  /** The prompt, or the group it belongs to: the ratings of one unit count once, as what most of them say. */
  unit: number;
  preferred: 'base' | 'other' | 'tie' | 'skipped';
}

/** Numbers are of units; shares are from 0 to 1. */
export interface RatingVerdict {
  /** `none`: fewer than 10 units were rated. `notFinal`: of a judge that has more to judge. */
  kind: 'better' | 'worse' | 'unclear' | 'notFinal' | 'none';
  /**
   * Why it is unclear although the interval leaves out a half: `exactTest`, p is 0.05 or more; `skipped`, what was skipped could change
   * it; `length`, a judge's liking of length could be all of it; `holm`, it is so as one of several.
   */
  why?: 'fewUnits' | 'exactTest' | 'skipped' | 'length' | 'holm';
  /** The other was preferred, the base was, neither was. */
  better: number;
  worse: number;
  ties: number;
  /** How often the other was preferred if one was, with its 95% interval. */
  share: number;
  low: number;
  high: number;
  p: number;
  /** `p` as one of several verdicts against one base; absent for a single one. */
  holmP?: number;
}

/**
 * Says whether a person preferred one model's answers, by the exact two-sided sign test over the units where one was preferred
 * (`signTest`; W. J. Dixon and A. M. Mood, "The statistical sign test", JASA 41 (1946), 557–566, who leave ties out) and the Wilson
 * interval of the other's share of them (`wilson`). As with checks, a verdict needs both. It must hold, too, if all that was skipped had
 * gone to the one, or to the other: whoever skips what is hard to say may skip one model's wins.
 */
export function ratingVerdict(ratings: readonly RatedPair[]): RatingVerdict {
  const found = verdictOf(ratings);
  const isSkipped = ratings.some(({ preferred }) => preferred === 'skipped');
  if (!isSkipped || (found.kind !== 'better' && found.kind !== 'worse')) return found;
  const turned = (['base', 'other'] as const).map((side) =>
    verdictOf(ratings.map((one) => (one.preferred === 'skipped' ? { ...one, preferred: side } : one))),
  );
  const holds = turned.every(({ kind }) => kind === found.kind);
  return holds ? found : { ...found, kind: 'unclear', why: 'skipped' };
}

function verdictOf(ratings: readonly RatedPair[]): RatingVerdict {
  const sums = new Map<number, number>();
  for (const { unit, preferred } of ratings)
    if (preferred !== 'skipped')
      sums.set(unit, (sums.get(unit) ?? 0) + { base: -1, tie: 0, other: 1 }[preferred]);
  const units = [...sums.values()];
  const better = units.filter((sum) => sum > 0).length;
  const worse = units.filter((sum) => sum < 0).length;
  const decided = better + worse;
  const [low, high] = wilson(better, decided);
  const share = decided === 0 ? 0.5 : better / decided;
  const p = signTest(better, worse);
  const verdict = { better, worse, ties: units.length - decided, share, low, high, p };
  if (units.length < fewestUnits) return { kind: 'none', why: 'fewUnits', ...verdict };
  if (low <= 0.5 && high >= 0.5) return { kind: 'unclear', ...verdict };
  if (p >= significance) return { kind: 'unclear', why: 'exactTest', ...verdict };
  return { kind: share > 0.5 ? 'better' : 'worse', ...verdict };
}
