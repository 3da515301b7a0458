import assert from 'node:assert/strict';
import { english } from '../../../../../src/base/texts.ts';
import type { EarlyClaim } from '../../../../../src/core/promptSets/verdict/earlyClaim.ts';
import type { JudgedVerdict, Verdict } from '../../../../../src/core/promptSets/verdict/pairedVerdict.ts';
import { type VerdictSubject, verdictName } from '../../../../../src/core/promptSets/words/verdictName.ts';
import { verdictText } from '../../../../../src/core/promptSets/words/verdictText.ts';

const subject: VerdictSubject = {
  t: english,
  base: 'llama-3-8b',
  other: 'support-tone-v7',
  isNoiseFloor: false,
  unit: 'prompt',
  progress: { state: 'complete', done: 400, of: 400 },
  minimumDifference: 0,
  comparisons: 1,
};

const better: JudgedVerdict = {
  ...{ kind: 'better', difference: 0.17, low: 0.1049, high: 0.2326, p: 0.0000004, test: 'mcnemar' },
  ...{ better: 41, worse: 7, equal: 152, both: 110, squares: 48, lost: 0, limited: 0, refused: 0 },
};
const mirrored = { difference: -0.17, low: -0.2326, high: -0.1049, better: 7, worse: 41 };
const few = { better: 3, worse: 1, equal: 2 };

/** Parts of any verdict. */
type Parts = Partial<
  Omit<JudgedVerdict, 'kind' | 'why' | keyof EarlyClaim> & Pick<Verdict, 'kind' | 'why'> & EarlyClaim
>;
const verdictOf = (parts: Parts) => ({ ...better, ...parts }) as Verdict;

const said = (verdict: Parts, about: Partial<VerdictSubject> = {}) =>
  verdictText(verdictOf(verdict), { ...subject, ...about }).text;

const difference =
  'support-tone-v7 passes 17 points more than llama-3-8b (95% interval: 10 to 23): 41 better, 7 worse, 152 equal.';

