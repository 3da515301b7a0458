import assert from 'node:assert/strict';
import { verdictInWorker } from '../../../../../src/core/promptSets/report/verdictInWorker.ts';
import { pairedVerdict } from '../../../../../src/core/promptSets/verdict/pairedVerdict.ts';
import {
  type PackedPairs,
  pairBits,
  unpackedPairs,
} from '../../../../../src/core/promptSets/worker/packedPairs.ts';
import { longestTurnOf } from '../../../cpuTime.ts';

/** So many pairs; of `size` each that share a unit, one in 50 is lost and one in 30 has a cut answer. */
function packed(count: number, size = 1): PackedPairs {
  const bits = Uint8Array.from({ length: count }, (_, at) => {
    const passed = at % 3 > 0 ? pairBits.base : 0;
    const other = at % 3 > 0 || at % 7 === 0 ? pairBits.other : 0;
    return passed | other | (at % 50 === 0 ? pairBits.isLost : 0) | (at % 30 === 0 ? pairBits.isCut : 0);
  });
  return { units: Uint32Array.from({ length: count }, (_, at) => Math.floor(at / size)), bits };
}

describe('A verdict that a worker computes', () => {
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
        assert.deepEqual(await verdictInWorker(packed(count, size), options), here);
      }
    });

  it('blocks nothing, however many prompts there are', async () => {
    const pairs = packed(100_000);
    await verdictInWorker(packed(10), {});
    let counted = 0;
    const longest = await longestTurnOf(async () => {
      const { equal, better, worse } = await verdictInWorker(pairs, {});
      counted = equal + better + worse;
    });
    assert.ok(longest < 50, `${longest} ms`);
    assert.equal(counted, 98_000);
    assert.equal(pairs.bits.length, 0, 'The arrays were handed over.');
  });
});
