import assert from 'node:assert/strict';
import { runDifferences } from '../../../../../src/core/promptSets/report/runDifferences.ts';
import type { Run, RunResult } from '../../../../../src/core/promptSets/run/runRecord.ts';
import { rows, runOf, type ScoredRun, yes } from './scoredRun.ts';

const pairs = [
  { model: 0, before: 0 },
  { model: 1, before: 1 },
];

/** A run of one prompt, which two models answered so. */
function answered(changes: Partial<Run> = {}, ...results: Partial<RunResult>[]): ScoredRun {
  const { run, index, add } = runOf(rows(1, yes, yes));
  for (const [model, result] of results.entries()) {
    const cell = { prompt: 0, model, repetition: 0, attempt: 1, at: 1 };
    const answer = { text: 'yes', reasoning: '', figures: { durationMs: 1 }, settings: {} };
    add({ is: 'result', ...cell, ...answer, state: 'complete', ...result });
  }
  return { run: { ...run, ...changes }, index, add };
}

describe('What differs between two runs', () => {
  it('is nothing if both were asked alike', () => {
    const settings = { temperature: 0, stop: ['x'], extra: { top_k: 5, grammar: { a: 1, b: 2 } } };
    const other = { temperature: 0, stop: ['x'], extra: { grammar: { b: 2, a: 1 }, top_k: 5 } };
    const found = runDifferences(answered({ settings }), answered({ settings: other }), pairs);
    assert.deepEqual(found, { settings: [], extra: [], models: [] });
  });

  it('are settings by their names, system prompt, repetitions and set', () => {
    const earlier = answered({
      settings: { temperature: 0, maxTokens: 1024, systemPrompt: 'Be kind.', extra: { top_k: 5 } },
    });
    const now = answered({
      settings: { temperature: 0.7, maxTokens: 1024, seed: 7, stop: ['x'], extra: { min_p: 0.1 } },
      repetitions: 3,
      set: { name: 'refunds-2.jsonl' },
    });
    assert.deepEqual(runDifferences(now, earlier, pairs), {
      set: { before: 'refunds.jsonl', now: 'refunds-2.jsonl' },
      settings: [
        { name: 'temperature', before: 0, now: 0.7 },
        { name: 'stop', before: undefined, now: ['x'] },
        { name: 'seed', before: undefined, now: 7 },
      ],
      extra: [
        { name: 'top_k', before: 5, now: undefined },
        { name: 'min_p', before: undefined, now: 0.1 },
      ],
      systemPrompt: { before: 'Be kind.', now: '' },
      repetitions: { before: 1, now: 3 },
      models: [],
    });
  });

  it('are a model’s deployment, base, engine and refused fields, as far as both are known', () => {
    const unknown = { deployment: {} };
    const earlier = answered(
      {},
      { deployment: { hubRevision: 'old', createdAt: 1, servedBy: 'vllm' }, droppedFields: ['seed'] },
      { deployment: { baseModelName: 'llama-3', modelName: '/v7' } },
    );
    const now = answered(
      {},
      { deployment: { hubRevision: 'new', createdAt: 1, servedBy: 'sglang' } },
      { deployment: { baseModelName: 'llama-3.1', modelName: '/v7' }, sent: { way: 'batch' } },
    );
    const { models } = runDifferences(now, earlier, pairs);
    assert.deepEqual(models, [
      {
        pair: pairs[0],
        deployment: {
          before: [{ hubRevision: 'old', createdAt: 1 }],
          now: [{ hubRevision: 'new', createdAt: 1 }],
        },
        servedBy: { before: ['vllm'], now: ['sglang'] },
        refused: { before: ['seed'], now: [] },
      },
      {
        pair: pairs[1],
        base: { before: ['llama-3'], now: ['llama-3.1'] },
        batch: { before: 'none', now: 'some' },
      },
    ]);
    assert.deepEqual(
      runDifferences(answered({}, unknown, unknown), earlier, [{ model: 1, before: 1 }]).models,
      [],
    );
  });

  it('are all deployments of a model that was deployed anew in between', () => {
    const earlier = answered({}, { deployment: { hubRevision: 'one' } });
    const now = answered({}, { deployment: { hubRevision: 'one' } });
    assert.deepEqual(runDifferences(now, earlier, pairs).models, []);
    const cell = { prompt: 0, model: 0, repetition: 0, attempt: 2, at: 1, settings: {} };
    const answer = { text: 'no', reasoning: '', figures: { durationMs: 1 }, state: 'complete' as const };
    now.add({ is: 'result', ...cell, ...answer, deployment: { hubRevision: 'two' } });
    assert.deepEqual(runDifferences(now, earlier, pairs).models, [
      {
        pair: pairs[0],
        deployment: {
          before: [{ hubRevision: 'one' }],
          now: [{ hubRevision: 'one' }, { hubRevision: 'two' }],
        },
      },
    ]);
  });

  it('is the deployment of no model of another name, which is of course another', () => {
    const models = (name: string) => ['llama-3-8b', name].map((one) => ({ connectionId: 'acme', name: one }));
    const deployment = (hubRevision: string) => ({
      deployment: { hubRevision, baseModelName: 'llama-3-8b' },
    });
    const earlier = answered({ models: models('tone-v7') }, {}, deployment('one'));
    const now = answered({ models: models('tone-v8') }, {}, deployment('two'));
    assert.deepEqual(runDifferences(now, earlier, pairs).models, []);
  });

  it('is the connection, or its address alone if that is known of both', () => {
    const at = (connectionId: string, baseUrl?: string) =>
      ['llama-3-8b', 'support-tone-v7'].map((name) => ({ connectionId, name, ...(baseUrl && { baseUrl }) }));
    const ofModels = (now: Run['models'], earlier: Run['models']) =>
      runDifferences(answered({ models: now }), answered({ models: earlier }), pairs.slice(0, 1)).models;
    assert.deepEqual(ofModels(at('a', 'https://one'), at('a')), []);
    const [now, earlier] = [at('a', 'https://two'), at('a', 'https://one')];
    assert.deepEqual(ofModels(now, earlier), [
      { pair: pairs[0], connection: { before: earlier[0], now: now[0] } },
    ]);
    assert.equal(ofModels(at('b'), at('a')).length, 1);
  });
});
