import assert from 'node:assert/strict';
import { english } from '../../../../../src/base/texts.ts';
import { runFindings } from '../../../../../src/core/promptSets/report/runFindings.ts';
import type { Run } from '../../../../../src/core/promptSets/run/runRecord.ts';
import { howComputed } from '../../../../../src/core/promptSets/words/howComputed.ts';
import { dayAndTime, modelNames, runFacts } from '../../../../../src/core/promptSets/words/runFacts.ts';
import { runNotices } from '../../../../../src/core/promptSets/words/runNotices.ts';
import { summaryHeadings, summaryRow } from '../../../../../src/core/promptSets/words/summaryText.ts';
import { VerdictThread } from '../../../../../src/core/promptSets/worker/verdictThread.ts';
import { type Answer, no, rows, runOf, type ScoredRun, yes } from '../report/scoredRun.ts';
import { plan } from '../run/runBench.ts';

const verdictThread = new VerdictThread();

// Of this year, the time would have no year.
const at = new Date(2025, 10, 18, 10, 42).getTime();
const run: Run = {
  ...{ v: 1, id: 'run', createdAt: at, ...plan },
  ...{ prompts: 200, settings: { temperature: 0, maxTokens: 1024 } },
};

const display = {
  ...{ t: english, names: ['llama-3-8b', 'support-tone-v7'] },
  errorWords: ({ kind }: { kind: string }) => `Because of ${kind}.`,
  judgeErrorWords: () => '',
};
const situation = { minimumDifference: 0 };

describe('The facts of a run', () => {
  it('say when, what and how it was asked', () => {
    assert.equal(
      runFacts(english, run).replace('\u202f', ' '),
      'Nov 18, 2025, 10:42 AM · 200 prompts × 2 models · temperature 0, max tokens 1,024',
    );
    const settings = { maxTokens: 5, topP: 0.5, seed: 12345, systemPrompt: 'Be kind.', stop: ['x'] };
    const models = plan.models.slice(0, 1);
    assert.match(
      runFacts(english, { ...run, prompts: 1, models, settings, repetitions: 3 }),
      / · 1 prompt × 1 model · top P 0.5, max tokens 5, seed 12345, stop, system prompt · 3 repetitions$/,
    );
  });

  it('name the connections of all models, by the names that they have now', () => {
    const connections = {
      byId: (id: string) => (id === 'acme' ? { name: 'Acme\u202e production' } : undefined),
    };
    assert.match(runFacts(english, run, connections), / · Acme production · 200 prompts × 2 models · /);
    const models = [...run.models, { connectionId: 'removed', name: 'llama-3-8b' }];
    assert.match(runFacts(english, { ...run, models }, connections), / · Acme production · 200 prompts /);
  });

  it('don’t count the base against itself as a model', () => {
    const models = [...run.models, { connectionId: 'acme', name: 'llama-3-8b', isNoiseFloor: true }];
    assert.match(runFacts(english, { ...run, models }), / 200 prompts × 2 models /);
  });

  it('name the connections of models if there are several', () => {
    const named = new Map([
      ['acme', 'Acme'],
      ['other', 'Other\u202e'],
    ]);
    const byId = (id: string) => {
      const name = named.get(id);
      return name === undefined
        ? undefined
        : { id, name, baseUrl: 'https://acme.example', readOnly: false, allowHttp: false };
    };
    const connections = { byId };
    const [base] = run.models;
    assert.ok(base);
    assert.deepEqual(
      modelNames(
        english,
        [base, { ...base, connectionId: 'other' }, { ...base, connectionId: 'gone' }],
        connections,
      ),
      ['llama-3-8b (Acme)', 'llama-3-8b (Other)', 'llama-3-8b'],
    );
    assert.deepEqual(modelNames(english, run.models, connections), ['llama-3-8b', 'support-tone-v7']);
  });

  it('have the year of a day only if that is another one', () => {
    const at = new Date(2026, 10, 18, 10, 42).getTime();
    const text = (now: Date) => dayAndTime(english, at, now.getTime()).replace('\u202f', ' ');
    assert.equal(text(new Date(2026, 0, 1)), 'Nov 18, 10:42 AM');
    assert.equal(text(new Date(2027, 0, 1)), 'Nov 18, 2026, 10:42 AM');
    assert.equal(dayAndTime(english, 1e300), '1e+300');
  });
});

