/** The 97.5% quantile of the normal distribution: all intervals are 95% ones. */
export const z = 1.959963984540054;

/** The limits of a 95% interval. */
export type Interval = [low: number, high: number];

/**
 * Returns the Wilson score interval of a rate. Source: E. B. Wilson, "Probable inference, the law of succession, and statistical
 * inference", JASA 22 (1927), 209–212; in R. G. Newcombe, Statistics in Medicine 17 (1998), 857–872, it is method 3:
 *
 *     (2np + z² ± z √(z² + 4np(1 − p))) / (2 (n + z²))
 */
export function wilson(passed: number, of: number): Interval {
  if (of === 0) return [0, 1];
  const middle = 2 * passed + z ** 2;
  const half = z * Math.sqrt(z ** 2 + 4 * passed * (1 - passed / of));
  const twice = 2 * (of + z ** 2);
  // Rounding would leave the limit a hair beside 0 or 1.
  const low = passed === 0 ? 0 : (middle - half) / twice;
  return [low, passed === of ? 1 : (middle + half) / twice];
}

/** How many pairs passed with both, with the other alone, with the base alone, and with neither. */
export interface PairedTable {
  both: number;
  onlyOther: number;
  onlyBase: number;
  neither: number;
}

/**
 * Returns the 95% interval of the difference of two paired rates, other minus base. Source: R. G. Newcombe, "Improved confidence
 * intervals for the difference between binomial proportions based on paired data", Statistics in Medicine 17 (1998), 2635–2650,
 * method 10. With the Wilson limits l₁, u₁ of the other's rate p₁ and l₂, u₂ of the base's rate p₂:
 *
 *     low  = p₁ − p₂ − √((p₁ − l₁)² − 2φ(p₁ − l₁)(u₂ − p₂) + (u₂ − p₂)²)
 *     high = p₁ − p₂ + √((u₁ − p₁)² − 2φ(u₁ − p₁)(p₂ − l₂) + (p₂ − l₂)²)
 *
 * where φ is the pairs' correlation, as `correlation` returns it.
 */
export function newcombe(table: PairedTable): Interval {
  const { both, onlyOther, onlyBase, neither } = table;
  const [otherPassed, basePassed] = [both + onlyOther, both + onlyBase];
  const count = otherPassed + onlyBase + neither;
  if (count === 0) return [-1, 1];
  const [other, base] = [otherPassed / count, basePassed / count];
  const [otherLow, otherHigh] = wilson(otherPassed, count);
  const [baseLow, baseHigh] = wilson(basePassed, count);
  const phi = correlation(table);
  const distance = (one: number, two: number) => Math.sqrt(one ** 2 - 2 * phi * one * two + two ** 2);
  const difference = (onlyOther - onlyBase) / count;
  return [
    difference - distance(other - otherLow, baseHigh - base),
    difference + distance(otherHigh - other, base - baseLow),
  ];
}

/**
 * Returns φ for `newcombe`: with the table's counts a, b, c, d in its order, it is max(ad − bc − n/2, 0) if ad > bc, else ad − bc, divided
 * by √((a + b)(c + d)(a + c)(b + d)), or 0 if that root is 0.
 */
export function correlation({ both, onlyOther, onlyBase, neither }: PairedTable): number {
  const products = both * neither - onlyOther * onlyBase;
  const root = Math.sqrt(
    (both + onlyOther) * (onlyBase + neither) * (both + onlyBase) * (onlyOther + neither),
  );
  const half = (both + onlyOther + onlyBase + neither) / 2;
  const corrected = products > 0 ? Math.max(products - half, 0) : products;
  return root === 0 ? 0 : corrected / root;
}
