/** What a person says of the two answers in sight. */
export type SideChoice = 'left' | 'right' | 'tie';

/**
 * Returns a number below 2^32 that follows from a round's seed and a prompt's number. A round shows its prompts in ascending order of
 * it: neither tells anything of the set's own order, and a prompt that is answered later takes its place among the others.
 */
export function rankOf(seed: number, prompt: number): number {
  return mixed(seed ^ mixed(prompt + 1));
}

/** Returns whose answer stands on the left. */
export function leftOf(seed: number, prompt: number): 'base' | 'other' {
  return mixed(rankOf(seed, prompt) ^ 0x9e3779b9) & 1 ? 'base' : 'other';
}

/** The finalizer of MurmurHash3, by A. Appleby, in the public domain: each bit in changes each bit out about half the time. */
function mixed(number: number): number {
  let hash = number >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