describe('The notices of a run', () => {
  const noticesOf = (
    scored: ScoredRun,
    about: { isAsking?: boolean; isElsewhere?: boolean; names?: string[] } = {},
    file = {},
  ) => runNotices({ ...scored, unreadable: 0, isNewer: false, ...file }, about, { ...display, ...about });

  it('are none for one that is complete', () => {
    const scored = runOf(rows(2, yes, no));
    scored.add({ is: 'ended', why: 'complete', at: 1 });
    assert.deepEqual(noticesOf(scored), []);
  });

  it('say how far it came', () => {
    const scored = runOf([...rows(2, yes, no), [undefined, undefined]]);
    assert.deepEqual(noticesOf(scored), ['Nothing was asked yet. Choose Run Missing to start.']);
    scored.add({ is: 'begun', at: 1, underWay: [] });
    assert.deepEqual(noticesOf(scored), ['Interrupted at 4 of 6. Choose Run Missing to go on.']);
    scored.add({ is: 'sent', prompt: 2, model: 1, repetition: 0, attempt: 1, at: 1 });
    assert.deepEqual(noticesOf(scored), [
      'Interrupted at 4 of 6. Choose Run Missing to go on. 1 request was in progress; it may have been answered without being recorded, and is sent again.',
    ]);
    assert.deepEqual(noticesOf(scored, { isAsking: true }), []);
    assert.deepEqual(noticesOf(scored, { isElsewhere: true }), [
      'Another window runs this. It is followed here.',
    ]);
    scored.add({ is: 'ended', why: 'stopped', at: 1 });
    assert.deepEqual(noticesOf(scored), ['Stopped at 4 of 6. Choose Run Missing to go on.']);
    scored.add({ is: 'ended', why: 'ceiling', at: 1 });
    assert.deepEqual(noticesOf(scored), [
      'Stopped at the token ceiling, 4 of 6. Choose Run Missing to go on without one.',
    ]);
  });

  it('say which model was asked no more, and why', () => {
    const scored = runOf(rows(2, yes, no));
    scored.add({ is: 'ended', why: 'complete', at: 1 });
    scored.add({ is: 'gaveUp', model: 1, at: 1, error: { kind: 'tls' } });
    assert.deepEqual(noticesOf(scored), [
      'support-tone-v7 failed ten times in a row, so its other prompts were not sent. Because of tls.',
    ]);
  });

  it('say which models were asked no more with a refused key', () => {
    const scored = runOf(rows(2, yes, no));
    scored.add({ is: 'ended', why: 'complete', at: 1 });
    for (const model of [0, 1]) scored.add({ is: 'gaveUp', model, at: 1, error: { kind: 'unauthorized' } });
    assert.deepEqual(noticesOf(scored), [
      'llama-3-8b and support-tone-v7 were asked no more. Because of unauthorized.',
    ]);
  });

  it('name all models that were asked no more for one reason in one sentence', () => {
    const models = [...run.models, ...run.models];
    const names = ['a', 'b', 'c', 'a'];
    const scored = runOf([models.map(() => yes)], { models });
    scored.add({ is: 'ended', why: 'complete', at: 1 });
    for (const [model, kind] of [...['tls', 'network', 'tls', 'tls'].entries()].toReversed())
      scored.add({ is: 'gaveUp', model, at: 1, error: { kind } });
    assert.deepEqual(noticesOf(scored, { names }), [
      'a and c each failed ten times in a row, so their other prompts were not sent. Because of tls.',
      'b failed ten times in a row, so its other prompts were not sent. Because of network.',
    ]);
  });

  it('call a field that one model refused a difference between them', () => {
    const scored = runOf(rows(2, yes, no));
    scored.add({ is: 'ended', why: 'complete', at: 1 });
    const refuse = (model: number) =>
      scored.add({
        ...{ is: 'result', prompt: 0, model, repetition: 0, attempt: 2, at: 1, state: 'complete', text: '' },
        ...{ reasoning: '', figures: { durationMs: 1 }, settings: {}, droppedFields: ['seed'] },
      });
    for (const prompt of [0, 1])
      scored.add({ is: 'prompt', prompt, line: 1, id: '1', messages: [], checks: [] });
    refuse(1);
    assert.deepEqual(noticesOf(scored), [
      "support-tone-v7 doesn't accept seed, so it was asked without: a difference between the models.",
    ]);
    refuse(0);
    assert.deepEqual(noticesOf(scored), ["The models don't accept seed, so they were asked without."]);
  });

  it('say that there is nothing to check, unless a verdict does', () => {
    const noticesWithout = (models: Run['models']) => {
      const scored = runOf([models.map(() => yes)], { models });
      scored.add({ is: 'prompt', prompt: 0, line: 1, id: '1', messages: [], checks: [] });
      scored.add({ is: 'ended', why: 'complete', at: 1 });
      return noticesOf(scored);
    };
    assert.deepEqual(noticesWithout(run.models), []);
    assert.deepEqual(noticesWithout(run.models.slice(0, 1)), [
      'This set has no checks: its answers can only be read.',
    ]);
  });

  it('say what is not checked, unless checks may still come', () => {
    const scored = runOf([...rows(2, yes, no), [yes, { isUnchecked: true }]]);
    scored.add({ is: 'ended', why: 'complete', at: 1 });
    assert.deepEqual(noticesOf(scored), [
      '1 answer is not checked. Choose Run Missing to check it again; nothing is sent for that.',
    ]);
    assert.deepEqual(noticesOf(scored, { isAsking: true }), []);
  });

  it('say what could not be read, and what must not be written', () => {
    const scored = runOf(rows(2, yes, no));
    scored.add({ is: 'ended', why: 'complete', at: 1 });
    assert.deepEqual(noticesOf(scored, {}, { unreadable: 2, isNewer: true }), [
      'A newer version of Hosted Models wrote to this run, so it can only be read. Update the extension to go on.',
      '2 lines of the results could not be read, and what they said is missing here.',
    ]);
  });
});

