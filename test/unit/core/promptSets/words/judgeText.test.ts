import assert from 'node:assert/strict';
import { english } from '../../../../../src/base/texts.ts';
import type { ModelJudgeVerdict } from '../../../../../src/core/promptSets/judge/runJudgeVerdicts.ts';
import type { CorrectedVerdict } from '../../../../../src/core/promptSets/verdict/correctedVerdict.ts';
import { ratingVerdict } from '../../../../../src/core/promptSets/verdict/ratingVerdict.ts';
import { judgeParts } from '../../../../../src/core/promptSets/words/howPreferred.ts';
import { judgeNotices, judgeTexts } from '../../../../../src/core/promptSets/words/judgeText.ts';
import type { RaterAgreement } from '../../../../../src/core/statistics/index.ts';

const display = { t: english, names: ['llama-3-8b', 'support-tone-v7'] };
const agreement: RaterAgreement = { kappa: 0.617, interval: [0.409, 0.825], share: 0.8, units: 50 };
const judging = {
  ...{ seed: 1, template: 'Which is better?\n```\n{{mark}}' },
  judge: { connectionId: 'acme', name: 'qwen-72b' },
};

function judged(better: number, changes: Partial<ModelJudgeVerdict> = {}): ModelJudgeVerdict {
  const verdict = ratingVerdict(Array.from({ length: better }, (_, unit) => ({ unit, preferred: 'other' })));
  const counts = {
    ...{ judged: better, none: 0, of: better, longer: { longer: 0, of: 0 }, rated: 0 },
    ...{ contradicted: 0, isLengthTested: true },
  };
  return { model: 1, judging, verdict, agreement: undefined, ...counts, ...changes };
}

