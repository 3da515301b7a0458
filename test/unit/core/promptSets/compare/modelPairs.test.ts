import assert from 'node:assert/strict';
import {
  likeliestFirst,
  possiblePairs,
  sameModels,
  unpaired,
} from '../../../../../src/core/promptSets/compare/modelPairs.ts';
import type { RunModel } from '../../../../../src/core/promptSets/run/runRecord.ts';

const run = (...models: (string | RunModel)[]) => ({
  models: models.map((one) => (typeof one === 'string' ? { connectionId: 'acme', name: one } : one)),
});
const floor = { connectionId: 'acme', name: 'llama', isNoiseFloor: true };

describe('The models of two runs', () => {
  it('are paired by themselves if they have the same name and connection, the base against itself never', () => {
    const now = run('llama', 'tone-v8', { connectionId: 'staging', name: 'tone-v7' }, floor);
    const earlier = run('tone-v8', 'llama', 'tone-v7', floor);
    const pairs = sameModels(now, earlier);
    assert.deepEqual(pairs, [
      { model: 0, before: 1 },
      { model: 1, before: 0 },
    ]);
    assert.deepEqual([unpaired(now, pairs), unpaired(earlier, pairs, 'before')], [[2], [2]]);
  });

  it('are offered with the likeliest first: of the same place, base beside base, by the beginning of the name', () => {
    const earlier = run(
      'llama-3-8b',
      'invoice-v3',
      'support-tone-v7',
      { connectionId: 'other', name: 'support-tone-v8' },
      { connectionId: 'moved', name: 'support-tone-v6', baseUrl: 'https://acme.example' },
    );
    const own = { connectionId: 'acme', name: 'support-tone-v9', baseUrl: 'https://acme.example' };
    const order = (model: number, candidates: number[]) =>
      likeliestFirst(run('support-base', own), model, earlier, candidates);
    assert.deepEqual(order(1, [0, 1, 2, 3, 4]), [2, 4, 1, 0, 3]);
    assert.deepEqual(order(0, [0, 1, 2]), [0, 2, 1]);
    // One that was run alone may be either.
    assert.deepEqual(likeliestFirst(run(own), 0, earlier, [0, 1, 2]), [2, 0, 1]);
  });

  it('are left out of pairs that the runs don’t have, and of a second pair', () => {
    const kept = [
      { model: 1, before: 1 },
      { model: 0, before: 1 },
      { model: 1, before: 0 },
      { model: 2, before: 0 },
      { model: 0, before: 9 },
      { model: 0, before: 0 },
    ];
    assert.deepEqual(possiblePairs(run('llama', 'tone-v8', floor), run('llama', 'tone-v7'), kept), [
      { model: 1, before: 1 },
      { model: 0, before: 0 },
    ]);
  });
});
