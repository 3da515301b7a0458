import assert from 'node:assert/strict';
import { english } from '../../../../../src/base/texts.ts';
import { compareRuns } from '../../../../../src/core/promptSets/compare/compareRuns.ts';
import { runStanding } from '../../../../../src/core/promptSets/report/runFindings.ts';
import type { Run, RunResult } from '../../../../../src/core/promptSets/run/runRecord.ts';
import { changeFacts } from '../../../../../src/core/promptSets/words/changeFacts.ts';
import { modelNames } from '../../../../../src/core/promptSets/words/runFacts.ts';
import { changeTexts } from '../../../../../src/core/promptSets/words/runVerdictTexts.ts';
import { VerdictThread } from '../../../../../src/core/promptSets/worker/verdictThread.ts';
import { no, rows, runOf, type ScoredRun, yes } from '../report/scoredRun.ts';

const verdictThread = new VerdictThread();

const named = (...names: string[]) => names.map((name) => ({ connectionId: 'acme', name }));
const connections = {
  byId: (id: string) => (id.startsWith('gone') ? undefined : { name: `Connection ${id}` }),
};
const both = [
  { model: 0, before: 0 },
  { model: 1, before: 1 },
];

async function said(now: ScoredRun, earlier: ScoredRun, pairs = both) {
  const change = await compareRuns(now, earlier, pairs, verdictThread, {});
  const all = modelNames(english, [...now.run.models, ...earlier.run.models], connections);
  const [names, namesBefore] = [all.slice(0, now.run.models.length), all.slice(now.run.models.length)];
  const display = { t: english, names, namesBefore };
  const facts = changeFacts(now, earlier, change, { ...display, connections });
  const standing = runStanding(now, { minimumDifference: 0 });
  const verdicts = changeTexts(standing, earlier, change, display);
  return {
    verdicts: verdicts.map(({ text }) => text),
    tests: verdicts.map(({ test }) => test),
    facts: Object.fromEntries(facts.map(({ name, texts }) => [name, texts])),
  };
}

/** A run of twelve prompts with the same answers, and these changes. */
function run(changes: Partial<Run> = {}, ...results: Partial<RunResult>[]): ScoredRun {
  const scored = runOf(rows(12, yes, yes), changes.models ? { models: changes.models } : {});
  for (const [model, result] of results.entries()) {
    const cell = { prompt: 0, model, repetition: 0, attempt: 1, at: 1 };
    const answer = { text: 'yes', reasoning: '', figures: { durationMs: 1 }, settings: {} };
    scored.add({ is: 'result', ...cell, ...answer, state: 'complete', ...result });
  }
  return { ...scored, run: { ...scored.run, ...changes } };
}

