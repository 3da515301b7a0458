import { chiSquareTail } from './chiSquare.ts';
import { holm } from './holm.ts';
import { isYesOrNo, pairedTest, type Unit } from './pairedTest.ts';
import type { Interval } from './rates.ts';

export interface TagDifferences {
  /** Of "the difference is the same whatever the tag". 1 with fewer than two tags. */
  p: number;
  /** Of each tag, in their order: the p of its own paired test after Holm, and the 95% interval of its difference. */
  tags: { p: number; interval: Interval }[];
}

/**
 * Says whether the difference of two models depends on the tag, and what it is for each. From each tag's m units with differences d, after
 * A. Agresti and Y. Min, "Simple improved confidence intervals for comparing matched proportions", Statistics in Medicine 24 (2005),
 * 729–740, and W. G. Cochran, "The combination of estimates from different experiments", Biometrics 10 (1954), 101–129:
 *
 *     d̂ₜ = Σ d / (m + 2),   vₜ = ((Σ d² + 2) / (m + 2) − d̂ₜ²) / (m + 2),   Q = Σ (d̂ₜ − d̂)² / vₜ,   d̂ = Σ (d̂ₜ / vₜ) / Σ (1 / vₜ)
 *
 * Q is compared with χ² of T − 1 degrees of freedom. If a unit, which is then the same object, has several tags, Q isn't used: each tag is
 * compared with the units without it, z = (d̂ₜ − d̂) / √(vₜ + v), and the smallest p after Holm stands for Q's. If any unit's score lies between 0 and 1,
 * all intervals are those of means.
 */
export function tagDifferences(
  tags: readonly { units: readonly Unit[] }[],
  isOverlapping = false,
): TagDifferences {
  const hasMeans = tags.some(({ units }) => !isYesOrNo(units));
  const tests = tags.map(({ units }) => pairedTest(units, 1, hasMeans));
  const adjusted = holm(tests.map(({ p }) => p));
  const sums = tags.map(({ units }) => sumsOf(units));
  return {
    p:
      tags.length < 2
        ? 1
        : isOverlapping
          ? againstRest(sums, sumsOf(new Set(tags.flatMap(({ units }) => units))))
          : amongAll(sums),
    tags: tests.map(({ low, high }, at) => ({ p: adjusted[at] ?? 1, interval: [low, high] })),
  };
}

/** How many units there are, with the sum of their differences, and of their squares. */
interface Sums {
  count: number;
  sum: number;
  squares: number;
}

function sumsOf(units: Iterable<Unit>): Sums {
  const sums = { count: 0, sum: 0, squares: 0 };
  for (const { base, other } of units) {
    sums.count += 1;
    sums.sum += other - base;
    sums.squares += (other - base) ** 2;
  }
  return sums;
}

function estimateOf({ count, sum, squares }: Sums): { difference: number; variance: number } {
  const difference = sum / (count + 2);
  return { difference, variance: ((squares + 2) / (count + 2) - difference ** 2) / (count + 2) };
}

function amongAll(tags: readonly Sums[]): number {
  const estimates = tags.map(estimateOf);
  const total = (of: (one: (typeof estimates)[number]) => number) =>
    estimates.reduce((sum, one) => sum + of(one), 0);
  const mean =
    total(({ difference, variance }) => difference / variance) / total(({ variance }) => 1 / variance);
  const q = total(({ difference, variance }) => (difference - mean) ** 2 / variance);
  return chiSquareTail(q, tags.length - 1);
}

function againstRest(tags: readonly Sums[], all: Sums): number {
  const ps = tags.map((own) => {
    const { count, sum, squares } = own;
    const rest = { count: all.count - count, sum: all.sum - sum, squares: all.squares - squares };
    const [one, other] = [estimateOf(own), estimateOf(rest)];
    return chiSquareTail((one.difference - other.difference) ** 2 / (one.variance + other.variance), 1);
  });
  return Math.min(...holm(ps));
}
