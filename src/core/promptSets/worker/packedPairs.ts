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

/** Of one side; `otherSide` moves them to the other's. */
export const sideBits = { passed: 1, isUnknown: 2, isLimited: 4, isEmpty: 8 };
const otherSide = 4;
const isRefusedByBoth = 1 << (2 * otherSide);
const isFlakyPrompt = isRefusedByBoth << 1;

/** Returns the bits of a pair from those of its sides. */
export function pairBits(base: number, other: number, isRefused: boolean, isFlaky = false): number {
  return base | (other << otherSide) | (isRefused ? isRefusedByBoth : 0) | (isFlaky ? isFlakyPrompt : 0);
}

export function unpackedPairs({ units, bits }: PackedPairs): ScoredPair[] {
  return Array.from(units, (unit, at) => {
    const own = bits[at] ?? 0;
    const score = (side: number) => ((side & sideBits.isUnknown) === 0 ? side & sideBits.passed : undefined);
    const pair: ScoredPair = { unit, base: score(own), other: score(own >> otherSide) };
    if (own & sideBits.isLimited) pair.isBaseLimited = true;
    if ((own >> otherSide) & sideBits.isLimited) pair.isOtherLimited = true;
    if (own & sideBits.isEmpty) pair.isBaseEmpty = true;
    if ((own >> otherSide) & sideBits.isEmpty) pair.isOtherEmpty = true;
    if (own & isRefusedByBoth) pair.isRefusedByBoth = true;
    if (own & isFlakyPrompt) pair.isFlaky = true;
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
