import assert from 'node:assert/strict';
import { compareRuns } from '../../../../../src/core/promptSets/compare/compareRuns.ts';
import { sameModels } from '../../../../../src/core/promptSets/compare/modelPairs.ts';
import { VerdictThread } from '../../../../../src/core/promptSets/worker/verdictThread.ts';
import { type Answer, no, rows, runOf, type ScoredRun, yes } from '../report/scoredRun.ts';

const verdictThread = new VerdictThread();

const compareSame = (now: ScoredRun, earlier: ScoredRun) =>
  compareRuns(now, earlier, sameModels(now.run, earlier.run), verdictThread, {});
const questions = (count: number, first = 0) =>
  Array.from({ length: count }, (_, at) => `Question ${first + at}?`);

describe('A run beside an earlier one', () => {
  it('is compared for the prompts and models that both asked, each pair by its place', async () => {
    const earlier = runOf([...rows(10, yes, no), ...rows(10, yes, yes)], { questions: questions(20) });
    // The first ten are gone, the others come in another order, and ten are new.
    const order = [...questions(10, 10).reverse(), ...questions(10, 50)];
    const tone = { connectionId: 'acme', name: 'support-tone-v7' };
    const models = [tone, { connectionId: 'acme', name: 'mistral' }];
    const now = runOf([...rows(2, no, yes), ...rows(18, yes, yes)], { questions: order, models });
    const change = await compareSame(now, earlier);
    assert.deepEqual(
      change.models.map(({ model, before, verdict: { worse, better, equal } }) => [
        model,
        before,
        worse,
        better,
        equal,
      ]),
      [[0, 1, 2, 0, 8]],
    );
    assert.deepEqual([...change.before], [19, 18, 17, 16, 15, 14, 13, 12, 11, 10, ...Array(10).fill(-1)]);
    assert.deepEqual([change.shared, change.otherRules, change.worse, change.better], [10, 0, [0, 1], []]);
  });

  it('got better or worse, with the same verdict as a model beside another', async () => {
    const earlier = runOf([...rows(30, no, yes), ...rows(30, yes, yes)], { questions: questions(60) });
    const now = runOf([...rows(30, yes, no), ...rows(30, yes, yes)], { questions: questions(60) });
    const { models, worse, better } = await compareSame(now, earlier);
    assert.deepEqual(
      models.map(({ verdict: { kind, difference } }) => [kind, difference]),
      [
        ['better', 0.5],
        ['worse', -0.5],
      ],
    );
    assert.deepEqual([worse.length, better.length], [30, 30]);
  });

  it('is compared for models of other names that are paired by hand', async () => {
    const model = (name: string) => ({ connectionId: 'acme', name });
    const [v7, v8] = ['support-tone-v7', 'support-tone-v8'].map((name) => [model('llama-3-8b'), model(name)]);
    const earlier = runOf([...rows(30, yes, no), ...rows(30, yes, yes)], {
      questions: questions(60),
      models: v7 ?? [],
    });
    const now = runOf(rows(60, yes, yes), { questions: questions(60), models: v8 ?? [] });
    const alike = await compareSame(now, earlier);
    assert.deepEqual([alike.models.map(({ model }) => model), alike.better], [[0], []]);
    const { models, better } = await compareRuns(now, earlier, [{ model: 1, before: 1 }], verdictThread, {});
    assert.deepEqual(
      models.map(({ model, before, verdict: { kind, better } }) => [model, before, kind, better]),
      [[1, 1, 'better', 30]],
    );
    assert.equal(better.length, 30);
  });

  it('pairs a question that a set asks several times in order', async () => {
    const [earlier, now] = [
      runOf([
        [yes, yes],
        [no, yes],
      ]),
      runOf([
        [yes, yes],
        [yes, yes],
        [yes, yes],
      ]),
    ];
    const change = await compareSame(now, earlier);
    assert.deepEqual([[...change.before], change.shared, change.better], [[0, 1, -1], 2, [1]]);
  });

  it('leaves out prompts whose checks are others now, and says how many they are', async () => {
    const [earlier, now] = [
      runOf(rows(12, yes, yes), { questions: questions(12) }),
      runOf(rows(12, no, yes), { questions: questions(12), expected: ['maybe', 'maybe'] }),
    ];
    const { otherRules, worse, models } = await compareSame(now, earlier);
    assert.deepEqual([otherRules, worse.length, models[0]?.verdict.worse], [2, 10, 10]);
  });

  it('has no verdict on a model whose answers are all the same as before', async () => {
    const [earlier, now] = [runOf(rows(12, yes, no)), runOf(rows(12, yes, no))];
    const { models } = await compareSame(now, earlier);
    assert.deepEqual(
      models.map(({ verdict: { kind, why } }) => [kind, why]),
      [
        ['none', 'identical'],
        ['none', 'identical'],
      ],
    );
  });

  it('counts neither what failed nor what is yet to come', async () => {
    const failed: Answer = { state: 'failed', text: '' };
    const [earlier, now] = [
      runOf([...rows(12, yes, yes), [failed, yes], [yes, undefined]]),
      runOf([...rows(12, yes, yes), [no, yes], [no, no]]),
    ];
    const { models, worse } = await compareSame(now, earlier);
    assert.deepEqual(
      models.map(({ verdict: { lost, worse, equal } }) => [lost, worse, equal]),
      [
        [1, 1, 12],
        [0, 0, 13],
      ],
    );
    assert.deepEqual(worse, [13]);
  });

  it('compares as many repetitions as both have, what fell most first', async () => {
    const earlier = runOf([...rows(11, yes, yes, yes, yes), [yes, yes, yes, yes]]);
    const now = runOf([[no, yes, yes, yes], ...rows(10, yes, yes, yes, yes), [no, no, yes, yes]]);
    const { worse } = await compareSame(now, earlier);
    assert.deepEqual(worse, [11, 0]);
  });
});
