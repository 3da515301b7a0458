import assert from 'node:assert/strict';
import { completeFilter } from '../../../../src/core/models/filterCompletions.ts';
import { baseModel, lora } from '../fixtures.ts';

const ada = { user: { firstName: 'Ada', lastName: 'Example', email: 'ada@acme.example' } };
const models = [
  lora('one', { baseModelName: 'llama-3-8b', creator: ada }),
  lora('two', { baseModelName: 'Llama-3-8B', creator: ada }),
  lora('three', { baseModelName: 'qwen 2', creator: { apiKeyName: 'ci "nightly"' } }),
  lora('four', { creator: { apiKeyName: 'ci-deploy' } }),
  baseModel('llama-3-8b'),
];
const shown = (text: string) => completeFilter(text, models).map(({ word, models: count }) => [word, count]);

describe('The completions of a filter', () => {
  it('are all keywords before anything is typed, and after each word', () => {
    const words = ['@deployed', '@undeployed', '@changed', '@base:', '@creator:', '@older:'];
    assert.deepEqual(
      shown('').map(([word]) => word),
      words,
    );
    assert.deepEqual(
      completeFilter('tone ', models).map(({ text }) => text),
      words.map((word) => `tone ${word}`),
    );
  });

  it('are none for a part of a name', () => {
    assert.deepEqual(shown('tone'), []);
    assert.deepEqual(shown('"two words'), []);
    assert.deepEqual(shown('a@b'), []);
  });

  it('are the keywords that start as typed, in any case', () => {
    assert.deepEqual(shown('x @D'), [['@deployed', undefined]]);
    assert.deepEqual(shown('@deployed'), []);
  });

  it('are the existing bases, the most frequent first, quoted so that only they match', () => {
    assert.deepEqual(shown('@base:'), [
      ['@base:"llama-3-8b"', 3],
      ['@base:"qwen 2"', 1],
    ]);
    assert.deepEqual(shown('@base:QW'), [['@base:"qwen 2"', 1]]);
    assert.deepEqual(shown('@base:"qwen 2'), [['@base:"qwen 2"', 1]]);
    assert.deepEqual(shown('@base:"qwen 2"'), []);
  });

  it('are creators by their address or key, except those that can’t be quoted', () => {
    assert.deepEqual(shown('@creator:'), [
      ['@creator:"ada@acme.example"', 2],
      ['@creator:"ci-deploy"', 1],
    ]);
  });

  it('are ages', () => {
    assert.deepEqual(shown('@older:'), [
      ['@older:7d', undefined],
      ['@older:30d', undefined],
      ['@older:90d', undefined],
      ['@older:1y', undefined],
    ]);
    assert.deepEqual(shown('@older:9'), [['@older:90d', undefined]]);
  });

  it('keep a negation, and everything before it', () => {
    const [first] = completeFilter('tone "a b" -@base:qw', models);
    assert.equal(first?.text, 'tone "a b" -@base:"qwen 2"');
  });

  it('are no more than a list can show', () => {
    const many = Array.from({ length: 300 }, (_, n) => lora(`l${n}`, { baseModelName: `base-${n}` }));
    assert.equal(completeFilter('@base:', many).length, 50);
  });
});
