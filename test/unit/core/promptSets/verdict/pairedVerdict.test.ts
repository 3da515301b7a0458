import assert from 'node:assert/strict';
import fc from 'fast-check';
import { pairedVerdict, type Verdict } from '../../../../../src/core/promptSets/index.ts';
import {
  isJudged,
  type JudgedVerdict,
  type VerdictOptions,
} from '../../../../../src/core/promptSets/verdict/pairedVerdict.ts';
import type { ScoredPair } from '../../../../../src/core/promptSets/verdict/scoredPair.ts';
import { verdictsTogether } from '../../../../../src/core/promptSets/verdict/verdictsTogether.ts';
import { meanDifference, meanTest, signFlip } from '../../../../../src/core/statistics/index.ts';

/** So many prompts that both pass, only the other, only the base, neither. */
function table(both: number, onlyOther: number, onlyBase: number, neither: number): ScoredPair[] {
  const scores = [
    ...Array.from({ length: both }, () => ({ base: 1, other: 1 })),
    ...Array.from({ length: onlyOther }, () => ({ base: 0, other: 1 })),
    ...Array.from({ length: onlyBase }, () => ({ base: 1, other: 0 })),
    ...Array.from({ length: neither }, () => ({ base: 0, other: 0 })),
  ];
  return scores.map((score, at) => ({ unit: at, ...score }));
}

/** Pairs of which one side, or neither, is known. */
function lost(
  count: number,
  known: Pick<ScoredPair, 'base' | 'other'> = { base: undefined, other: undefined },
): ScoredPair[] {
  const { base = 2, other = 2 } = known;
  return Array.from({ length: count }, (_, at) => ({ unit: 10_000 + 9 * at + 3 * base + other, ...known }));
}

/** The last pairs with answers of the other's that ended at the token limit. */
function limited(count: number, pairs: ScoredPair[]): ScoredPair[] {
  return pairs.map((pair, at) => (at >= pairs.length - count ? { ...pair, isOtherLimited: true } : pair));
}

/** The first pairs with answers of the base's without text. */
function empty(count: number, pairs: ScoredPair[]): ScoredPair[] {
  return pairs.map((pair, at) => (at < count ? { ...pair, isBaseEmpty: true } : pair));
}

function kindOf(pairs: ScoredPair[], options?: VerdictOptions): string {
  const { kind, why, isAtLeast } = pairedVerdict(pairs, options);
  return `${kind}${why === undefined ? '' : `: ${why}`}${isAtLeast ? ' by at least that' : ''}`;
}