describe('A comparison with an earlier run, in words', () => {
  it('names both models where the names differ, and “before” where they don’t', async () => {
    const earlier = runOf(rows(60, no, no), { models: named('llama-3-8b', 'tone-v7') });
    const now = runOf(rows(60, yes, yes), { models: named('llama-3-8b', 'tone-v8') });
    const { verdicts, facts } = await said(now, earlier);
    assert.match(verdicts[0] ?? '', /^llama-3-8b passes 100 points more than before /u);
    assert.match(verdicts[1] ?? '', /^tone-v8 passes 100 points more than tone-v7 /u);
    assert.deepEqual(facts, {
      Prompts: ['60 of 60 in both runs'],
      Models: ['tone-v8 is compared with tone-v7'],
    });
  });

  it('counts a repeated prompt by its mean only where both runs repeat it', async () => {
    const repeated = ({ run, ...rest }: ScoredRun, repetitions: number): ScoredRun => {
      return { ...rest, run: { ...run, repetitions } };
    };
    const [now, earlier] = [runOf(rows(60, yes, yes)), runOf(rows(60, no, no))];
    const { tests, facts } = await said(repeated(now, 3), earlier);
    assert.equal(
      tests[1],
      'Exact McNemar test: p < 0.001. Adjusted for 2 comparisons (Holm): p < 0.001. 0 of 60 pass or fail with both.',
    );
    assert.deepEqual(facts['Repetitions'], ['1 → 3; the first of each is compared']);
  });

  it('says that all answers are the same, and what that may mean of two names', async () => {
    const [v7, v8] = [
      run({ models: named('llama-3-8b', 'tone-v7') }),
      run({ models: named('llama-3-8b', 'tone-v8') }),
    ];
    assert.deepEqual((await said(v8, v7)).verdicts, [
      'llama-3-8b gave the same answers as before.',
      'tone-v8 gave the same answers as tone-v7. Perhaps it was the same model each time.',
    ]);
  });

  it('tells two models of one name by their connections, or by when they were asked', async () => {
    const at = (connectionId: string) => [{ connectionId, name: 'tone' }];
    const scored = (passed: typeof yes, connectionId: string) =>
      runOf(rows(60, passed), { models: at(connectionId) });
    const { verdicts, facts } = await said(scored(yes, 'b'), scored(no, 'a'), both.slice(0, 1));
    assert.match(
      verdicts[0] ?? '',
      /^tone \(Connection b\) passes 100 points more than tone \(Connection a\) /u,
    );
    assert.deepEqual(facts['Connection'], ['Connection a → Connection b']);
    const gone = await said(scored(yes, 'gone'), scored(no, 'gone too'), both.slice(0, 1));
    assert.match(gone.verdicts[0] ?? '', /^tone passes 100 points more than before /u);
    assert.equal(gone.facts['Connection'], undefined);
    const moved = (baseUrl: string) => run({ models: at('a').map((model) => ({ ...model, baseUrl })) });
    assert.deepEqual(
      (await said(moved('https://two'), moved('https://one'), both.slice(0, 1))).facts['Connection'],
      ['https://one → https://two'],
    );
  });

  it('says which models and prompts are left out', async () => {
    const earlier = runOf(rows(14, yes, yes), { models: named('llama-3-8b', 'tone-v7') });
    const { facts } = await said(run({ models: named('llama-3-8b', 'tone-v8') }), earlier, both.slice(0, 1));
    assert.deepEqual(facts, {
      Prompts: ['12 of 12 in both runs', '2 only in the earlier run'],
      Models: ['tone-v8 is not compared', 'tone-v7 of the earlier run is not compared'],
    });
  });

  it('has each setting by its name, with both values', async () => {
    const earlier = run({
      settings: { temperature: 0.12345, maxTokens: 1024, systemPrompt: 'Be kind.', extra: { top_k: 5 } },
    });
    const now = run({
      settings: {
        temperature: 0.12346,
        maxTokens: 2048,
        seed: 12345,
        stop: ['x\u202e'],
        extra: { min_p: 0.1 },
      },
      repetitions: 3,
      set: { name: 'refunds-2.jsonl' },
    });
    assert.deepEqual((await said(now, earlier)).facts, {
      Prompts: ['12 of 12 in both runs'],
      'Prompt set': ['refunds.jsonl → refunds-2.jsonl'],
      Settings: [
        'temperature 0.12345 → 0.12346',
        'max tokens 1,024 → 2,048',
        'stop not set → ["x"]',
        'seed not set → 12345',
        'top_k 5 → not set',
        'min_p not set → 0.1',
      ],
      'System prompt': ['removed'],
      Repetitions: ['1 → 3; the first of each is compared'],
    });
  });

  it('has deployments, bases and engines, each with its model unless they concern all', async () => {
    const now = run(
      {},
      { deployment: { hubRevision: '9e1d0775', servedBy: 'sglang' }, sent: { way: 'batch' } },
      { deployment: { baseModelName: 'llama-3.1', servedBy: 'sglang' }, droppedFields: ['seed\u202e'] },
    );
    const earlier = run(
      {},
      { deployment: { hubRevision: '4f2c9abd', servedBy: 'vllm' } },
      { deployment: { baseModelName: 'llama-3', servedBy: 'vllm' } },
    );
    assert.deepEqual((await said(now, earlier)).facts, {
      Prompts: ['12 of 12 in both runs'],
      'Base model': ['support-tone-v7: llama-3 → llama-3.1'],
      Deployment: ['llama-3-8b: revision 4f2c9ab → revision 9e1d077'],
      Engine: ['vllm → sglang', 'llama-3-8b: asked one by one → partly in a batch'],
      Settings: ['support-tone-v7: seed not accepted now'],
    });
  });

  it('says of what is the same, or not known of both, nothing', async () => {
    const settings = { temperature: 0, stop: ['x'], extra: { top_k: 5, grammar: { a: 1, b: 2 } } };
    const other = { temperature: 0, stop: ['x'], extra: { grammar: { b: 2, a: 1 }, top_k: 5 } };
    const earlier = run({ settings }, { deployment: { hubRevision: 'one', servedBy: 'vllm' } });
    const { facts } = await said(run({ settings: other }, { deployment: {} }), earlier);
    assert.deepEqual(facts, { Prompts: ['12 of 12 in both runs'] });
    const at = (baseUrl?: string) =>
      run({ models: [{ connectionId: 'a', name: 'tone', ...(baseUrl && { baseUrl }) }] });
    const moved = await said(at('https://one'), at(), both.slice(0, 1));
    assert.equal(moved.facts['Connection'], undefined);
  });

  it('has all deployments of a model that was deployed anew in between, and none of one with another name', async () => {
    const at = (hubRevision: string, name = 'tone-v7') =>
      run({ models: named('llama-3-8b', name) }, {}, { deployment: { hubRevision, createdAt: 1 } });
    const now = at('one');
    assert.equal((await said(now, at('one'))).facts['Deployment'], undefined);
    const cell = { prompt: 0, model: 1, repetition: 0, attempt: 2, at: 1, settings: {} };
    const answer = { text: 'no', reasoning: '', figures: { durationMs: 1 }, state: 'complete' as const };
    now.add({ is: 'result', ...cell, ...answer, deployment: { hubRevision: 'two', createdAt: 1 } });
    assert.deepEqual((await said(now, at('one'))).facts['Deployment'], [
      'tone-v7: revision one → revision one, revision two',
    ]);
    assert.equal((await said(at('two', 'tone-v8'), at('one'))).facts['Deployment'], undefined);
  });

  it('shows as much of two revisions as tells them apart', async () => {
    const at = (hubRevision: string) => run({}, { deployment: { hubRevision } });
    assert.deepEqual((await said(at('release-2'), at('release-1'))).facts['Deployment'], [
      'llama-3-8b: revision release-1 → revision release-2',
    ]);
  });
});
