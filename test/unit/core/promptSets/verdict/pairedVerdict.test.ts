import assert from 'node:assert/strict';
import fc from 'fast-check';
import { pairedVerdict, type Verdict } from '../../../../../src/core/promptSets/index.ts';
import { verdictsTogether } from '../../../../../src/core/promptSets/verdict/holm.ts';
import type { ScoredPair, VerdictOptions } from '../../../../../src/core/promptSets/verdict/pairedVerdict.ts';
import { signFlipTest } from '../../../../../src/core/promptSets/verdict/signFlip.ts';
import { meanInterval, meanTest } from '../../../../../src/core/promptSets/verdict/studentT.ts';

/** So many prompts that both pass, only the other, only the base, neither. */
function table(both: number, onlyOther: number, onlyBase: number, neither: number): ScoredPair[] {
  const scores = [
    ...Array.from({ length: both }, () => ({ base: 1, other: 1 })),
    ...Array.from({ length: onlyOther }, () => ({ base: 0, other: 1 })),
    ...Array.from({ length: onlyBase }, () => ({ base: 1, other: 0 })),
    ...Array.from({ length: neither }, () => ({ base: 0, other: 0 })),
  ];
  return scores.map((score, at) => ({ unit: String(at), ...score }));
}

/** Pairs with requests that failed. */
function lost(count: number): ScoredPair[] {
  return Array.from({ length: count }, (_, at) => ({ unit: `lost ${at}`, base: 0, other: 0, isLost: true }));
}

/** The first pairs with answers that were cut off. */
function cut(count: number, pairs: ScoredPair[]): ScoredPair[] {
  return pairs.map((pair, at) => (at < count ? { ...pair, isCut: true } : pair));
}

function kindOf(pairs: ScoredPair[], options?: VerdictOptions): string {
  const { kind, why } = pairedVerdict(pairs, options);
  return why === undefined ? kind : `${kind}: ${why}`;
}