describe('A verdict', () => {
  for (const [name, pairs, options, expected] of [
    ['more pass with the other', table(110, 41, 7, 42), {}, 'better'],
    ['more pass with the base', table(110, 7, 41, 42), {}, 'worse'],
    // The interval is 0.105 to 0.233.
    ['all of it is under what matters', table(110, 41, 7, 42), { minimumDifference: 0.24 }, 'belowMinimum'],
    [
      'all of it is beyond what matters',
      table(110, 41, 7, 42),
      { minimumDifference: 0.1 },
      'better by at least that',
    ],
    ['what matters lies within it', table(110, 41, 7, 42), { minimumDifference: 0.11 }, 'better'],
    [
      'what matters lies within it, above the difference',
      table(110, 41, 7, 42),
      { minimumDifference: 0.2 },
      'better',
    ],
    ['it is worse by less than matters', table(110, 7, 41, 42), { minimumDifference: 0.24 }, 'belowMinimum'],
    [
      'it is worse by more than matters',
      table(110, 7, 41, 42),
      { minimumDifference: 0.1 },
      'worse by at least that',
    ],
    ['the interval holds 0', table(100, 20, 14, 66), {}, 'unclear'],
    // Of −0.028 to 0.087.
    [
      'the interval holds 0 and lies within what matters',
      table(100, 20, 14, 66),
      { minimumDifference: 0.1 },
      'equivalent',
    ],
    ['it does so but for one end', table(100, 20, 14, 66), { minimumDifference: 0.05 }, 'unclear'],
    ['the interval alone leaves out 0', table(1, 1, 7, 12), {}, 'unclear: exactTest'],
    ['all are equal', table(100, 0, 0, 100), {}, 'unclear'],
    ['there are nine prompts', table(0, 9, 0, 0), {}, 'none: fewUnits'],
    ['there are ten', table(0, 10, 0, 0), {}, 'better'],
    ['there is none', [], {}, 'none: fewUnits'],
    ['5% are lost', table(120, 60, 10, 0), { lost: 10 }, 'better'],
    ['over 5% are lost', table(120, 60, 10, 0), { lost: 11 }, 'none: lost'],
    ['5% failed', [...table(120, 60, 10, 0), ...lost(10)], {}, 'better'],
    ['over 5% failed', [...table(120, 60, 10, 0), ...lost(6)], { lost: 5 }, 'none: lost'],
    ['the lost ones could turn it', [...table(160, 24, 10, 0), ...lost(5)], {}, 'unclear: lost'],
    ['the lost ones could turn it, by their number', table(160, 24, 10, 0), { lost: 5 }, 'unclear: lost'],
    ['the lost ones could turn a worse', [...table(160, 10, 24, 0), ...lost(5)], {}, 'unclear: lost'],
    ['the lost ones could not turn it', [...table(160, 40, 10, 0), ...lost(5)], {}, 'better'],
    [
      "what is known of the lost ones can't turn it",
      [...table(160, 24, 10, 0), ...lost(5, { base: 0, other: undefined })],
      {},
      'better',
    ],
    [
      'what is not known of the lost ones could',
      [...table(160, 24, 10, 0), ...lost(5, { base: 1, other: undefined })],
      {},
      'unclear: lost',
    ],
    [
      'the lost ones could make it equivalent or not',
      [...table(100, 20, 14, 66), ...lost(9)],
      { minimumDifference: 0.1 },
      'unclear: lost',
    ],
    [
      'the lost ones could make it matter',
      [...table(110, 41, 7, 42), ...lost(6)],
      { minimumDifference: 0.24 },
      'better',
    ],
    [
      'the lost ones could not make it matter',
      [...table(110, 41, 7, 42), ...lost(1)],
      { minimumDifference: 0.3 },
      'belowMinimum',
    ],
    [
      'the lost ones could make it matter less',
      [...table(110, 41, 7, 42), ...lost(6)],
      { minimumDifference: 0.1 },
      'better',
    ],
    ['answers at the token limit passed', limited(5, table(0, 10, 160, 24).reverse()), {}, 'worse'],
    ['5% of the base’s are empty', empty(10, table(0, 40, 10, 150)), {}, 'better'],
    ['over 5% of the base’s are empty', empty(11, table(0, 40, 10, 150)), {}, 'none: empty'],
    [
      'both refused any number',
      [...table(110, 41, 7, 42), ...lost(90).map((pair) => ({ ...pair, isRefusedByBoth: true }))],
      {},
      'better',
    ],
  ] as [string, ScoredPair[], VerdictOptions, string][]) {
    it(`is "${expected}" if ${name}`, () => assert.equal(kindOf(pairs, options), expected));
  }

  it('has its numbers beside it, for yes or no', () => {
    const { low = 0, high = 0, p = 1, ...rest } = pairedVerdict(table(110, 41, 7, 42));
    assert.deepEqual(rest, {
      kind: 'better',
      difference: 0.17,
      test: 'mcnemar',
      better: 41,
      both: 110,
      worse: 7,
      equal: 152,
      squares: 48,
      lost: 0,
      limited: 0,
      refused: 0,
    });
    assert.deepEqual([low.toFixed(2), high.toFixed(2), p < 0.001], ['0.10', '0.23', true]);
  });

  it('has its counts even if there is none, but neither interval nor test', () => {
    const { kind, difference, better, lost, low, p } = pairedVerdict(table(0, 9, 0, 0), { lost: 3 });
    assert.deepEqual(
      { kind, difference, better, lost, low, p },
      { kind: 'none', difference: 1, better: 9, lost: 3, low: undefined, p: undefined },
    );
  });

  it('says what it would be if answers at the token limit had passed, or failed', () => {
    const pairs = [...table(0, 0, 8, 0), ...limited(12, table(160, 24, 0, 12))].map((pair, at) => ({
      ...pair,
      unit: at,
    }));
    const { kind, ifLimited } = pairedVerdict(pairs);
    assert.deepEqual([kind, ifLimited], ['better', { passed: 'better', failed: 'better' }]);
    const passing = [...table(0, 0, 8, 12), ...limited(12, table(100, 0, 0, 0)), ...table(0, 20, 0, 0)].map(
      (pair, at) => ({ ...pair, unit: at }),
    );
    assert.deepEqual(pairedVerdict(passing).kind, 'better');
    assert.equal(judgedOf(passing).ifLimited?.failed, 'unclear');
  });

  it('counts a group or repeated prompt once, by its means', () => {
    const rows = Array.from({ length: 20 }, (_, at) => [
      { unit: at, base: 0, other: 1 },
      { unit: at, base: 0, other: at % 4 === 0 ? 0 : 1 },
      { unit: at, base: at % 3 === 0 ? 1 : 0, other: 0 },
    ]).flat();
    const means = Array.from(
      { length: 20 },
      (_, at) => (2 - Number(at % 4 === 0) - Number(at % 3 === 0)) / 3,
    );
    const mean = means.reduce((sum, one) => sum + one, 0) / 20;
    const [low, high] = meanDifference(means);
    const verdict = judgedOf(rows, { seed: 5 });
    assert.ok(Math.abs(verdict.difference - mean) < 1e-12 && Math.abs(verdict.low - low) < 1e-12);
    assert.ok(Math.abs(verdict.high - high) < 1e-12);
    assert.deepEqual([verdict.test, verdict.kind], ['signFlip', 'better']);
    assert.equal(verdict.p, signFlip(means, 5));
    assert.equal(verdict.better + verdict.worse + verdict.equal, 20);
  });

  it('leaves a failed pair out of its group, and counts it against the group', () => {
    const grouped = Array.from({ length: 24 }, (_, at) => [
      { unit: at >> 1, base: 0, other: at % 4 < 3 ? 1 : 0 },
    ]).flat();
    assert.equal(kindOf(grouped), 'better');
    const failing = [...grouped, { unit: 0, base: undefined, other: undefined }];
    const { kind, difference, lost } = pairedVerdict(failing);
    assert.deepEqual([kind, difference, lost], ['better', pairedVerdict(grouped).difference, 1]);
  });

  it('is not final before all that was planned has ended, whatever it would be', () => {
    const found = pairedVerdict(table(30, 20, 0, 10), { isComplete: false });
    assert.deepEqual([found.kind, found.why, found.better, found.equal], ['notFinal', undefined, 20, 40]);
    assert.equal(pairedVerdict([], { isComplete: false }).kind, 'notFinal');
    assert.equal(together([found, pairedVerdict(table(30, 20, 0, 10))])[1]?.holmP, undefined);
  });

  it('takes the t test over 1,000 units without a common part', () => {
    const scores = Array.from({ length: 1001 }, (_, at) => ({ base: 0.5, other: 1 / (at + 3) }));
    const rows = scores.map((score, at) => ({ unit: at, ...score }));
    const { test, p } = pairedVerdict(rows);
    assert.deepEqual([test, p], ['t', meanTest(scores.map(({ base, other }) => other - base))]);
    assert.equal(pairedVerdict(rows.slice(1)).test, 'signFlip');
  });

  it('is mirrored if the models change places', () => {
    const score = fc.constantFrom(0, 0, 0.5, 1, 1, undefined);
    const pair = fc.record({ base: score, other: score, isBaseLimited: fc.boolean() });
    const mirror: Record<Verdict['kind'], Verdict['kind']> = {
      better: 'worse',
      worse: 'better',
      belowMinimum: 'belowMinimum',
      equivalent: 'equivalent',
      unclear: 'unclear',
      notFinal: 'notFinal',
      none: 'none',
    };
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 40 }), fc.nat({ max: 2 }), (pairs, lost) => {
        const rows = pairs.map((row, at) => ({ unit: at, ...row }));
        const swapped = rows.map(({ unit, base, other, isBaseLimited }) => ({
          unit,
          base: other,
          other: base,
          isOtherLimited: isBaseLimited,
        }));
        const options = { lost, minimumDifference: 0.1 };
        const [one, two] = [pairedVerdict(rows, options), pairedVerdict(swapped, options)];
        assert.deepEqual([two.kind, two.why, two.isAtLeast], [mirror[one.kind], one.why, one.isAtLeast]);
        if (!isJudged(one) || !isJudged(two)) return;
        assert.ok(Math.abs(one.low + two.high) < 1e-12 && Math.abs(one.p - two.p) < 1e-12);
      }),
    );
  });
});