describe('The summary of a run, in words', () => {
  it('has a cell per heading, each with the prompts behind it', async () => {
    const figures = { durationMs: 1, ttftMs: 412, tokensPerSecond: 61.6, completionTokens: 5000 };
    const timed: Answer = { ...yes, figures };
    const failed: Answer = { state: 'failed', text: '' };
    const scored = runOf([...rows(24, timed, yes), [no, failed]]);
    const findings = await runFindings(scored, verdictThread, situation);
    const [base, other] = findings.summaries.map((one) => summaryRow(english, one, findings));
    const texts = base?.cells.map(({ text }) => text);
    assert.deepEqual(texts, ['96% (80 to 99)', '0.41 / 0.41 s', '62', '120K', '0', '0', '0']);
    assert.equal(texts?.length, summaryHeadings(english, scored.run).length);
    assert.equal(base?.cells[0]?.title, '24 of 25 prompts, with the 95% interval (Wilson)');
    assert.deepEqual(
      base?.cells.map(({ shows }) => shows),
      ['passed', 'slowest', undefined, undefined, undefined, undefined, undefined],
    );
    assert.equal(other?.cells[0]?.text, '100% (86 to 100)');
    assert.deepEqual(other?.cells[4], { text: '1', title: 'Requests that failed', shows: 'failed' });
  });

  it('says of repeated prompts how many passed each time, of those whose answers are all checked', async () => {
    const scored = runOf([
      ...rows(3, yes, yes, yes, yes),
      ...rows(1, yes, no, no, no),
      ...rows(1, { state: 'cut', text: '' }, yes, no, no),
    ]);
    const findings = await runFindings(scored, verdictThread, situation);
    assert.deepEqual(summaryHeadings(english, scored.run).slice(0, 2), ['passed', 'all of 2']);
    const [base, other] = findings.summaries.map((one) => summaryRow(english, one, findings).cells[1]);
    assert.deepEqual(base, {
      text: '75%',
      title: 'Passed each of 2 times: 3 of 4 prompts with so many checked answers (pass^k)',
      shows: 'allPassed',
    });
    assert.equal(other?.text, '60%');
    assert.match(
      howComputed(findings, display),
      /\*All of 2\* is pass\^k.*C\(c, k\) \/ C\(n, k\), k being 2;.*arXiv:2406\.12045/su,
    );
  });
});

describe('How a run’s verdict is computed', () => {
  async function documentOf(scored: ScoredRun, other = 'support-tone-v7'): Promise<string> {
    const names = ['llama-3-8b', other];
    return howComputed(await runFindings(scored, verdictThread, situation), { ...display, names });
  }

  it('has the formula of yes and no with its numbers, and where it comes from', async () => {
    const text = await documentOf(
      runOf([...rows(36, yes, { isPassed: true, text: 'yes!' }), ...rows(12, no, yes), ...rows(2, yes, no)]),
    );
    // The worked values of Newcombe (1998).
    assert.match(
      text,
      /\| both \(a\) \| 36 \|\n.* \(b\) \| 12 \|\n.* \(c\) \| 2 \|\n\| neither \(d\) \| 0 \|/,
    );
    assert.match(text, /p₁ − p₂ = 0\.2, low = 0\.05693, high = 0\.3404/);
    assert.match(text, /min\(b, c\)\) = 0\.01294/);
    assert.match(text, /Statistics in Medicine 17 \(1998\), 2635–2650, method 10/);
    assert.match(text, /- llama\\-3\\-8b: 38 \/ 50 = 76%/);
  });

  it('has names as they are, whatever Markdown they would be', async () => {
    const name = '![x](https://evil.example/) <b> | `c` $a$ https://evil.example';
    const text = await documentOf(runOf([...rows(36, yes, no), ...rows(12, no, yes)]), name);
    assert.ok(text.includes(name.replace(/[!-/:-@[-`{-~]/gu, '\\$&')));
    assert.doesNotMatch(text, /evil\.|\]\(|<b>/u);
  });

  it('has that of means', async () => {
    const text = await documentOf(runOf([...rows(8, no, yes, yes, yes), ...rows(4, yes, no, no, yes)]));
    assert.match(text, /A repeated prompt counts once, by its mean: 12 prompts\./);
    assert.match(text, /m = 0\.2857, s = 0\.4688, t₀\.₉₇₅ = 2\.16\nlow = 0\.01503, high = 0\.5564/);
    assert.match(text, /The sign-flip test/);
  });
});