describe('The words for a judge', () => {
  it('say whom it prefers and what helps to decide whether to trust it', () => {
    const one = judged(41, { none: 2, of: 60, longer: { longer: 30, of: 40 }, agreement, rated: 50 });
    assert.deepEqual(judgeTexts({ judged: [one] }, display), [
      {
        model: 1,
        kind: 'better',
        counted: [{ from: 49, to: 51, shows: 'judgedOther' }],
        text: 'Judged by qwen-72b: support-tone-v7 is preferred 41 to 0: in 100% (95% interval: 91 to 100).',
        test: 'Sign test: p < 0.001. No judgment on 2 prompts. The longer answer won 30 of 40. Agreement with your ratings: κ = 0.62 (95% interval: 0.41 to 0.83) on 50 prompts.',
      },
    ]);
  });

  it('say what it takes: ten prompts, and fifty ratings to trust it', () => {
    assert.deepEqual(
      judgeTexts({ judged: [judged(1)] }, display).map(({ text, test }) => [text, test]),
      [
        [
          'Judged by qwen-72b: no verdict on support-tone-v7. Only 1 prompt was judged; it takes at least 10. So far 1 for support-tone-v7, 0 for llama-3-8b, 0 ties.',
          'Rate all 1 to know whether to trust it.',
        ],
      ],
    );
  });

  it('advise another judge where none of its answers is a judgment', () => {
    const one = judged(0, { none: 3, of: 3, judging: { ...judging, unusable: 'right' } });
    assert.equal(
      judgeTexts({ judged: [one] }, display)[0]?.test,
      'No judgment on 3 prompts. The judge answered, for instance: “right”. Try another judge, or change the template.',
    );
  });

  it('say what it answered that is no judgment, how often it contradicts itself, and that length can’t be told', () => {
    const unusable = `Both answers are\nfine, but ${'x'.repeat(200)}`;
    const one = judged(60, {
      none: 3,
      contradicted: 9,
      judging: { ...judging, unusable },
      isLengthTested: false,
      longer: { longer: 8, of: 8 },
      agreement,
      rated: 50,
    });
    assert.equal(
      judgeTexts({ judged: [one] }, display)[0]?.test,
      `Sign test: p < 0.001. No judgment on 3 prompts. The judge answered, for instance: “Both answers are fine, but ${'x'.repeat(52)}…”. With the order swapped it contradicted itself on 9 of 60, which count as ties. The longer answer won 8 of 8. Whether it likes length as such can't be told: too seldom is either answer the longer one. Agreement with your ratings: κ = 0.62 (95% interval: 0.41 to 0.83) on 50 prompts.`,
    );
    assert.match(
      judgeTexts({ judged: [judged(60, { none: 1, judging: { ...judging, unusable: ' ' } })] }, display)[0]
        ?.test ?? '',
      /The judge answered without text\./u,
    );
  });

  it('say first what it finds as ratings correct it, with one interval, and itself beneath, not corrected', () => {
    const corrected: CorrectedVerdict = {
      kind: 'worse',
      ...{ share: 0.36, low: 0.27, high: 0.45, p: 0.003 },
      ...{ units: 200, rated: 60, skipped: 2, narrower: 0.024 },
    };
    const one = judged(120, { of: 200, rated: 60, agreement, corrected });
    assert.deepEqual(judgeTexts({ judged: [one] }, display), [
      {
        model: 1,
        kind: 'worse',
        text: 'Judged by qwen-72b, corrected by 60 of your ratings: llama-3-8b is preferred in 64% (95% interval: 55 to 73), a tie being half.',
        test: 'Not corrected: support-tone-v7 is preferred 120 to 0: in 100% (95% interval: 97 to 100). Sign test: p < 0.001. Agreement with your ratings: κ = 0.62 (95% interval: 0.41 to 0.83) on 50 prompts. Twenty more ratings would narrow the interval by 2 points.',
      },
    ]);
    const said = (changes: object) =>
      judgeTexts({ judged: [{ ...one, corrected: { ...corrected, ...changes } }] }, display)[0]?.text ?? '';
    assert.match(said({ kind: 'unclear', low: 0.4, high: 0.6 }), /: no clear preference\. llama-3-8b is /u);
    assert.match(
      said({ kind: 'unclear', why: 'skipped' }),
      /: unclear\. The prompts that were skipped could /u,
    );
    const holm = { kind: 'unclear', why: 'holm', holmP: 0.06 } as const;
    const two = [one, { ...one, model: 1 }].map((each) => ({
      ...each,
      corrected: { ...corrected, ...holm },
    }));
    assert.match(
      judgeTexts({ judged: two }, display)[0]?.text ?? '',
      /: unclear\. As one of 2 comparisons it may be chance \(p = 0\.06, adjusted\)\. /u,
    );
    const parts = judgeParts({ judged: [one] }, display).join('\n');
    assert.match(parts, /N = 200, n = 60, θ = 0\.36, low = 0\.27, high = 0\.45/u);
    assert.match(parts, /2 skipped prompts may not change the verdict/u);
  });

  it('say how far it is as long as it has more to judge, with counts alone', () => {
    const one = judged(20, { of: 60 });
    const open = { ...one, verdict: { ...one.verdict, kind: 'notFinal' as const } };
    assert.deepEqual(judgeTexts({ judged: [open] }, display), [
      {
        model: 1,
        kind: 'notFinal',
        counted: [{ from: 59, to: 61, shows: 'judgedOther' }],
        text: 'Judged by qwen-72b: not final, at 20 of 60 prompts. So far 20 for support-tone-v7, 0 for llama-3-8b, 0 ties.',
        test: 'Rate at least 50, drawn at random, to know whether to trust it.',
      },
    ]);
    assert.doesNotMatch(judgeParts({ judged: [open] }, display).join('\n\n'), /p = /u);
  });

  it('warn of a judge that judges itself, has failed or is not done', () => {
    const one = judged(20, {
      judging: { ...judging, isCompared: true, gaveUp: { error: { kind: 'network' } } },
      of: 60,
    });
    const why = { t: english, judgeErrorWords: () => 'The network is down.' };
    assert.deepEqual(judgeNotices({ judged: [one] }, { isJudging: false }, why), [
      'The judge qwen-72b is one of the compared models or their base: it may prefer its own words.',
      'The judge qwen-72b failed ten times in a row and was asked no more. The network is down.',
      'qwen-72b has judged 20 of 60 prompts. Judge With Model… goes on with the same judge and template.',
    ]);
    assert.equal(judgeNotices({ judged: [one] }, { isJudging: true }, why).length, 1);
    assert.deepEqual(judgeNotices({ judged: [judged(20)] }, { isJudging: false }, why), []);
  });

  it('tell how its verdict and its agreement are computed, and what it was asked', () => {
    const text = judgeParts({ judged: [judged(41, { agreement, rated: 50 })] }, display).join('\n\n');
    assert.match(text, /^## support-tone-v7 beside llama-3-8b, judged by qwen-72b$/mu);
    assert.match(text, /^n = 50, pₒ = 0\.8, κ = 0\.617, low = 0\.409, high = 0\.825$/mu);
    assert.match(text, /^ {4}Which is better\?\n {4}```\n {4}\{\{mark\}\}$/mu);
  });
});
