import { isJudged, pairedVerdict, type Verdict, type VerdictOptions } from '../verdict/pairedVerdict.ts';
import type { ScoredPair } from '../verdict/scoredPair.ts';
import { type TaggedUnits, tagVerdicts } from '../verdict/tagVerdicts.ts';

/** Pairs of answers that pass or not, in arrays, which go to another thread without being copied. */
export interface PackedPairs {
  /** Each pair's unit, by any number. */
  units: Uint32Array<ArrayBuffer>;
  /** What `pairBits` says of it, summed up. */
  bits: Uint16Array<ArrayBuffer>;
  /** The tags of these units, by their numbers. */
  tagged?: TaggedUnits | undefined;
}

/** Of one side; they are moved by `otherSide` for the other's. */
export const passedBit = 1;
export const unknownBit = 2;
export const limitedBit = 4;
export const emptyBit = 8;
const otherSide = 4;
const refusedBit = 256;
const flakyBit = 512;
/** All that `pairBits` returns is within these. */
export const allPairBits = 1023;

/** Returns the bits of a pair from those of its sides. */
export function pairBits(base: number, other: number, isRefused: boolean, isFlaky = false): number {
  return base | (other << otherSide) | (isRefused ? refusedBit : 0) | (isFlaky ? flakyBit : 0);
}

export function unpackedPairs({ units, bits }: PackedPairs): ScoredPair[] {
  return Array.from(units, (unit, at) => {
    const own = bits[at] ?? 0;
    const score = (side: number) => ((side & unknownBit) === 0 ? side & passedBit : undefined);
    const pair: ScoredPair = { unit, base: score(own), other: score(own >> otherSide) };
    if (own & limitedBit) pair.isBaseLimited = true;
    if ((own >> otherSide) & limitedBit) pair.isOtherLimited = true;
    if (own & emptyBit) pair.isBaseEmpty = true;
    if ((own >> otherSide) & emptyBit) pair.isOtherEmpty = true;
    if (own & refusedBit) pair.isRefusedByBoth = true;
    if (own & flakyBit) pair.isFlaky = true;
    return pair;
  });
}

/** Returns what `pairedVerdict` says of these pairs, with that of each tag. */
export function packedVerdict(packed: PackedPairs, options: VerdictOptions): Verdict {
  const pairs = unpackedPairs(packed);
  const verdict = pairedVerdict(pairs, options);
  const { tagged } = packed;
  return tagged ? { ...verdict, tags: tagVerdicts(pairs, tagged, isJudged(verdict)) } : verdict;
}
