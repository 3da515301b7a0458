import { type Interval, z } from './rates.ts';

/** A half width below this comes from rounding alone. */
const rounding = 1e-6;

/** How far two raters agree beyond chance. */
export interface RaterAgreement {
  /** 1 is always, 0 no more than by chance. */
  kappa: number;
  /** Its 95% interval; absent if the formula gives it no width, as where they always agree. */
  interval?: Interval;
  /** The share of units on which they say the same. */
  share: number;
  units: number;
}

/**
 * Returns Cohen's kappa of two raters' choices for the same units, with its 95% interval; `undefined` without any, or if both always
 * chose the same one, where chance alone agrees. Sources: J. Cohen, "A coefficient of agreement for nominal scales", Educational and
 * Psychological Measurement 20 (1960), 37–46; the variance is that of J. L. Fleiss, J. Cohen and B. S. Everitt, "Large sample standard
 * errors of kappa and weighted kappa", Psychological Bulletin 72 (1969), 323–327, formula 13:
 *
 *     (Σ pᵢᵢ (1 − (pᵢ. + p.ᵢ)(1 − κ))² + (1 − κ)² Σ pᵢⱼ (p.ᵢ + pⱼ.)² − (κ − pₑ (1 − κ))²) / (n (1 − pₑ)²)
 */
export function cohensKappa(
  pairs: readonly (readonly [one: string, other: string])[],
): RaterAgreement | undefined {
  const units = pairs.length;
  const choices = [...new Set(pairs.flat())];
  const share = (of: (pair: readonly [string, string]) => boolean) => pairs.filter(of).length / units;
  const ones = new Map(choices.map((choice) => [choice, share(([one]) => one === choice)]));
  const others = new Map(choices.map((choice) => [choice, share(([, other]) => other === choice)]));
  const one = (choice: string) => ones.get(choice) ?? 0;
  const other = (choice: string) => others.get(choice) ?? 0;
  const byChance = choices.reduce((sum, choice) => sum + one(choice) * other(choice), 0);
  if (units === 0 || byChance === 1) return undefined;
  const agreed = share(([first, second]) => first === second);
  const kappa = (agreed - byChance) / (1 - byChance);
  let sum = -((kappa - byChance * (1 - kappa)) ** 2);
  for (const row of choices)
    for (const column of choices) {
      const cell = share(([first, second]) => first === row && second === column);
      sum +=
        row === column
          ? cell * (1 - (one(row) + other(row)) * (1 - kappa)) ** 2
          : cell * (1 - kappa) ** 2 * (other(row) + one(column)) ** 2;
    }
  const half = z * Math.sqrt(Math.max(0, sum) / (units * (1 - byChance) ** 2));
  const interval: Interval = [Math.max(-1, kappa - half), Math.min(1, kappa + half)];
  return { kappa, ...(half > rounding && { interval }), share: agreed, units };
}
