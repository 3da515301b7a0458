/**
 * Returns how probable a value of Student's t distribution at least as far from 0 as `t` is. `freedom`: a whole number of degrees of
 * freedom. Source: M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions" (1964), 26.7.3 and 26.7.4; exact to about 15
 * decimal places.
 */
export function studentTail(t: number, freedom: number): number {
  const angle = Math.atan(Math.abs(t) / Math.sqrt(freedom));
  const isOdd = freedom % 2 === 1;
  const square = Math.cos(angle) ** 2;
  let sum = 0;
  let term = isOdd ? Math.cos(angle) : 1;
  for (let power = isOdd ? 1 : 0; power <= freedom - 2; power += 2) {
    sum += term;
    term *= (square * (power + 1)) / (power + 2);
  }
  const within = isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
  return Math.max(0, 1 - within);
}

function meanWithError(values: readonly number[]): { mean: number; error: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (values.length - 1) / values.length) };
}

/**
 * Returns the mean of some values with its 95 % interval: mean ± t₀.₉₇₅ · s / √n, with n − 1 degrees of freedom. Source: "Student",
 * "The probable error of a mean", Biometrika 6 (1908), 1–25. The values lie from `least` to 1, so the limits do, too.
 */
export function meanInterval(
  values: readonly number[],
  least: number,
): { mean: number; low: number; high: number } {
  const { mean, error } = meanWithError(values);
  if (values.length < 2) return { mean: values.length === 0 ? 0 : mean, low: least, high: 1 };
  const half = error * quantile(values.length - 1);
  return { mean, low: Math.max(least, mean - half), high: Math.min(1, mean + half) };
}

/** Returns the p of the two-sided t test of "the mean of these values is 0". */
export function meanTest(values: readonly number[]): number {
  const { mean, error } = meanWithError(values);
  return mean === 0 ? 1 : studentTail(mean / error, values.length - 1);
}

/** Returns the 97.5 % quantile of Student's t distribution, by bisection. */
export function quantile(freedom: number): number {
  let [low, high] = [1.9, 13];
  while (high - low > 1e-12) {
    const middle = (low + high) / 2;
    if (studentTail(middle, freedom) > 0.05) low = middle;
    else high = middle;
  }
  return high;
}
