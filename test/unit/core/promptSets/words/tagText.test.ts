import assert from 'node:assert/strict';
import { english } from '../../../../../src/base/texts.ts';
import { type RunFindings, runFindings } from '../../../../../src/core/promptSets/report/runFindings.ts';
import { howComputed } from '../../../../../src/core/promptSets/words/howComputed.ts';
import { runVerdictTexts } from '../../../../../src/core/promptSets/words/runVerdictTexts.ts';
import { tagLines } from '../../../../../src/core/promptSets/words/tagText.ts';
import { VerdictThread } from '../../../../../src/core/promptSets/worker/verdictThread.ts';
import { type Answer, no, rows, runOf, yes } from '../report/scoredRun.ts';

const verdictThread = new VerdictThread();
const display = { t: english, names: ['llama-3-8b', 'support-tone-v7', 'support-tone-v8'] };
const countsOnly = 'Tags are compared if two or more have at least 10 prompts, or groups.';
const same = (count: number, ...tags: string[]) => Array.from({ length: count }, () => tags);

const findingsOf = (answers: (Answer | undefined)[][], parts: Parameters<typeof runOf>[1]) =>
  runFindings(runOf(answers, parts), verdictThread, { minimumDifference: 0 });
const textsOf = (findings: RunFindings) => tagLines(findings, display)[0]?.tags.map(({ text }) => text);

const refund = [...rows(31, yes, yes), ...rows(21, no, yes), ...rows(8, no, no)];
const invoice = [...rows(31, yes, yes), ...rows(9, yes, no), ...rows(15, no, no)];
const tags = [...same(60, 'refund'), ...same(55, 'invoice')];

describe('What a run found by tag, in words', () => {
  it('has what got worse first, then what got better, each with its prompts', async () => {
    const findings = await findingsOf([...refund, ...invoice, ...rows(3, no, yes)], {
      tags: [...tags, ...same(3, 'few')],
    });
    assert.deepEqual(tagLines(findings, display), [
      {
        model: 1,
        title: 'By tag',
        tags: [
          {
            tag: 'invoice',
            text: 'invoice 40 → 31 of 55, worse (p = 0.004)',
            title: '6 to 26 points worse (95% interval)',
            ...{ shows: 'worse', kind: 'worse' },
          },
          {
            tag: 'refund',
            text: 'refund 31 → 52 of 60, better (p < 0.001)',
            title: '22 to 47 points better (95% interval)',
            ...{ shows: 'better', kind: 'better' },
          },
          { tag: 'few', text: 'few 0 → 3 of 3', shows: 'all' },
        ],
        notes: ['The difference depends on the tag (p < 0.001). Adjusted for 2 tags (Holm).'],
      },
    ]);
  });

  it('begins a verdict’s second line with what got worse while the whole got better', async () => {
    const secondLine = async (answers: (Answer | undefined)[][], own: string[][]) =>
      runVerdictTexts(await findingsOf(answers, { tags: own }), display)[0]?.test;
    assert.match(
      (await secondLine([...refund, ...invoice], tags)) ?? '',
      /^Better as a whole, but not for every tag: invoice 40 → 31 of 55, worse \(p = 0\.004\)\. Exact McNemar test: p = /u,
    );
    const few = [...rows(8, no, yes), ...rows(50, yes, yes)];
    assert.match(
      (await secondLine([...few, ...invoice], [...same(58, 'refund'), ...same(55, 'invoice')])) ?? '',
      /^By tag: invoice 40 → 31 of 55, worse \(p = 0\.008\)\. Exact/u,
    );
    assert.match((await secondLine(invoice, same(55, 'invoice'))) ?? '', /^Exact/u);
  });

  it('says where it is not clear that the difference depends on the tag', async () => {
    const answers = [...rows(10, no, yes), ...rows(20, yes, yes)];
    const findings = await findingsOf([...answers, ...answers], {
      tags: [...same(30, 'a'), ...same(30, 'b')],
    });
    const [line] = tagLines(findings, display);
    assert.deepEqual(line?.tags[0], {
      ...{ tag: 'a', text: 'a 20 → 30 of 30', shows: 'all' },
      title: '15 to 51 points better (95% interval)',
    });
    assert.deepEqual(line?.notes, ['Not clear that the difference depends on the tag (p = 1).']);
  });

  it('has means as percentages, and counts before there is a verdict or a second tag to compare', async () => {
    const repeated = await findingsOf(rows(12, yes, no, yes, yes), { tags: same(12, 'a') });
    assert.deepEqual(textsOf(repeated), ['a 50% → 100% of 12']);
    assert.deepEqual(tagLines(repeated, display)[0]?.notes, [countsOnly]);
    const open = await findingsOf([...refund, [yes, undefined]], { tags: same(61, 'refund') });
    assert.deepEqual(textsOf(open), ['refund 31 → 52 of 60']);
    assert.deepEqual(tagLines(open, display)[0]?.notes, []);
  });

  it('counts the prompts of each tag where nothing is compared', async () => {
    const models = [{ connectionId: 'acme', name: 'llama-3-8b' }];
    const alone = await findingsOf(rows(3, yes), { tags: [['a'], ['b', 'a'], ['b\u202e', 'a']], models });
    assert.deepEqual(tagLines(alone, display), [
      { title: 'By tag', tags: [{ tag: 'a', text: 'a (3)', shows: 'all' }], notes: [] },
    ]);
  });

  it('names the model if several are compared, and 50 tags', async () => {
    const models = display.names.map((name) => ({ connectionId: 'acme', name }));
    const many = Array.from({ length: 120 }, (_, at) => [`tag ${at % 60}`]);
    const lines = tagLines(
      await findingsOf(rows(120, yes, no, { isPassed: true, text: 'Yes.' }), { tags: many, models }),
      display,
    );
    assert.deepEqual(
      lines.map(({ model, title, tags, notes }) => [model, title, tags.length, notes]),
      [
        [1, 'By tag: support-tone-v7', 50, ['10 more tags.', countsOnly]],
        [2, 'By tag: support-tone-v8', 50, ['10 more tags.', countsOnly]],
      ],
    );
  });

  it('is explained with its numbers and source', async () => {
    const text = howComputed(await findingsOf([...refund, ...invoice], { tags }), display);
    assert.match(text, /Q = Σ \(d̂ₜ − d̂\)² \/ vₜ/u);
    assert.match(text, /χ² \(degrees of freedom: 1; Cochran, 1954\)/u);
    assert.match(text, /\n\np = \d/u);
    assert.match(text, /Biometrics 10 \(1954\)/u);
    const both = tags.map((own, at) => (at % 2 ? [...own, 'angry'] : own));
    const overlapping = howComputed(await findingsOf([...refund, ...invoice], { tags: both }), display);
    assert.match(overlapping, /z = \(d̂ₜ − d̂\) \/ √\(vₜ \+ v\)/u);
  });
});
