import type { ScoredPair } from '../verdict/pairedVerdict.ts';

/** Pairs of answers that pass or not, in arrays, which go to another thread without being copied. */
export interface PackedPairs {
  /** Each pair's unit, by any number. */
  units: Uint32Array<ArrayBuffer>;
  /** What `pairBits` says of it, summed up. */
  bits: Uint8Array<ArrayBuffer>;
}

export const pairBits = { base: 1, other: 2, isLost: 4, isCut: 8 };

export function unpackedPairs({ units, bits }: PackedPairs): ScoredPair[] {
  return Array.from(units, (unit, at) => {
    const has = (bit: number) => ((bits[at] ?? 0) & bit) !== 0;
    const pair: ScoredPair = {
      unit: String(unit),
      base: has(pairBits.base) ? 1 : 0,
      other: has(pairBits.other) ? 1 : 0,
    };
    if (has(pairBits.isLost)) pair.isLost = true;
    if (has(pairBits.isCut)) pair.isCut = true;
    return pair;
  });
}
