/** Up to so many units, all ways to flip their signs are tried. */
const maxExact = 16;

const randomFlips = 10_000;

/**
 * Returns the p of the two-sided sign-flip test: how many of the ways to flip the signs of the units' differences bring their mean at
 * least as far from 0. It tries all ways up to 16 units that differ (the others change nothing), else 10,000 that `seed` determines.
 * Sources: R. A. Fisher, "The Design of Experiments" (1935), section 21; for random ways, (count + 1) / (10,000 + 1): B. Phipson and
 * G. K. Smyth, Statistical Applications in Genetics and Molecular Biology 9 (2010), article 39. If all differences are 1 or −1, it is
 * the exact McNemar test.
 */
export function signFlipTest(differences: readonly number[], seed: number): number {
  const values = differences.filter((value) => value !== 0);
  const size = values.reduce((sum, value) => sum + Math.abs(value), 0);
  // Sums that are equal but for rounding count as equal.
  const least = Math.abs(values.reduce((sum, value) => sum + value, 0)) - size * 1e-12;
  if (values.length <= maxExact) return countFlips(values, 0, 0, least) / 2 ** values.length;
  const random = randomBits(seed);
  let count = 1;
  for (let flip = 0; flip < randomFlips; flip++) {
    let sum = 0;
    let bits = 0;
    for (const [at, value] of values.entries()) {
      if (at % 32 === 0) bits = random();
      sum += bits & 1 ? value : -value;
      bits >>>= 1;
    }
    if (Math.abs(sum) >= least) count += 1;
  }
  return count / (randomFlips + 1);
}

function countFlips(values: readonly number[], at: number, sum: number, least: number): number {
  const value = values[at];
  if (value === undefined) return Math.abs(sum) >= least ? 1 : 0;
  return countFlips(values, at + 1, sum + value, least) + countFlips(values, at + 1, sum - value, least);
}

/** Returns a source of 32 random bits each, which depend on the seed alone: mulberry32, by T. Ettinger, in the public domain. */
function randomBits(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
