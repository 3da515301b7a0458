import { holm } from '../../statistics/index.ts';
import { isJudged, significance, type Verdict } from './pairedVerdict.ts';
import type { RatingVerdict } from './ratingVerdict.ts';

/**
 * Returns the verdicts by checks on several models against one base, with their adjusted p: one where that is not significant becomes
 * `equivalent` or `unclear`. A pair that can't be judged takes no part. The intervals stay each pair's own.
 */
export function verdictsTogether(verdicts: readonly Verdict[]): Verdict[] {
  const adjusted = adjustedOf(verdicts);
  return verdicts.map((verdict, at) => {
    const holmP = adjusted[at];
    if (holmP === undefined || !isJudged(verdict)) return verdict;
    if (!isSure(verdict) || holmP < significance) return { ...verdict, holmP };
    const { isAtLeast: _, ...rest } = verdict;
    return verdict.isWithin
      ? { ...rest, kind: 'equivalent', holmP }
      : { ...rest, kind: 'unclear', why: 'holm', holmP };
  });
}

/** The same of verdicts by ratings. */
export function ratingsTogether(verdicts: readonly RatingVerdict[]): RatingVerdict[] {
  const adjusted = adjustedOf(verdicts);
  return verdicts.map((verdict, at) => {
    const holmP = adjusted[at];
    if (holmP === undefined) return verdict;
    const isUnclear = isSure(verdict) && holmP >= significance;
    return { ...verdict, ...(isUnclear && { kind: 'unclear' as const, why: 'holm' as const }), holmP };
  });
}

type Judged = Pick<Verdict | RatingVerdict, 'kind' | 'p'>;

function isSure({ kind }: Judged): boolean {
  return kind === 'better' || kind === 'worse' || kind === 'belowMinimum';
}

/** Returns each p adjusted for being one of those that there are; none if there is only one, or of what can't be judged. */
function adjustedOf(verdicts: readonly Judged[]): (number | undefined)[] {
  const own = verdicts.map(({ kind, p }) => (kind === 'none' || kind === 'notFinal' ? undefined : p));
  const all = own.filter((p) => p !== undefined);
  const adjusted = holm(all);
  let next = 0;
  return own.map((p) => (p === undefined || all.length < 2 ? undefined : adjusted[next++]));
}
