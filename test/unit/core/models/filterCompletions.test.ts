import assert from 'node:assert/strict';
import { completeFilter } from '../../../../src/core/models/filterCompletions.ts';
import { baseModel, lora } from '../fixtures.ts';

const ada = { user: { firstName: 'Ada', lastName: 'Example', email: 'ada@acme.example' } };
const models = [
  lora('one', { baseModelName: 'llama-3-8b', creator: ada, createdAt: 1_790_000_000 }),
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

  it('are not of what no model tells, as on a server such as vLLM', () => {
    const served = [lora('one', { baseModelName: 'llama-3-8b' }), baseModel('llama-3-8b', {})];
    assert.deepEqual(
      completeFilter('', served).map(({ word }) => word),
      ['@deployed', '@changed', '@base:'],
    );
  });

  const ages = ['@older:7d', '@older:30d', '@older:90d', '@older:1y'];
  for (const [what, text, expected] of [
    ['none for a part of a name', 'tone', []],
    ['none within quotes', '"two words', []],
    ['none for an @ within a name', 'a@b', []],
    ['the keywords that start as typed, in any case', 'x @D', [['@deployed', undefined]]],
    ['none for a whole keyword', '@deployed', []],
    [
      'the bases, the most frequent first',
      '@base:',
      [
        ['@base:"llama-3-8b"', 3],
        ['@base:"qwen 2"', 1],
      ],
    ],
    ['the bases that start as typed', '@base:QW', [['@base:"qwen 2"', 1]]],
    ['the bases that start as quoted', '@base:"qwen 2', [['@base:"qwen 2"', 1]]],
    ['none for a whole base', '@base:"qwen 2"', []],
    [
      "creators by their address or key, except those that can't be quoted",
      '@creator:',
      [
        ['@creator:"ada@acme.example"', 2],
        ['@creator:"ci-deploy"', 1],
      ],
    ],
    ['ages', '@older:', ages.map((age) => [age, undefined])],
    ['the ages that start as typed', '@older:9', [['@older:90d', undefined]]],
  ] as [string, string, [string, number | undefined][]][]) {
    it(`are ${what}`, () => {
      assert.deepEqual(shown(text), expected);
    });
  }

  it('keep a negation, and everything before it', () => {
    const [first] = completeFilter('tone "a b" -@base:qw', models);
    assert.equal(first?.text, 'tone "a b" -@base:"qwen 2"');
  });

  it('are no more than a list can show', () => {
    const many = Array.from({ length: 300 }, (_, n) => lora(`l${n}`, { baseModelName: `base-${n}` }));
    assert.equal(completeFilter('@base:', many).length, 50);
  });
});
