import assert from 'node:assert/strict';
import { cohensKappa } from '../../../../src/core/statistics/index.ts';
import { createRandom } from '../../../service/random.ts';

/** So many units of each pair of choices. */
function units(counts: Record<string, number>): [string, string][] {
  return Object.entries(counts).flatMap(([pair, count]) =>
    Array.from({ length: count }, (): [string, string] => [pair[0] ?? '', pair[1] ?? '']),
  );
}

const close = (actual: number | undefined, expected: number, within = 5e-4) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) <= within, `${actual}, not ${expected}`);

describe('Cohen’s kappa', () => {
  it('has the worked values of two raters with two choices', () => {
    const agreement = cohensKappa(units({ yy: 20, yn: 5, ny: 10, nn: 15 }));
    close(agreement?.kappa, 0.4);
    // By hand: the variance is (0.10972 + 0.10188 − 0.01) / (50 × 0.25) = 0.016128.
    close(agreement?.interval?.[0], 0.4 - 1.959964 * Math.sqrt(0.016128), 1e-6);
    close(agreement?.interval?.[1], 0.4 + 1.959964 * Math.sqrt(0.016128), 1e-6);
    close(agreement?.share, 0.7);
  });

  it('is 1 for raters who always agree, with no interval, and below 0 for those who never do', () => {
    const agreement = cohensKappa(units({ aa: 3, bb: 4, tt: 3 }));
    for (const value of [agreement?.kappa, agreement?.share]) close(value, 1, 1e-6);
    assert.equal(agreement?.interval, undefined);
    assert.equal(agreement?.units, 10);
    assert.equal(cohensKappa(units({ ab: 5, ba: 5 }))?.kappa, -1);
  });

  it('says nothing of nobody, or of raters who know one choice', () => {
    assert.equal(cohensKappa([]), undefined);
    assert.equal(cohensKappa(units({ aa: 10 })), undefined);
  });

  it('is about ± 0.35 for 20 ratings, so that 50 are asked for', () => {
    const half = (all: [string, string][]) => {
      const [low, high] = cohensKappa(all)?.interval ?? [0, 0];
      return (high - low) / 2;
    };
    const twenty = { aa: 7, bb: 7, ab: 3, ba: 3 };
    close(half(units(twenty)), 0.38, 0.05);
    close(half(units({ aa: 17, bb: 18, ab: 7, ba: 8 })), 0.25, 0.03);
  });

  it('covers the true value in 93 to 97 of 100 samples of 100 units', () => {
    const random = createRandom(1);
    // Both choose a and b alike often and agree in 0.8: kappa is 0.6.
    const sample = () =>
      Array.from({ length: 100 }, (): [string, string] => {
        const one = random() < 0.5 ? 'a' : 'b';
        return [one, random() < 0.8 ? one : one === 'a' ? 'b' : 'a'];
      });
    let covered = 0;
    for (let at = 0; at < 1000; at++) {
      const [low, high] = cohensKappa(sample())?.interval ?? [1, 0];
      if (low <= 0.6 && high >= 0.6) covered += 1;
    }
    assert.ok(covered >= 930 && covered <= 970, `${covered}`);
  });
});
