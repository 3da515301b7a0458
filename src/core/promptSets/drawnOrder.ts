/**
 * Returns a number below 2^32 that follows from a seed and another number. What is taken in ascending order of it is in an order of its
 * own for each seed, and what comes later takes its place among the others.
 */
export function rankOf(seed: number, number: number): number {
  return mixed(seed ^ mixed(number + 1));
}

/** The finalizer of MurmurHash3, by A. Appleby, in the public domain: each bit in changes each bit out about half the time. */
export function mixed(number: number): number {
  let hash = number >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns the numbers of prompts in the order of their units' ranks, what counts once together. */
export function rankedPrompts(prompts: number, seed: number, unitOf: (prompt: number) => number): number[] {
  const ranks = Float64Array.from({ length: prompts }, (_, prompt) => rankOf(seed, unitOf(prompt)));
  const rank = (prompt: number) => ranks[prompt] ?? 0;
  return Array.from({ length: prompts }, (_, prompt) => prompt).sort(
    (one, other) => rank(one) - rank(other) || unitOf(one) - unitOf(other) || one - other,
  );
}
