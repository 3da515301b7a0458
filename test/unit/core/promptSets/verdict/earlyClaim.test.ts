import assert from 'node:assert/strict';
import { earlyClaim } from '../../../../../src/core/promptSets/verdict/earlyClaim.ts';
import { pairedVerdict } from '../../../../../src/core/promptSets/verdict/pairedVerdict.ts';
import type { ScoredPair } from '../../../../../src/core/promptSets/verdict/scoredPair.ts';
import { eValue } from '../../../../../src/core/statistics/index.ts';

/** Pairs by signs: + and - for a win of the other's or the base's, = for neither, ? and ! for an unknown other's or base's. */
function pairsOf(signs: string): ScoredPair[] {
  return [...signs].map((sign, at) => ({
    unit: at,
    base: sign === '!' ? undefined : sign === '-' ? 1 : 0,
    other: sign === '?' ? undefined : sign === '+' ? 1 : 0,
  }));
}

const claimOf = (signs: string, models = 1, pairs = signs.length) =>
  earlyClaim(pairsOf(signs), { pairs, models });

describe('What is clear before the end', () => {
  it('is found at the first look at which the e-value is over 40 for each model', () => {
    // Twelve wins: 37.0; thirteen: 59.2; fourteen: 95.8.
    assert.ok(eValue(12, 0) < 40 && eValue(13, 0) > 40 && eValue(13, 0) < 80 && eValue(14, 0) > 80);
    assert.equal(claimOf('+'.repeat(12)), undefined);
    assert.deepEqual(claimOf('+'.repeat(13)), { clear: 'better', pAtMost: 1 / eValue(13, 0) });
    assert.deepEqual(claimOf('-'.repeat(13))?.clear, 'worse');
    assert.equal(claimOf('+'.repeat(13), 2), undefined);
    assert.deepEqual(claimOf('+'.repeat(14), 2), { clear: 'better', pAtMost: 2 / eValue(14, 0) });
  });

  it('stays clear, by the largest of all looks', () => {
    assert.deepEqual(claimOf(`${'+'.repeat(13)}------`), { clear: 'better', pAtMost: 1 / eValue(13, 0) });
    assert.equal(claimOf(`------${'+'.repeat(13)}`), undefined);
  });

  it('is of what has ended without a gap', () => {
    assert.equal(claimOf('+'.repeat(13), 1, 12), undefined);
  });

  it('counts what is not known against the claim, and ties not at all', () => {
    assert.equal(claimOf('+++++=+++=+=++++=')?.clear, 'better');
    assert.equal(claimOf('+++++!++++!++++'), undefined);
    // The other's side is not known, but the base didn't pass: at worst a tie.
    assert.equal(claimOf('+++++?++++++++')?.clear, 'better');
    const refused = pairsOf('+++++!!!++++++++').map((pair) => ({
      ...pair,
      isRefusedByBoth: pair.base === undefined,
    }));
    assert.equal(earlyClaim(refused, { pairs: refused.length, models: 1 })?.clear, 'better');
  });

  it('stands in a verdict that is not final, and in no other', () => {
    const pairs = pairsOf('+'.repeat(13));
    const looked = { pairs: 13, models: 1 };
    const early = pairedVerdict(pairs, { isComplete: false, looked });
    assert.deepEqual(
      [early.kind, early.clear, early.low, early.p],
      ['notFinal', 'better', undefined, undefined],
    );
    assert.equal(pairedVerdict(pairs, { isComplete: false }).clear, undefined);
    assert.equal(pairedVerdict(pairs, { looked }).clear, undefined);
  });
});
