import assert from 'node:assert/strict';
import { english } from '../../../../../src/base/texts.ts';
import { ratingVerdict } from '../../../../../src/core/promptSets/verdict/ratingVerdict.ts';
import { ratingParts } from '../../../../../src/core/promptSets/words/howPreferred.ts';
import { ratingTexts } from '../../../../../src/core/promptSets/words/preferenceText.ts';

const display = { t: english, names: ['llama-3-8b', 'support-tone-v7'] };

function judged(better: number, worse: number, ties = 0) {
  const preferred = [
    ...Array.from({ length: better }, () => 'other' as const),
    ...Array.from({ length: worse }, () => 'base' as const),
    ...Array.from({ length: ties }, () => 'tie' as const),
  ];
  const verdict = ratingVerdict(preferred.map((one, unit) => ({ unit, preferred: one })));
  return { model: 1, verdict, rated: preferred.length, skipped: 3 };
}

const said = (...counts: [better: number, worse: number, ties?: number]) => {
  const [{ text, test } = { text: '', test: undefined }] = ratingTexts(
    { ratings: [judged(...counts)] },
    display,
  );
  return test === undefined ? text : `${text} ${test}`;
};

describe('The words for ratings', () => {
  it('say which model is preferred, how often and how sure that is', () => {
    assert.equal(
      said(41, 14, 5),
      'Rated blind: support-tone-v7 is preferred 41 to 14 with 5 ties: in 75% of the others (95% interval: 62 to 84). Sign test: p < 0.001.',
    );
    assert.equal(
      said(5, 20, 1),
      'Rated blind: llama-3-8b is preferred 20 to 5 with 1 tie: in 80% of the others (95% interval: 61 to 91). Sign test: p = 0.004.',
    );
  });

  it('say which parts count prompts, whose names say numbers, too', () => {
    const names = ['llama 14', 'tone 41 to 14'];
    const partsOf = (...counts: [better: number, worse: number, ties?: number]) => {
      const [words] = ratingTexts({ ratings: [judged(...counts)] }, { ...display, names });
      return words?.counted?.map(({ from, to, shows }) => [words.text.slice(from - 1, to + 1), shows]);
    };
    assert.deepEqual(partsOf(41, 14, 5), [
      [' 41 ', 'ratedOther'],
      [' 14 ', 'ratedBase'],
      [' 5 ties:', 'ratedTie'],
    ]);
    assert.deepEqual(partsOf(0, 0, 12), [[' 12 ', 'ratedTie']]);
    assert.equal(partsOf(0, 0), undefined);
  });

  it('say that nothing is clear, and why', () => {
    assert.equal(
      said(14, 11),
      'Rated blind: no clear preference. support-tone-v7 is preferred 14 to 11: in 56% (95% interval: 37 to 73). Sign test: p = 0.69.',
    );
    assert.match(
      said(18, 8),
      /^Rated blind: too close to call\. The interval leaves out 50%, but by the sign test it may be chance \(p = 0\.076\)\. support/,
    );
    const one = judged(20, 8);
    const holm = {
      ...one,
      verdict: { ...one.verdict, kind: 'unclear' as const, why: 'holm' as const, holmP: 0.07 },
    };
    const [{ text = '', test = '' } = {}] = ratingTexts(
      { ratings: [holm, judged(20, 3), judged(3, 0)] },
      display,
    );
    assert.match(
      text,
      /^Rated blind: unclear\. As one of 2 comparisons it may be chance \(p = 0\.07, adjusted\)\. /,
    );
    assert.equal(test, 'Sign test: p = 0.036. Adjusted for 2 comparisons (Holm): p = 0.07.');
    assert.equal(
      said(0, 0, 12),
      'Rated blind: no clear preference. support-tone-v7 and llama-3-8b are tied on all 12 prompts. Sign test: p = 1.',
    );
    assert.equal(
      said(7, 0),
      'Rated blind: no verdict on support-tone-v7. Only 7 prompts were rated; it takes at least 10. So far 7 for support-tone-v7, 0 for llama-3-8b, 0 ties.',
    );
    assert.equal(
      said(0, 0),
      'Rated blind: no verdict on support-tone-v7. No prompt was rated; it takes at least 10.',
    );
  });

  it('say how it is computed, with the numbers', () => {
    const part = ratingParts(
      { ratings: [judged(41, 14, 5)] },
      { ...display, names: ['llama-3-8b', 'a|b'] },
    ).join('\n\n');
    for (const words of [
      '## a|b beside llama-3-8b, rated blind',
      '| a\\|b (b) | 41 |\n| llama-3-8b (c) | 14 |\n| neither | 5 |',
      '60 prompts were rated, 3 skipped: the verdict must hold',
      'how often 55 fair coins fall at least as unevenly as 41 to 14',
      'b / (b + c) = 0.7455, low = 0.617, high = 0.8419',
    ])
      assert.ok(part.includes(words), `${words} is not in ${part}`);
  });
});
