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
