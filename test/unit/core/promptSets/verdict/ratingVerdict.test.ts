import assert from 'node:assert/strict';
import binomialTest from '@stdlib/stats-binomial-test';
import { type RatedPair, ratingVerdict } from '../../../../../src/core/promptSets/verdict/ratingVerdict.ts';
import { wilson } from '../../../../../src/core/statistics/index.ts';

/** So many prompts each for the other, the base and neither. */
function ratingsOf(better: number, worse: number, ties = 0): RatedPair[] {
  const all = [
    ...Array.from({ length: better }, () => 'other' as const),
    ...Array.from({ length: worse }, () => 'base' as const),
    ...Array.from({ length: ties }, () => 'tie' as const),
  ];
  return all.map((preferred, at) => ({ unit: at, preferred }));
}

const saidOf = (...counts: [better: number, worse: number, ties?: number]) => {
  const { kind, why } = ratingVerdict(ratingsOf(...counts));
  return why === undefined ? kind : `${kind}: ${why}`;
};

describe('A verdict by ratings', () => {
  it('is the sign test of what was preferred, with the Wilson interval of the share', () => {
    const verdict = ratingVerdict(ratingsOf(41, 14, 5));
    assert.ok(Math.abs(verdict.p - binomialTest(41, 55).pValue) < 1e-9);
    const { kind, better, worse, ties, share, low, high } = verdict;
    assert.deepEqual({ kind, better, worse, ties }, { kind: 'better', better: 41, worse: 14, ties: 5 });
    assert.deepEqual([share, low, high], [41 / 55, ...wilson(41, 55)]);
  });

  it('calls one better or worse, or leaves it open', () => {
    assert.equal(saidOf(20, 5), 'better');
    assert.equal(saidOf(5, 20), 'worse');
    assert.equal(saidOf(14, 11), 'unclear');
    assert.equal(saidOf(0, 0, 30), 'unclear');
    // Wilson: 0.52 to 0.87; the sign test: p = 0.041.
    assert.equal(saidOf(17, 6), 'better');
    // Wilson: 0.505 to 0.834; the sign test: p = 0.064.
    assert.equal(saidOf(18, 8), 'unclear: exactTest');
  });

  it('needs ten ratings, of which ties are some', () => {
    assert.equal(saidOf(9, 0), 'none: fewUnits');
    assert.equal(saidOf(9, 0, 1), 'better');
  });

  it('must hold whoever would have won what was skipped', () => {
    const skipped = (count: number): RatedPair[] =>
      Array.from({ length: count }, (_, at) => ({ unit: 1000 + at, preferred: 'skipped' }));
    const verdict = (better: number, worse: number, count: number) =>
      ratingVerdict([...ratingsOf(better, worse), ...skipped(count)]);
    assert.equal(verdict(40, 5, 6).kind, 'better');
    assert.deepEqual([verdict(20, 5, 6).kind, verdict(20, 5, 6).why], ['unclear', 'skipped']);
    assert.deepEqual([verdict(5, 20, 6).kind, verdict(5, 20, 6).why], ['unclear', 'skipped']);
    // They are in no count.
    const { better, worse, ties, low } = verdict(40, 5, 6);
    assert.deepEqual([better, worse, ties, low], [40, 5, 0, wilson(40, 45)[0]]);
    assert.equal(verdict(9, 0, 60).why, 'fewUnits');
    // One in a group of a clear opinion changes nothing.
    const group: RatedPair[] = [
      ...ratingsOf(20, 5),
      { unit: 0, preferred: 'other' },
      { unit: 0, preferred: 'skipped' },
    ];
    assert.equal(ratingVerdict(group).kind, 'better');
  });

  it('counts a group once, as what most of its ratings say', () => {
    const groups = Array.from({ length: 12 }, (_, group): RatedPair[] => [
      { unit: group, preferred: 'other' },
      { unit: group, preferred: group < 2 ? 'base' : 'other' },
      { unit: group, preferred: group === 0 ? 'base' : 'tie' },
    ]);
    const { better, worse, ties } = ratingVerdict(groups.flat());
    assert.deepEqual([better, worse, ties], [10, 1, 1]);
  });

  it('is wrong for at most 5 in 100 raters who prefer neither', () => {
    for (const count of [10, 15, 20, 30, 50, 100]) {
      let wrong = 0;
      for (let better = 0; better <= count; better++)
        if (!saidOf(better, count - better).startsWith('unclear')) wrong += chanceOf(better, count);
      assert.ok(wrong <= 0.05, `${wrong} of ${count}`);
    }
  });
});

/** How probable so many heads of so many coins are. */
function chanceOf(heads: number, of: number): number {
  let chance = 0.5 ** of;
  for (let at = 1; at <= heads; at++) chance *= (of - at + 1) / at;
  return chance;
}