const together = (verdicts: Verdict[]) =>
  verdictsTogether(verdicts.map((verdict) => ({ verdict }))).map(({ verdict }) => verdict);

/** A verdict that there must be. */
function judgedOf(pairs: ScoredPair[], options?: VerdictOptions): JudgedVerdict {
  const verdict = pairedVerdict(pairs, options);
  assert.ok(isJudged(verdict), verdict.kind);
  return verdict;
}

describe('Several verdicts', () => {
  const verdict = (onlyOther: number, onlyBase: number, minimumDifference = 0) =>
    pairedVerdict(table(100, onlyOther, onlyBase, 200 - onlyOther - onlyBase), { minimumDifference });
  const kinds = (verdicts: Verdict[]) =>
    together(verdicts).map(({ kind, why }) => (why === undefined ? kind : `${kind}: ${why}`));

  it('stand alone if there is one', () => {
    const one = verdict(17, 6);
    assert.equal(one.kind, 'better');
    assert.deepEqual(together([one]), [one]);
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

  it('are equivalent where one of several is no longer sure, but lies within what matters', () => {
    const [first] = together([verdict(17, 6, 0.2), verdict(20, 20, 0.2)]);
    assert.deepEqual([first?.kind, first?.why], ['equivalent', undefined]);
  });

  it('keep their own intervals', () => {
    const [first] = together([verdict(17, 6), verdict(20, 20)]);
    const { low, high, p } = verdict(17, 6);
    assert.deepEqual([first?.low, first?.high, first?.p], [low, high, p]);
  });

  it('are not made doubtful by a pair that can’t be judged', () => {
    assert.deepEqual(kinds([verdict(17, 6), pairedVerdict(table(1, 1, 1, 1))]), ['better', 'none: fewUnits']);
  });
});
