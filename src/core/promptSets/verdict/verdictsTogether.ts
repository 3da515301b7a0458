import { holm } from '../../statistics/index.ts';
import type { CorrectedVerdict } from './correctedVerdict.ts';
import { isJudged, significance, type Verdict } from './pairedVerdict.ts';
import type { RatingVerdict } from './ratingVerdict.ts';

/**
 * Returns what was judged by checks of several models against one base, with their adjusted p: one where that is not significant becomes
 * `equivalent` or `unclear`. A pair that can't be judged takes no part. The intervals stay each pair's own.
 */
export function verdictsTogether<T extends { verdict: Verdict }>(judged: readonly T[]): T[] {
  return withAdjusted<T, Verdict>(judged, (verdict, holmP) => {
    if (!isJudged(verdict)) return verdict;
    if (!isSure(verdict) || holmP < significance) return { ...verdict, holmP };
    const { isAtLeast: _, ...rest } = verdict;
    return verdict.isWithin
      ? { ...rest, kind: 'equivalent', holmP }
      : { ...rest, kind: 'unclear', why: 'holm', holmP };
  });
}

/** The same of what was judged by ratings, or by a judge that they correct. */
export function ratingsTogether<V extends RatingVerdict | CorrectedVerdict, T extends { verdict: V }>(
  judged: readonly T[],
): T[] {
  return withAdjusted<T, V>(judged, (verdict, holmP) => {
    const isUnclear = isSure(verdict) && holmP >= significance;
    return { ...verdict, ...(isUnclear && { kind: 'unclear' as const, why: 'holm' as const }), holmP };
  });
}

type Judged = Pick<Verdict | RatingVerdict | CorrectedVerdict, 'kind' | 'p'>;

function isSure({ kind }: Judged): boolean {
  return kind === 'better' || kind === 'worse' || kind === 'belowMinimum';
}

/** Adjusts each p for being one of those that there are: none if there is only one, or of what can't be judged. */
function withAdjusted<T extends { verdict: V }, V extends Judged>(
  judged: readonly T[],
  adjust: (verdict: V, holmP: number) => V,
): T[] {
  const own = judged.map(({ verdict: { kind, p } }) =>
    kind === 'none' || kind === 'notFinal' ? undefined : p,
  );
  const all = own.filter((p) => p !== undefined);
  if (all.length < 2) return [...judged];
  const adjusted = holm(all).values();
  return judged.map((one, at) => {
    const holmP = own[at] === undefined ? undefined : adjusted.next().value;
    return holmP === undefined ? one : { ...one, verdict: adjust(one.verdict, holmP) };
  });
}
