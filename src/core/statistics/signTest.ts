/**
 * Returns the exact two-sided sign test: how probable a difference at least as large is if both are equally good. Ties don't
 * count. Over the pairs that differ in yes or no, this is McNemar's exact test.
 */
export function signTest(wins: number, losses: number): number {
  const count = wins + losses;
  let sum = 0;
  // As logarithms, since 2^-count is 0 for a computer from 1,075 votes on.
  let logarithm = -count * Math.LN2;
  for (let fewer = 0; fewer <= Math.min(wins, losses); fewer++) {
    if (fewer > 0) logarithm += Math.log((count - fewer + 1) / fewer);
    sum += Math.exp(logarithm);
  }
  return Math.min(1, 2 * sum);
}
