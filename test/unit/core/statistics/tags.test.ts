import assert from 'node:assert/strict';
import { chiSquareTail } from '../../../../src/core/statistics/chiSquare.ts';
import {
  allOf,
  meanDifference,
  newcombe,
  tagDifferences,
  type Unit,
} from '../../../../src/core/statistics/index.ts';

function assertClose(value: number, expected: number, within = 1e-12): void {
  assert.ok(Math.abs(value / expected - 1) < within, `${value} instead of ${expected}`);
}

/** Units of which so many only the other passes, only the base, and both. */
const units = (better: number, worse: number, equal: number): Unit[] =>
  [
    { count: better, base: 0, other: 1 },
    { count: worse, base: 1, other: 0 },
    { count: equal, base: 1, other: 1 },
  ].flatMap(({ count, base, other }) => Array.from({ length: count }, () => ({ base, other })));

describe('The χ² distribution', () => {
  // Of SciPy 1.17: chi2.sf
  for (const [x, freedom, expected] of [
    [0.5, 1, 0.47950012218695337],
    [3.841458820694124, 1, 0.05],
    [30, 1, 4.3204630578274955e-8],
    [900, 1, 9.813427854296455e-198],
    [2, 2, 0.36787944117144245],
    [9.9, 9, 0.35864134122843827],
    [18.307, 10, 0.05000058909139812],
    [120, 99, 0.07424385580596692],
    [2100, 2000, 0.05867111137731806],
  ] as const)
    it(`has the tail ${expected} from ${x} on with ${freedom} degrees of freedom`, () => {
      assertClose(chiSquareTail(x, freedom), expected, 1e-10);
    });

  it('is whole from 0 on', () => assert.deepEqual([chiSquareTail(0, 1), chiSquareTail(0, 8)], [1, 1]));
});

describe('Differences by tag', () => {
  const [invoice, refund, other] = [units(3, 12, 25), units(14, 4, 22), units(6, 5, 19)];

  it('are the same for all tags with the p of Q, and are each tested after Holm', () => {
    const found = tagDifferences([invoice, refund, other].map((one) => ({ units: one })));
    // Of SciPy: chi2.sf(11.122126237380112, 2), binomtest.
    assertClose(found.p, 0.003844686865702472);
    const holm = [2 * 0.03515625, 3 * 0.0308837890625, 1];
    for (const [at, { p }] of found.tags.entries()) assertClose(p, [holm[1], holm[1], 1][at] ?? 0);
    assert.deepEqual(found.tags[0]?.interval, newcombe({ both: 25, onlyOther: 3, onlyBase: 12, neither: 0 }));
  });

  it('are compared with the units without the tag where units have several', () => {
    const [shared, own] = [refund.slice(-5), refund.slice(0, -5)];
    const tags = [[...invoice.slice(0, -5), ...shared], [...own, ...shared], other];
    const found = tagDifferences(
      tags.map((one) => ({ units: one })),
      true,
    );
    // By hand, with SciPy's norm.sf.
    assertClose(found.p, 3 * 0.002033563718486953);
  });

  it('have all the intervals of means where one unit scores between', () => {
    const means = [...other, { base: 0.5, other: 1 }];
    const [first, second] = tagDifferences([{ units: invoice }, { units: means }]).tags;
    assert.deepEqual(first?.interval, meanDifference(invoice.map((one) => one.other - one.base)));
    assert.deepEqual(second?.interval, meanDifference(means.map((one) => one.other - one.base)));
  });

  it('depend on nothing with a single tag, or none, or if all units have it', () => {
    assert.equal(tagDifferences([{ units: invoice }]).p, 1);
    assert.deepEqual(tagDifferences([]), { p: 1, tags: [] });
    assert.ok(tagDifferences([{ units: units(30, 0, 0) }, { units: [] }], true).p > 0.05);
  });
});

describe('All of k answers', () => {
  it('pass as often as the ways to draw them do', () => {
    assert.equal(allOf(3, 3, 3), 1);
    assert.equal(allOf(3, 2, 3), 0);
    // C(4, 2) / C(5, 2)
    assertClose(allOf(2, 4, 5) ?? 0, 6 / 10);
    assertClose(allOf(3, 7, 10) ?? 0, 35 / 120);
    assert.equal(allOf(2, 0, 5), 0);
  });

  it('are not told of fewer', () => assert.equal(allOf(3, 2, 2), undefined));
});
