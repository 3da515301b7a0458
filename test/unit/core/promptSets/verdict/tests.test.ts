import assert from 'node:assert/strict';
import binomialTest from '@stdlib/stats-binomial-test';
import fc from 'fast-check';
import { holm } from '../../../../../src/core/promptSets/verdict/holm.ts';
import { signFlipTest } from '../../../../../src/core/promptSets/verdict/signFlip.ts';
import { meanInterval, meanTest, studentTail } from '../../../../../src/core/promptSets/verdict/studentT.ts';
import { signTest } from '../../../../../src/core/signTest.ts';

// Of SciPy 1.17: t.sf, t.interval, ttest_1samp, permutation_test with all resamples.
const differences = [0.25, -0.5, 0.75, 0.25, 0, 0.5, 0.25, -0.25, 0.5, 0.75, 0.25, 0];

function assertClose(value: number, expected: number, within = 1e-9): void {
  assert.ok(Math.abs(value - expected) < within, `${value} instead of ${expected}`);
}

describe("McNemar's exact test", () => {
  it('is the binomial test of the pairs that differ, to 1e-9', () => {
    for (let better = 0; better <= 60; better++) {
      for (let worse = better === 0 ? 1 : 0; worse <= 60; worse++)
        assertClose(signTest(better, worse), binomialTest(better, better + worse).pValue);
    }
  });

  it('is so for many, too', () => {
    for (const [better, worse] of [
      [150, 86],
      [500, 420],
      [1000, 900],
      [4, 996],
    ] as const) {
      assertClose(signTest(better, worse), binomialTest(better, better + worse).pValue);
    }
  });
});

describe("Student's t distribution", () => {
  for (const [t, freedom, expected] of [
    [1, 1, 0.5],
    [2.5, 4, 0.06676654481198814],
    [3.1, 9, 0.01272245597820195],
    [-0.5, 30, 0.6207230048851272],
    [1.96, 1000, 0.050273184955748736],
    [0, 7, 1],
    [Number.POSITIVE_INFINITY, 5, 0],
  ] as const) {
    it(`has a tail of ${expected} beyond ${t} with ${freedom} degrees of freedom`, () => {
      assertClose(studentTail(t, freedom), expected, 1e-12);
    });
  }

  it('gives the interval and the test of a mean', () => {
    const { mean, low, high } = meanInterval(differences, -1);
    assertClose(mean, 0.22916666666666666);
    assertClose(low, -0.009897854501271564);
    assertClose(high, 0.4682311878346049);
    assertClose(meanTest(differences), 0.0585911644380856);
  });

  it('says nothing of fewer than two values, and keeps to the values’ own range', () => {
    assert.deepEqual(meanInterval([], -1), { mean: 0, low: -1, high: 1 });
    assert.deepEqual(meanInterval([0.5], 0), { mean: 0.5, low: 0, high: 1 });
    assert.equal(meanInterval([1, 1, 0.5], 0).high, 1);
    assert.equal(meanTest([0, 0, 0]), 1);
    assert.equal(meanTest([0.5, 0.5, 0.5]), 0);
  });
});

describe('The sign-flip test', () => {
  it('tries all flips of few differences', () => {
    assertClose(signFlipTest(differences, 1), 0.08984375);
    assert.equal(signFlipTest([], 1), 1);
    assert.equal(signFlipTest([0, 0, 0.25], 1), 1);
  });

  it('is the exact McNemar test if every difference is 1 or -1', () => {
    for (let better = 0; better <= 16; better++) {
      const values = [...Array(better).fill(1), ...Array(16 - better).fill(-1), 0, 0];
      assertClose(signFlipTest(values, 1), signTest(better, 16 - better), 1e-12);
    }
  });

  it('counts sums as equal that differ by rounding alone', () => {
    // 0.1 + 0.2 is not 0.3 for a computer.
    const tenths = [0.1, 0.2, 0.3, 0.4, 0.6, -0.7];
    const whole = tenths.map((value) => Math.round(value * 10));
    assert.equal(signFlipTest(tenths, 1), signFlipTest(whole, 1));
  });

  it('draws flips of many differences by the seed, close to the exact test', () => {
    const values = [...Array(24).fill(1), ...Array(10).fill(-1)];
    const exact = signTest(24, 10);
    assert.equal(signFlipTest(values, 7), signFlipTest(values, 7));
    for (let seed = 1; seed <= 20; seed++) assertClose(signFlipTest(values, seed), exact, 0.008);
    const drawn = Array.from({ length: 20 }, (_, seed) => signFlipTest(values, seed));
    assert.ok(new Set(drawn).size > 1);
    assertClose(drawn.reduce((sum, p) => sum + p, 0) / drawn.length, exact, 0.002);
    // As rare as can be, but never impossible.
    assert.equal(signFlipTest(Array(100).fill(0.5), 1), 1 / 10_001);
  });
});

describe("Holm's procedure", () => {
  it('adjusts as in its paper, in the given order', () => {
    assert.deepEqual(holm([0.03, 0.01, 0.04]), [0.06, 0.03, 0.06]);
    assert.deepEqual(holm([]), []);
    assert.deepEqual(holm([0.04]), [0.04]);
  });

  it('never lets a value fall, rise above 1 or change places', () => {
    const p = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(p, { maxLength: 8 }), (values) => {
        const adjusted = holm(values);
        for (const [at, value] of values.entries()) {
          const own = adjusted[at] ?? Number.NaN;
          assert.ok(own >= value && own <= Math.min(1, value * values.length));
          for (const [place, smaller] of values.entries())
            if (smaller < value) assert.ok((adjusted[place] ?? 1) <= own);
        }
      }),
    );
  });
});
