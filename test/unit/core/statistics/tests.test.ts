import assert from 'node:assert/strict';
import binomialTest from '@stdlib/stats-binomial-test';
import fc from 'fast-check';
import {
  canFlip,
  eValue,
  holm,
  isMeanBelow,
  meanDifference,
  meanRate,
  meanTest,
  signFlip,
  signTest,
} from '../../../../src/core/statistics/index.ts';
import { studentQuantile, studentTail } from '../../../../src/core/statistics/means.ts';
import { createRandom } from '../../../service/random.ts';

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

  // SciPy 1.17: t.ppf(0.975, freedom).
  for (const [freedom, expected] of [
    [1, 12.706204736174694],
    [10, 2.228138851986274],
    [1999, 1.9611514201705613],
    [2000, 1.9611508260994377],
    [5000, 1.9604385517065073],
    [499_999, 1.9599687291032937],
  ] as const) {
    it(`has a 97.5% quantile of ${expected} with ${freedom} degrees of freedom`, () => {
      assertClose(studentQuantile(freedom), expected, 1e-11);
    });
  }

  it('gives the test of a mean', () => {
    assertClose(meanTest(differences), 0.0585911644380856);
    assert.equal(meanTest([0, 0, 0]), 1);
    assert.equal(meanTest([0.5, 0.5, 0.5]), 0);
  });
});

describe('The interval of a mean', () => {
  // Of SciPy 1.17: t.interval of the values and the pseudo-units.
  it('of differences is that of two more, 1 and −1', () => {
    const [low, high] = meanDifference(differences);
    assertClose(low, -0.10940080050391679);
    assertClose(high, 0.5022579433610597);
  });

  it('of rates is that of four more, two of which pass', () => {
    const [low, high] = meanRate([0.5, 1, 0.25, 0.75, 0.5, 1, 1, 0.5]);
    assertClose(low, 0.3761417518693996);
    assertClose(high, 0.8738582481306004);
  });

  it('always has a width, and keeps to its range', () => {
    assert.deepEqual(
      [meanDifference([]), meanRate([])],
      [
        [-1, 1],
        [0, 1],
      ],
    );
    const difference = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(difference, { minLength: 1, maxLength: 60 }), (values) => {
        const [low, high] = meanDifference(values);
        assert.ok(low >= -1 && low < high && high <= 1);
        const rates = values.map(Math.abs);
        const [least, most] = meanRate(rates);
        assert.ok(least >= 0 && least < most && most <= 1);
      }),
    );
  });
});

describe('The e-value', () => {
  it('is 1 of nothing, and the ratio that its formula gives', () => {
    assert.equal(eValue(0, 0), 1);
    // B(5, 4) / B(4, 4) is 4 / 8, B(6, 4) / B(5, 4) is 5 / 9.
    assertClose(eValue(1, 0), 1);
    assertClose(eValue(2, 0), 10 / 9);
    assertClose(eValue(21, 2), eValue(2, 21));
    assertClose(eValue(21, 2), 329.6436978092, 1e-6);
    assert.ok(Number.isFinite(eValue(5000, 4900)) && eValue(6000, 4000) > 1e50);
  });

  it('reaches 40 by chance in at most 1 of 40 runs, however often one looks', () => {
    const random = createRandom(5);
    let reached = 0;
    for (let run = 0; run < 2000; run++) {
      let wins = 0;
      for (let of = 1; of <= 400; of++) {
        if (random() < 0.5) wins += 1;
        if (eValue(wins, of - wins) >= 40) {
          reached += 1;
          break;
        }
      }
    }
    assert.ok(reached <= 2000 / 40 + 2 * Math.sqrt(2000 / 40), `${reached}`);
  });
});

