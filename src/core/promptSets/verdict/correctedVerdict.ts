import { type AnchoredMean, anchoredMean, meanOf, type RatedUnit } from '../../statistics/index.ts';

/** With fewer units that a person rated, a judge can't be corrected. */
export const fewestRated = 50;

/** So many more ratings are thought of when it is told what they would be worth. */
const moreRatings = 20;

/** What a judge said of a prompt, and what the person said of it if its place in the drawn order was reached. */
export interface CorrectedPair {
  /** The prompt, or the group it belongs to: the pairs of one unit count once, by their means. */
  unit: number;
  preferred: 'base' | 'other' | 'tie';
  person?: 'base' | 'other' | 'tie' | 'skipped';
}

/** A judge's verdict, corrected by a person's ratings. Shares are of the other, from 0 to 1, a tie being a half. */
export interface CorrectedVerdict {
  kind: 'better' | 'worse' | 'unclear';
  /** Why it is unclear although the interval leaves out a half: `skipped`, what was skipped could change it; `holm`, one of several. */
  why?: 'skipped' | 'holm';
  share: number;
  low: number;
  high: number;
  p: number;
  holmP?: number;
  /** How many units the judge judged, the person rated, and how many prompts were skipped. */
  units: number;
  rated: number;
  skipped: number;
  /** By how much, as a share, twenty more ratings would narrow the interval; absent if so many can't be rated. */
  narrower?: number;
}

const scores = { base: 0, tie: 0.5, other: 1 } as const;

/**
 * Says whether a model's answers are preferred, by a judge that a person's ratings correct (`anchoredMean`): without a half in the
 * interval. It must hold, too, if all that was skipped had gone to either side. `undefined` under fifty rated units. The rated prompts
 * must have been drawn at random.
 */
export function correctedVerdict(pairs: readonly CorrectedPair[]): CorrectedVerdict | undefined {
  if (pairs.filter(isRated).length < fewestRated) return undefined;
  const units = [...Map.groupBy(pairs, ({ unit }) => unit).values()];
  const judged = units.map((own) => meanOf(own.map(({ preferred }) => scores[preferred])));
  const found = ratedUnits(units, undefined);
  if (found.length < fewestRated) return undefined;
  const mean = anchoredMean(judged, found);
  const kind = kindOf(mean);
  const skipped = pairs.filter(({ person }) => person === 'skipped').length;
  const holds =
    kind === 'unclear' ||
    skipped === 0 ||
    [0, 1].every((score) => kindOf(anchoredMean(judged, ratedUnits(units, score))) === kind);
  const [low, high] = mean.interval;
  const isMorePossible = units.length - found.length >= moreRatings;
  return {
    ...(holds ? { kind } : { kind: 'unclear', why: 'skipped' }),
    ...{ share: mean.mean, low, high, p: mean.p },
    ...{ units: units.length, rated: found.length, skipped },
    ...(isMorePossible && { narrower: mean.narrower(moreRatings) }),
  };
}

/** Whether the person said which is better, or that neither is. */
export function isRated({ person }: CorrectedPair): boolean {
  return person !== undefined && person !== 'skipped';
}

/** Returns the units with a rating. `skippedAs`: the score of what was skipped; `undefined` leaves it out. */
function ratedUnits(
  units: readonly (readonly CorrectedPair[])[],
  skippedAs: number | undefined,
): RatedUnit[] {
  return units.flatMap((own) => {
    const rated = own.flatMap(({ preferred, person }) => {
      const score = person === 'skipped' ? skippedAs : person && scores[person];
      return score === undefined ? [] : [{ judge: scores[preferred], person: score }];
    });
    if (rated.length === 0) return [];
    return [
      { judge: meanOf(rated.map(({ judge }) => judge)), person: meanOf(rated.map(({ person }) => person)) },
    ];
  });
}

function kindOf({ interval: [low, high] }: AnchoredMean): 'better' | 'worse' | 'unclear' {
  return low > 0.5 ? 'better' : high < 0.5 ? 'worse' : 'unclear';
}
