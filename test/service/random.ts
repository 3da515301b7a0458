/** 32 bits of FNV-1a: the same text gives the same number on every machine. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

/** Numbers in [0, 1) that depend only on the seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Picks one of the choices; `random` is in [0, 1). */
export function pick<T>(random: () => number, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0];
}

/** A made-up commit hash of 40 hex digits. */
export function sampleRevision(name: string): string {
  const parts = [1, 2, 3, 4, 5].map((part) => hashText(`${part}:${name}`).toString(16).padStart(8, '0'));
  return parts.join('');
}
