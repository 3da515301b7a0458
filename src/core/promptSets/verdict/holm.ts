import { significance, type Verdict } from './pairedVerdict.ts';

/**
 * Returns the p values adjusted for being several, in their order. Source: S. Holm, "A simple sequentially rejective multiple test
 * procedure", Scandinavian Journal of Statistics 6 (1979), 65–70: of m values, the i-th smallest is multiplied by m − i + 1; none
 * becomes smaller than the one before it, or larger than 1.
 */
export function holm(p: readonly number[]): number[] {
  const adjusted = p.map(() => 1);
  let largest = 0;
  const order = p.map((value, at) => ({ value, at })).sort((one, other) => one.value - other.value);
  for (const [rank, { value, at }] of order.entries()) {
    largest = Math.max(largest, value * (p.length - rank));
    adjusted[at] = Math.min(1, largest);
  }
  return adjusted;
}

/** A verdict by checks or by ratings. */
type Judged = Pick<Verdict, 'kind' | 'why' | 'p' | 'holmP'>;

/**
 * Returns the verdicts on several models against one base, with their adjusted p: one where that is not significant becomes `unclear`. A
 * pair that can't be judged takes no part. The intervals stay each pair's own.
 */
export function verdictsTogether<V extends Judged>(verdicts: readonly V[]): V[] {
  const judged = verdicts.filter(({ kind }) => kind !== 'none' && kind !== 'notFinal');
  if (judged.length < 2) return [...verdicts];
  const adjusted = holm(judged.map(({ p }) => p));
  return verdicts.map((verdict) => {
    const holmP = adjusted[judged.indexOf(verdict)];
    if (holmP === undefined) return verdict;
    const isUnclear = verdict.kind !== 'unclear' && holmP >= significance;
    return { ...verdict, ...(isUnclear && { kind: 'unclear' as const, why: 'holm' as const }), holmP };
  });
}