describe('A verdict in words', () => {
  const cases: [name: string, verdict: Parts, about: Partial<VerdictSubject>, text: string][] = [
    ['better', {}, {}, difference],
    [
      'worse',
      { kind: 'worse', ...mirrored },
      {},
      'support-tone-v7 passes 17 points less than llama-3-8b (95% interval: 10 to 23): 7 better, 41 worse, 152 equal.',
    ],
    [
      'of groups',
      {},
      { unit: 'group' },
      'support-tone-v7 passes 17 points more than llama-3-8b (95% interval: 10 to 23): 41 groups better, 7 worse, 152 equal.',
    ],
    [
      'so small that it takes digits',
      { difference: 0.01, low: 0.004, high: 0.016 },
      {},
      'support-tone-v7 passes 1 point more than llama-3-8b (95% interval: 0.4 to 1.6): 41 better, 7 worse, 152 equal.',
    ],
    [
      'whose interval begins so near 0 that no digits tell it',
      { kind: 'unclear', why: 'exactTest', difference: 0.1875, low: 0.0000017, high: 0.35781, p: 0.078 },
      {},
      'Too close to call: the interval leaves out 0, the exact test does not (p = 0.078). support-tone-v7 passes 19 points more than llama-3-8b (95% interval: just above 0 to 36): 41 better, 7 worse, 152 equal.',
    ],
    [
      'better by at least what matters',
      { isAtLeast: true },
      { minimumDifference: 0.1 },
      `Better by at least 10 points: ${difference}`,
    ],
    [
      'real, but below what matters',
      { kind: 'belowMinimum' },
      { minimumDifference: 0.25 },
      `Real, but below 25 points: ${difference}`,
    ],
    [
      'equivalent',
      { kind: 'equivalent', difference: 0.003, low: -0.03, high: 0.04 },
      { minimumDifference: 0.05 },
      'Equivalent within 5 points: support-tone-v7 is between 3 points worse and 4 better than llama-3-8b (95% interval): 41 better, 7 worse, 152 equal.',
    ],
    [
      'of less than a point at one end',
      { kind: 'unclear', difference: 0.03, low: -0.004, high: 0.09 },
      {},
      'No clear difference: support-tone-v7 is between 0.4 points worse and 9 better than llama-3-8b (95% interval): 41 better, 7 worse, 152 equal.',
    ],
    [
      'unclear',
      { kind: 'unclear', difference: 0.03, low: -0.03, high: 0.09 },
      {},
      'No clear difference: support-tone-v7 is between 3 points worse and 9 better than llama-3-8b (95% interval): 41 better, 7 worse, 152 equal.',
    ],
    [
      'unclear by the test alone',
      { kind: 'unclear', why: 'exactTest', p: 0.07 },
      {},
      `Too close to call: the interval leaves out 0, the exact test does not (p = 0.07). ${difference}`,
    ],
    [
      'unclear for what was lost',
      { kind: 'unclear', why: 'lost', lost: 1 },
      {},
      `Unclear: the 1 pair with a failed request, or with an answer that was cut off by the connection or not checked, could change it. ${difference}`,
    ],
    [
      'unclear as one of several',
      { kind: 'unclear', why: 'holm', p: 0.03, holmP: 0.06 },
      { comparisons: 2 },
      `Unclear: as one of 2 comparisons it may be chance (p = 0.06, adjusted). ${difference}`,
    ],
    [
      'none of few',
      { kind: 'none', why: 'fewUnits', ...few },
      {},
      'No verdict: support-tone-v7 and llama-3-8b both answered only 6 checked prompts; it takes at least 10.',
    ],
    [
      'none since all requests to one model failed',
      { kind: 'none', why: 'fewUnits', better: 0, worse: 0, equal: 0 },
      {},
      'No verdict: no checked prompt was answered by both support-tone-v7 and llama-3-8b.',
    ],
    [
      'none since too much was lost',
      { kind: 'none', why: 'lost', lost: 12 },
      {},
      'No verdict: 12 pairs with support-tone-v7 were lost to failed requests, cut connections or unchecked answers, which is over 5%. Choose Run Missing.',
    ],
    [
      'none of few groups',
      { kind: 'none', why: 'fewUnits', ...few },
      { unit: 'group' },
      'No verdict: support-tone-v7 and llama-3-8b both answered only 6 checked groups; it takes at least 10.',
    ],
    [
      'none since answers are empty',
      { kind: 'none', why: 'empty' },
      {},
      'No verdict: over 5% of the answers of support-tone-v7 or llama-3-8b have no text.',
    ],
    [
      'none without checks',
      { kind: 'none', why: 'notChecked' },
      {},
      'No verdict: this set has no checks. Rate the answers yourself with Rate Blind.',
    ],
    [
      'none since all is the same',
      { kind: 'none', why: 'identical' },
      {},
      "No verdict: every answer of support-tone-v7 is the same as llama-3-8b's. If it is an adapter, it is probably not applied.",
    ],
    [
      'not final while it goes on',
      { kind: 'notFinal' },
      { progress: { state: 'running', done: 60, of: 200 } },
      'Still going, at 60 of 200: nothing can be said yet. support-tone-v7 so far: 41 better, 7 worse, 152 equal.',
    ],
    [
      'not final once it was stopped',
      { kind: 'notFinal' },
      { progress: { state: 'stopped', done: 60, of: 200 } },
      'Stopped at 60 of 200: nothing can be said yet. support-tone-v7 so far: 41 better, 7 worse, 152 equal.',
    ],
    [
      'not final at its token ceiling',
      { kind: 'notFinal' },
      { progress: { state: 'ceiling', done: 60, of: 200 } },
      'Stopped at the token ceiling, 60 of 200: nothing can be said yet. support-tone-v7 so far: 41 better, 7 worse, 152 equal.',
    ],
    [
      'not final since its window closed',
      { kind: 'notFinal' },
      { progress: { state: 'begun', done: 60, of: 200 }, unit: 'group' },
      'Interrupted at 60 of 200: nothing can be said yet. support-tone-v7 so far: 41 groups better, 7 worse, 152 equal.',
    ],
    [
      'not final while it waits for a batch',
      { kind: 'notFinal' },
      { progress: { state: 'waiting', done: 60, of: 200 } },
      'Waiting for results, 60 of 200: nothing can be said yet. support-tone-v7 so far: 41 better, 7 worse, 152 equal.',
    ],
    [
      'not final as long as the earlier of two runs isn’t',
      { kind: 'notFinal' },
      { progress: { state: 'earlier', done: 60, of: 200 } },
      'The earlier run has 60 of 200 answers: nothing can be said yet. support-tone-v7 so far: 41 better, 7 worse, 152 equal.',
    ],
    [
      'clear when it was stopped',
      { kind: 'notFinal', clear: 'better', pAtMost: 0.0031, better: 21, worse: 2, equal: 37 },
      { progress: { state: 'stopped', done: 120, of: 400 } },
      'Clear already when it was stopped, after 120 of 400: support-tone-v7 is better than llama-3-8b, p at most 0.004, whenever one stops. 21 better, 2 worse, 37 equal.',
    ],
    [
      'clear, and worse, when its window closed',
      { kind: 'notFinal', clear: 'worse', pAtMost: 0.0000031, better: 2, worse: 21, equal: 37 },
      { progress: { state: 'begun', done: 120, of: 400 } },
      'Clear already when it was interrupted, after 120 of 400: support-tone-v7 is worse than llama-3-8b, p at most 0.001, whenever one stops. 2 better, 21 worse, 37 equal.',
    ],
    [
      'clear while it goes on',
      { kind: 'notFinal', clear: 'better', pAtMost: 0.02, better: 14, worse: 1, equal: 3 },
      { progress: { state: 'running', done: 36, of: 400 } },
      'Clear already, after 36 of 400: support-tone-v7 is better than llama-3-8b, p at most 0.02, whenever one stops. 14 better, 1 worse, 3 equal.',
    ],
    [
      'none without answers',
      { kind: 'notFinal', better: 0, worse: 0, equal: 0 },
      { progress: { state: 'waiting', done: 0, of: 200 } },
      'Waiting for results.',
    ],
    [
      'not started',
      { kind: 'notFinal', better: 0, worse: 0, equal: 0 },
      { progress: { state: 'new', done: 0, of: 200 } },
      'Not started.',
    ],
  ];
  for (const [name, verdict, about, text] of cases)
    it(`can be ${name}`, () => {
      assert.equal(said(verdict, about), text);
    });

  it('begins as a list names it, unless it is sure', () => {
    const kinds = ['belowMinimum', 'unclear', 'notFinal', 'none'] as const;
    const whys = [undefined, 'exactTest', 'lost', 'holm', 'fewUnits', 'empty'] as const;
    for (const kind of kinds)
      for (const why of whys) {
        const verdict = verdictOf({ kind, ...(why && { why }) });
        const about = { ...subject, minimumDifference: 0.2 };
        const { text, test, interval } = verdictText(verdict, about);
        const name = verdictName(verdict, about);
        assert.ok(text.startsWith(`${name}: `) || text.startsWith(`${name}. `), `${name} ${text}`);
        const isSaid = kind === 'belowMinimum' || kind === 'unclear';
        assert.deepEqual([test !== undefined, interval !== undefined], [isSaid, isSaid]);
      }
    assert.equal(verdictName({ kind: 'unclear', why: 'exactTest' }, subject), 'Too close to call');
  });

  it('has its test and its interval beside it', () => {
    const { test, interval } = verdictText(better, { ...subject, minimumDifference: 0.05 });
    assert.equal(test, 'Exact McNemar test: p < 0.001. 152 of 200 pass or fail with both.');
    assert.deepEqual(interval, { difference: 0.17, low: 0.1049, high: 0.2326, minimum: 0.05 });
    const none = verdictText(verdictOf({ kind: 'none', why: 'lost' }), subject);
    assert.deepEqual([none.test, none.interval], [undefined, undefined]);
  });

  it('says which of its parts count prompts, and of those that there are none, nothing', () => {
    const partsOf = (parts: Parts) => {
      const { text, counted } = verdictText(verdictOf(parts), subject);
      return counted?.map(({ from, to, shows }) => [text.slice(from, to), shows]);
    };
    assert.deepEqual(partsOf({ worse: 0 }), [
      ['41 better', 'better'],
      ['152 equal', 'equal'],
    ]);
    assert.deepEqual(partsOf({ kind: 'none', why: 'lost', lost: 12 }), [['12', 'lost']]);
    assert.equal(partsOf({ kind: 'none', why: 'notChecked' }), undefined);
  });

  it('names the test of means, and what else was done to p', () => {
    const { both: _, ...means } = better;
    const testOf = (verdict: Parts, about: Partial<VerdictSubject> = {}) =>
      verdictText({ ...means, ...verdict } as Verdict, { ...subject, ...about }).test;
    assert.equal(
      testOf({ test: 'signFlip', p: 0.0123 }, { unit: 'repeated' }),
      'Sign-flip test: p = 0.012. A repeated prompt counts once, by its mean.',
    );
    assert.equal(
      testOf({ test: 't', p: 0.04996 }, { unit: 'group' }),
      't test: p < 0.05. A group counts once, by its mean.',
    );
    assert.equal(
      testOf({ p: 0.01, holmP: 0.02 }, { comparisons: 2 }),
      'Exact McNemar test: p = 0.01. Adjusted for 2 comparisons (Holm): p = 0.02.',
    );
  });

  it('says what carries it, what the token limit could change, and what both refused', () => {
    const testOf = (parts: Parts, about: Partial<VerdictSubject> = {}) =>
      verdictText(verdictOf(parts), { ...subject, ...about }).test;
    const said = 'Exact McNemar test: p < 0.001.';
    assert.equal(
      testOf({ both: 187, better: 9, worse: 1, equal: 190 }),
      `${said} 187 of 200 pass with both; 13 prompts carry the verdict.`,
    );
    assert.equal(
      testOf({}, { unit: 'group' }),
      `${said} 152 of 200 groups pass or fail with both. A group counts once, by its mean.`,
    );
    const same = '152 of 200 pass or fail with both.';
    assert.equal(
      testOf({ limited: 4, ifLimited: { passed: 'better', failed: 'unclear' } }),
      `${said} ${same} 4 pairs have answers that ended at the token limit: if these had passed: “Better”; if they had failed: “No clear difference”.`,
    );
    assert.equal(
      testOf({ limited: 1, ifLimited: { passed: 'better', failed: 'better' }, refused: 2 }),
      `${said} ${same} 1 pair has an answer that ended at the token limit, which changes nothing. 2 pairs are left out: both models refused the requests.`,
    );
    const flaky = 'Flaky prompts, which pass only some of the time, decide it: without them it would be';
    assert.equal(testOf({ withoutFlaky: 'unclear' }), `${said} ${same} ${flaky} “No clear difference”.`);
    // As one of several it is adjusted, so that the two kinds can't be compared.
    assert.doesNotMatch(testOf({ kind: 'unclear', why: 'holm', withoutFlaky: 'none' }) ?? '', /laky/u);
  });

  it('of the base against itself says how much is chance', () => {
    const floor = { isNoiseFloor: true, other: 'llama-3-8b' };
    const unclear = {
      kind: 'unclear',
      difference: 0,
      low: -0.03,
      high: 0.04,
      better: 6,
      worse: 6,
      squares: 12,
    } as const;
    assert.equal(
      said(unclear, floor),
      'llama-3-8b against itself: 6 better, 6 worse, 152 equal. Chance alone makes differences of up to 5 points.',
    );
    assert.equal(
      said({ kind: 'none', why: 'identical' }, floor),
      'llama-3-8b against itself: every answer is the same, so nothing here is chance.',
    );
    const progress = { state: 'stopped', done: 450, of: 600 } as const;
    assert.equal(
      said({ ...unclear, kind: 'notFinal' }, { ...floor, progress }),
      'Stopped at 450 of 600: nothing can be said yet. llama-3-8b against itself so far: 6 better, 6 worse, 152 equal.',
    );
  });
});
