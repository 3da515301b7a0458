import assert from 'node:assert/strict';
import fc from 'fast-check';
import { signTest } from '../../../../src/core/statistics/index.ts';

describe('The sign test', () => {
  for (const [wins, losses, expected] of [
    // Sums of binomial coefficients, by hand: twice (1 + 10 + 45) of 1,024, and so on.
    [8, 2, 112 / 1024],
    [2, 8, 112 / 1024],
    [10, 0, 2 / 1024],
    [9, 1, 22 / 1024],
    [1, 0, 1],
    [5, 5, 1],
    [0, 0, 1],
    // R: binom.test(15, 20)
    [15, 5, 0.04138947],
  ] as const) {
    it(`gives ${expected} for ${wins} : ${losses}`, () => {
      assert.ok(Math.abs(signTest(wins, losses) - expected) < 1e-8);
    });
  }

  it('is a probability, the same for both sides, and smaller the more the one wins', () => {
    fc.assert(
      fc.property(fc.nat({ max: 3000 }), fc.nat({ max: 3000 }), (wins, losses) => {
        const probability = signTest(wins, losses);
        assert.ok(probability >= 0 && probability <= 1);
        assert.equal(probability, signTest(losses, wins));
        if (wins > losses) assert.ok(signTest(wins + 1, losses) <= probability);
      }),
    );
  });

  it('holds for more votes than a power of two can be written for', () => {
    assert.ok(Math.abs(signTest(1000, 1000) - 1) < 1e-9);
    assert.ok(signTest(1100, 900) < 1e-5 && signTest(1100, 900) > 1e-6);
  });
});
