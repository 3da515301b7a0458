/** The exact test takes as many steps as the product of this and of the units, at most. */
const maxSteps = 10_000;

/** Of so many units that differ, signs are flipped at random if the exact test takes too long. */
const maxFlipped = 1000;

const randomFlips = 10_000;

/** Whether `signFlip` takes these: it is exact, or draws flips of at most 1,000 units that differ. Beyond, see `meanTest`. */
export function canFlip(differences: readonly number[]): boolean {
  const values = differences.filter((value) => value !== 0);
  return values.length <= maxFlipped || wholeOf(values) !== undefined;
}

/**
 * Returns the p of the two-sided sign-flip test: how many of the ways to flip the signs of the units' differences bring their mean at
 * least as far from 0. It counts all ways if the differences, as whole parts of a common denominator, add up to 10,000 parts at most: by
 * the distribution of their sums, one unit after the other. Else it draws 10,000 ways that `seed` determines. Sources: R. A. Fisher,
 * "The Design of Experiments" (1935), section 21; for the sums, M. Pagano and D. Tritchler, "On obtaining permutation distributions in
 * polynomial time", JASA 78 (1983), 435–440; for random ways, (count + 1) / (10,000 + 1): B. Phipson and G. K. Smyth, Statistical
 * Applications in Genetics and Molecular Biology 9 (2010), article 39. If all differences are 1 or −1, it is the exact McNemar test.
 */
export function signFlip(differences: readonly number[], seed = 1): number {
  const values = differences.filter((value) => value !== 0);
  const whole = wholeOf(values);
  return whole ? exactFlip(whole) : randomFlip(values, seed);
}

/** Returns the differences in parts of their least common denominator; `undefined` if those were too many. */
function wholeOf(values: readonly number[]): number[] | undefined {
  for (let parts = 1; parts * values.length <= maxSteps; parts++) {
    const whole = values.map((value) => Math.round(value * parts));
    // Means of up to some thousand answers, but for rounding.
    if (values.every((value, at) => Math.abs(value * parts - (whole[at] ?? 0)) < 1e-9)) return whole;
  }
  return undefined;
}

/** By symmetry, twice the chance that those that are flipped add up to no more than the fewer of the two sides do. */
function exactFlip(whole: readonly number[]): number {
  const size = whole.reduce((sum, value) => sum + Math.abs(value), 0);
  const found = Math.abs(whole.reduce((sum, value) => sum + value, 0));
  if (found === 0) return 1;
  const most = (size - found) / 2;
  const chances = new Float64Array(most + 1);
  chances[0] = 1;
  for (const value of whole) {
    const step = Math.abs(value);
    for (let sum = most; sum >= 0; sum--)
      chances[sum] = ((chances[sum] ?? 0) + (sum < step ? 0 : (chances[sum - step] ?? 0))) / 2;
  }
  return Math.min(1, 2 * chances.reduce((sum, chance) => sum + chance, 0));
}

function randomFlip(values: readonly number[], seed: number): number {
  const size = values.reduce((sum, value) => sum + Math.abs(value), 0);
  // Sums that are equal but for rounding count as equal.
  const least = Math.abs(values.reduce((sum, value) => sum + value, 0)) - size * 1e-12;
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