describe('A verdict', () => {
  for (const [name, pairs, options, expected] of [
    ['more pass with the other', table(110, 41, 7, 42), {}, 'better'],
    ['more pass with the base', table(110, 7, 41, 42), {}, 'worse'],
    [
      'the difference is under the one that matters',
      table(110, 41, 7, 42),
      { minimumDifference: 0.18 },
      'tooSmall',
    ],
    ['the difference is the one that matters', table(110, 41, 7, 42), { minimumDifference: 0.17 }, 'better'],
    [
      'the worse one differs by less than matters',
      table(110, 7, 41, 42),
      { minimumDifference: 0.18 },
      'tooSmall',
    ],
    ['the interval holds 0', table(100, 20, 14, 66), {}, 'unclear'],
    [
      'the interval holds 0 and the minimum is high',
      table(100, 20, 14, 66),
      { minimumDifference: 0.5 },
      'unclear',
    ],
    ['the interval alone leaves out 0', table(1, 1, 7, 12), {}, 'unclear: exactTest'],
    ['all are equal', table(100, 0, 0, 100), {}, 'unclear'],
    ['there are nine prompts', table(0, 9, 0, 0), {}, 'none: fewUnits'],
    ['there are ten', table(0, 10, 0, 0), {}, 'better'],
    ['there is none', [], {}, 'none: fewUnits'],
    ['5 % are lost', table(120, 60, 10, 0), { lost: 10 }, 'better'],
    ['over 5 % are lost', table(120, 60, 10, 0), { lost: 11 }, 'none: lost'],
    ['5 % failed', [...table(120, 60, 10, 0), ...lost(10)], {}, 'better'],
    ['over 5 % failed', [...table(120, 60, 10, 0), ...lost(6)], { lost: 5 }, 'none: lost'],
    ['the lost ones could turn it', [...table(160, 24, 10, 0), ...lost(5)], {}, 'unclear: lost'],
    ['the lost ones could turn it, by their number', table(160, 24, 10, 0), { lost: 5 }, 'unclear: lost'],
    ['the lost ones could turn a worse', [...table(160, 10, 24, 0), ...lost(5)], {}, 'unclear: lost'],
    ['the lost ones could not turn it', [...table(160, 40, 10, 0), ...lost(5)], {}, 'better'],
    ['the cut ones could turn it', cut(5, table(160, 24, 10, 6)), {}, 'unclear: cut'],
    ['the cut ones could not turn it', cut(5, table(160, 40, 10, 0)), {}, 'better'],
    ['the cut ones could not turn a worse', cut(5, table(0, 0, 30, 170)), {}, 'worse'],
    [
      'only both together could turn it',
      [...cut(3, table(160, 30, 10, 0)), ...lost(3)],
      {},
      'unclear: lostAndCut',
    ],
    ['either could turn it', [...cut(5, table(160, 24, 10, 0)), ...lost(5)], {}, 'unclear: lostAndCut'],
    // 17 points more become 19 if the lost ones passed.
    [
      'the lost ones could make it matter',
      [...table(110, 41, 7, 42), ...lost(6)],
      { minimumDifference: 0.18 },
      'unclear: lost',
    ],
    [
      'the lost ones could not make it matter',
      [...table(110, 41, 7, 42), ...lost(1)],
      { minimumDifference: 0.3 },
      'tooSmall',
    ],
  ] as [string, ScoredPair[], VerdictOptions, string][]) {
    it(`is "${expected}" if ${name}`, () => assert.equal(kindOf(pairs, options), expected));
  }

  it('has its numbers beside it, for yes or no', () => {
    const { low, high, p, ...rest } = pairedVerdict(table(110, 41, 7, 42));
    assert.deepEqual(rest, {
      kind: 'better',
      difference: 0.17,
      test: 'mcnemar',
      better: 41,
      both: 110,
      worse: 7,
      equal: 152,
      lost: 0,
      cut: 0,
    });
    assert.deepEqual([low.toFixed(2), high.toFixed(2), p < 0.001], ['0.10', '0.23', true]);
  });

  it('has its numbers even if there is none', () => {
    const { kind, difference, p, better, lost } = pairedVerdict(table(0, 9, 0, 0), { lost: 3 });
    assert.deepEqual(
      { kind, difference, p, better, lost },
      { kind: 'none', difference: 1, p: 2 / 512, better: 9, lost: 3 },
    );
  });

  it('counts a group or repeated prompt once, by its means', () => {
    const rows = Array.from({ length: 20 }, (_, at) => [
      { unit: String(at), base: 0, other: 1 },
      { unit: String(at), base: 0, other: at % 4 === 0 ? 0 : 1 },
      { unit: String(at), base: at % 3 === 0 ? 1 : 0, other: 0 },
    ]).flat();
    const means = Array.from(
      { length: 20 },
      (_, at) => (2 - Number(at % 4 === 0) - Number(at % 3 === 0)) / 3,
    );
    const { mean, low, high } = meanInterval(means, -1);
    const verdict = pairedVerdict(rows, { seed: 5 });
    assert.ok(Math.abs(verdict.difference - mean) < 1e-12 && Math.abs(verdict.low - low) < 1e-12);
    assert.ok(Math.abs(verdict.high - high) < 1e-12);
    assert.deepEqual([verdict.test, verdict.kind], ['signFlip', 'better']);
    assert.equal(verdict.p, signFlipTest(means, 5));
    assert.equal(verdict.better + verdict.worse + verdict.equal, 20);
  });

  it('leaves a failed pair out of its group, and counts it against the group', () => {
    const grouped = Array.from({ length: 24 }, (_, at) => [
      { unit: String(at >> 1), base: 0, other: at % 4 < 3 ? 1 : 0 },
    ]).flat();
    assert.equal(kindOf(grouped), 'better');
    const failing = [...grouped, { unit: '0', base: 0, other: 0, isLost: true }];
    const { kind, difference, lost } = pairedVerdict(failing);
    assert.deepEqual([kind, difference, lost], ['better', pairedVerdict(grouped).difference, 1]);
  });

  it('is not final before all that was planned has ended, whatever it would be', () => {
    const found = pairedVerdict(table(30, 20, 0, 10), { isComplete: false });
    assert.deepEqual([found.kind, found.why, found.better, found.equal], ['notFinal', undefined, 20, 40]);
    assert.equal(pairedVerdict([], { isComplete: false }).kind, 'notFinal');
    assert.equal(verdictsTogether([found, pairedVerdict(table(30, 20, 0, 10))])[1]?.holmP, undefined);
  });

  it('takes the t test over 1,000 units', () => {
    const scores = Array.from({ length: 1001 }, (_, at) => ({ base: 0.5, other: (at % 7) / 6 }));
    const rows = scores.map((score, at) => ({ unit: String(at), ...score }));
    const { test, p } = pairedVerdict(rows);
    assert.deepEqual([test, p], ['t', meanTest(scores.map(({ base, other }) => other - base))]);
    assert.equal(pairedVerdict(rows.slice(1)).test, 'signFlip');
  });

  it('is mirrored if the models change places', () => {
    const score = fc.constantFrom(0, 0, 0.5, 1, 1);
    const pair = fc.record({ base: score, other: score, isCut: fc.boolean() });
    const mirror = {
      better: 'worse',
      worse: 'better',
      tooSmall: 'tooSmall',
      unclear: 'unclear',
      notFinal: 'notFinal',
      none: 'none',
    };
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 40 }), fc.nat({ max: 2 }), (pairs, lost) => {
        const rows = pairs.map((row, at) => ({ unit: String(at), ...row }));
        const swapped = rows.map((row) => ({ ...row, base: row.other, other: row.base }));
        const options = { lost, minimumDifference: 0.1 };
        const [one, two] = [pairedVerdict(rows, options), pairedVerdict(swapped, options)];
        assert.deepEqual([two.kind, two.why], [mirror[one.kind], one.why]);
        assert.ok(Math.abs(one.low + two.high) < 1e-12 && Math.abs(one.p - two.p) < 1e-12);
      }),
    );
  });
});