describe('The sign-flip test', () => {
  it('tries all flips of few differences', () => {
    assertClose(signFlip(differences), 0.08984375);
    assert.equal(signFlip([]), 1);
    assert.equal(signFlip([0, 0, 0.25]), 1);
  });

  it('is the exact McNemar test if every difference is 1 or -1, of thousands, too', () => {
    for (const [better, worse] of [
      [0, 16],
      [7, 9],
      [24, 10],
      [300, 240],
      [2600, 2400],
    ] as const) {
      const values = [...Array(better).fill(1), ...Array(worse).fill(-1), 0, 0];
      assertClose(signFlip(values), signTest(better, worse), 1e-9);
    }
  });

  it('is exact for means of any few answers', () => {
    const score = fc
      .tuple(fc.integer({ min: -3, max: 3 }), fc.constantFrom(1, 2, 3))
      .map(([sum, of]) => Math.max(-1, Math.min(1, sum / of)));
    fc.assert(
      fc.property(fc.array(score, { maxLength: 12 }), (values) =>
        assertClose(signFlip(values), everyFlip(values), 1e-12),
      ),
    );
  });

  it('counts sums as equal that differ by rounding alone', () => {
    // 0.1 + 0.2 is not 0.3 for a computer.
    const tenths = [0.1, 0.2, 0.3, 0.4, 0.6, -0.7];
    assertClose(signFlip(tenths), signFlip(tenths.map((value) => Math.round(value * 10))), 1e-12);
  });

  it('draws flips by the seed where all are too many, close to the exact test', () => {
    // A common denominator of 30,030 parts.
    const uneven = [1 / 2, 1 / 3, 1 / 5, 1 / 7, 1 / 11, 1 / 13];
    const values = Array.from({ length: 36 }, (_, at) => (at % 4 === 0 ? -1 : 1) * (uneven[at % 6] ?? 0));
    assert.equal(signFlip(values, 7), signFlip(values, 7));
    const drawn = Array.from({ length: 20 }, (_, seed) => signFlip(values, seed));
    assert.ok(new Set(drawn).size > 1);
    const tenth = signFlip(values.map((value) => Math.round(value * 60) / 60));
    assertClose(drawn.reduce((sum, p) => sum + p, 0) / drawn.length, tenth, 0.01);
    // As rare as can be, but never impossible.
    assert.equal(signFlip(Array.from({ length: 100 }, (_, at) => uneven[at % 6] ?? 0)), 1 / 10_001);
  });

  it('is left to the t test beyond 1,000 differences that have no common part', () => {
    const parts = Array.from({ length: 1001 }, (_, at) => 1 / (at + 2));
    assert.deepEqual(
      [canFlip(parts), canFlip(parts.slice(1)), canFlip(Array(9000).fill(1))],
      [false, true, true],
    );
  });
});

/** The p of the sign-flip test by trying all. */
function everyFlip(values: readonly number[]): number {
  const found = Math.abs(values.reduce((sum, value) => sum + value, 0)) - 1e-9;
  let count = 0;
  for (let flips = 0; flips < 2 ** values.length; flips++) {
    const sum = values.reduce((total, value, at) => total + ((flips >> at) & 1 ? -value : value), 0);
    if (Math.abs(sum) >= found) count += 1;
  }
  return count / 2 ** values.length;
}

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

describe('The score test of a limit', () => {
  /** Whether Tango's z, his formula as it stands, lies below −t₀.₉₈. */
  function isBelowByTango(b: number, c: number, n: number, limit: number): boolean {
    const linear = -b - c + (2 * n - b + c) * limit;
    const q = (Math.sqrt(linear ** 2 + 8 * n * c * limit * (1 - limit)) - linear) / (4 * n);
    const z = (b - c - n * limit) / Math.sqrt(n * (2 * q + limit * (1 - limit)));
    return z < 0 && studentTail(z, n - 1) < 0.04;
  }

  it('is Tango’s for yes and no, with one unit more on either side', () => {
    let below = 0;
    for (const n of [10, 40, 200]) {
      for (let b = 0; b <= n / 2; b += 3) {
        for (let c = 0; c <= n / 2; c += 3) {
          for (const limit of [0.01, 0.05, 0.2, 0.5]) {
            const differences = [...Array(b).fill(1), ...Array(c).fill(-1), ...Array(n - b - c).fill(0)];
            const expected = isBelowByTango(b + 1, c + 1, n + 2, limit);
            assert.equal(isMeanBelow(differences, limit), expected, `${b} ${c} ${n} ${limit}`);
            below += Number(expected);
          }
        }
      }
    }
    assert.ok(below > 500);
  });

  it('takes more of units that lean to one side than their interval', () => {
    const leaning = [...Array(2).fill(0.5), ...Array(98).fill(0)];
    const [, high] = meanDifference(leaning);
    assert.ok(high < 0.05);
    assert.equal(isMeanBelow(leaning, 0.05), false);
    assert.equal(isMeanBelow(leaning, 0.2), true);
    assert.equal(isMeanBelow(leaning, 1), true);
  });
});
