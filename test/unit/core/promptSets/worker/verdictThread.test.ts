import assert from 'node:assert/strict';
import { pairedVerdict } from '../../../../../src/core/promptSets/verdict/pairedVerdict.ts';
import {
  emptyBit,
  limitedBit,
  type PackedPairs,
  pairBits,
  passedBit,
  unknownBit,
  unpackedPairs,
} from '../../../../../src/core/promptSets/worker/packedPairs.ts';
import { VerdictThread } from '../../../../../src/core/promptSets/worker/verdictThread.ts';
import { longestTurnOf } from '../../../cpuTime.ts';

/**
 * So many pairs, of `size` each that share a unit. One in 50 is lost, one in 30 ended at the token limit, one in 40 is empty, one in 70
 * refused by both.
 */
function packed(count: number, size = 1): PackedPairs {
  const bits = Uint16Array.from({ length: count }, (_, at) => {
    const base =
      (at % 3 > 0 ? passedBit : 0) | (at % 50 === 0 ? unknownBit : 0) | (at % 40 === 0 ? emptyBit : 0);
    const other = (at % 3 > 0 || at % 7 === 0 ? passedBit : 0) | (at % 30 === 0 ? limitedBit : 0);
    return pairBits(base, other, at % 70 === 0);
  });
  return { units: Uint32Array.from({ length: count }, (_, at) => Math.floor(at / size)), bits };
}

describe('A verdict that a thread computes', () => {
  const thread = new VerdictThread();

  for (const [count, size] of [
    [0, 1],
    [9, 1],
    [200, 1],
    [600, 3],
    [6000, 3],
  ] as const)
    it(`is the same as without one, for ${count} pairs of units of ${size}`, async () => {
      for (const options of [{}, { minimumDifference: 0.2, seed: 7, lost: 3 }]) {
        const here = pairedVerdict(unpackedPairs(packed(count, size)), options);
        assert.deepEqual(await thread.verdict(packed(count, size), options), here);
      }
    });

  it('blocks nothing, however many prompts there are', async () => {
    const pairs = packed(100_000);
    await thread.verdict(packed(10), {});
    let counted = 0;
    const longest = await longestTurnOf(async () => {
      const { equal, better, worse } = await thread.verdict(pairs, {});
      counted = equal + better + worse;
    });
    assert.ok(longest < 50, `${longest} ms`);
    assert.equal(
      counted,
      unpackedPairs(packed(100_000)).filter(
        ({ base, isRefusedByBoth }) => base !== undefined && !isRefusedByBoth,
      ).length,
    );
    assert.equal(pairs.bits.length, 0, 'The arrays were handed over.');
  });
});