describe('Several verdicts', () => {
  const verdict = (onlyOther: number, onlyBase: number) =>
    pairedVerdict(table(100, onlyOther, onlyBase, 200 - onlyOther - onlyBase));
  const kinds = (verdicts: Verdict[]) =>
    verdictsTogether(verdicts).map(({ kind, why }) => (why === undefined ? kind : `${kind}: ${why}`));

  it('stand alone if there is one', () => {
    const one = verdict(17, 6);
    assert.equal(one.kind, 'better');
    assert.deepEqual(verdictsTogether([one]), [one]);
  });

  it('must hold as several: p 0.035 of two is one too many', () => {
    assert.deepEqual(kinds([verdict(17, 6), verdict(20, 20)]), ['unclear: holm', 'unclear']);
    assert.deepEqual(kinds([verdict(17, 6), verdict(41, 7)]), ['better', 'better']);
    assert.deepEqual(kinds([verdict(6, 17), verdict(40, 38), verdict(41, 7)]), [
      'unclear: holm',
      'unclear',
      'better',
    ]);
  });

  it('keep their own intervals', () => {
    const [first] = verdictsTogether([verdict(17, 6), verdict(20, 20)]);
    const { low, high, p } = verdict(17, 6);
    assert.deepEqual([first?.low, first?.high, first?.p], [low, high, p]);
  });

  it('are not made doubtful by a pair that can’t be judged', () => {
    assert.deepEqual(kinds([verdict(17, 6), pairedVerdict(table(1, 1, 1, 1))]), ['better', 'none: fewUnits']);
  });
});
