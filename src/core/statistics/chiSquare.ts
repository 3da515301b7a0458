/**
 * Returns how probable a value of the χ² distribution at least as large as `x` is. `freedom`: a whole number of degrees of freedom, from 1.
 * Source: M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions" (1964), 26.4.4 and 26.4.5. With 1, it is the chance that a
 * standard normal value is at least as far from 0 as √x.
 */
export function chiSquareTail(x: number, freedom: number): number {
  if (x <= 0) return 1;
  const half = x / 2;
  const isOdd = freedom % 2 === 1;
  let tail = isOdd ? complementaryError(Math.sqrt(half)) : 0;
  // As logarithms: e^-half alone may be 0 for a computer. The first is that of half^½ / Γ(3/2), or of 1.
  let logarithm = isOdd ? Math.log(2 * Math.sqrt(half / Math.PI)) : 0;
  for (let power = isOdd ? 0.5 : 0; power <= freedom / 2 - 1; power++) {
    tail += Math.exp(logarithm - half);
    logarithm += Math.log(half / (power + 1));
  }
  return Math.min(1, tail);
}

/** Returns erfc(x) of a positive number: by its power series (7.1.6), and where that cancels out by its continued fraction (7.1.14). */
function complementaryError(x: number): number {
  const scale = (2 / Math.sqrt(Math.PI)) * Math.exp(-(x ** 2));
  if (x < 2) {
    let [sum, term] = [0, x];
    for (let n = 1; term > 1e-17; n++) {
      sum += term;
      term *= (2 * x ** 2) / (2 * n + 1);
    }
    return 1 - scale * sum;
  }
  let fraction = x;
  for (let n = 60; n > 0; n--) fraction = x + n / 2 / fraction;
  return scale / 2 / fraction;
}
