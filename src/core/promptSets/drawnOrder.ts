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

/** Returns the numbers of prompts in the order of their units' ranks, what counts once together; yields every few thousand. */
export function* rankedPrompts(
  prompts: number,
  seed: number,
  unitOf: (prompt: number) => number,
): Generator<void, Float64Array> {
  // No two units have the same rank. One number for both is sorted without a comparison of ours; up to 2 million prompts it is exact.
  const parts = Array.from({ length: 128 }, (): number[] => []);
  for (let prompt = 0; prompt < prompts; prompt++) {
    const rank = rankOf(seed, unitOf(prompt));
    // A part for each value of the first seven bits.
    parts[rank >>> 25]?.push(rank * prompts + prompt);
    if (prompt % 4096 === 4095) yield;
  }
  const order = new Float64Array(prompts);
  let at = 0;
  for (const part of parts) {
    for (const key of Float64Array.from(part).sort()) order[at++] = key % prompts;
    yield;
  }
  return order;
}
