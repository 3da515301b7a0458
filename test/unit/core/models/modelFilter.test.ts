import assert from 'node:assert/strict';
import type { Model } from '../../../../src/api/types.ts';
import { quotable, readFilter, valueWord } from '../../../../src/core/models/modelFilter.ts';
import { baseModel, lora } from '../fixtures.ts';

const day = 86_400;
const now = 2_000_000_000_000;
const daysAgo = (days: number) => now / 1000 - days * day;

const models: Model[] = [
  lora('support-tone-v7', {
    baseModelName: 'llama-3-8b',
    createdAt: daysAgo(3),
    creator: { user: { firstName: 'Ada', lastName: 'Example', email: 'ada@acme.example' } },
  }),
  lora('support-tone-v8', {
    baseModelName: 'llama-3-8b-instruct',
    createdAt: daysAgo(100),
    creator: { apiKeyName: 'ci-deploy' },
  }),
  lora('summary', { baseModelName: 'qwen' }),
  lora('old experiment'),
  baseModel('llama-3-8b', { createdAt: daysAgo(400) }),
  baseModel('qwen'),
];
const all = models.map((one) => one.name);
const found = (text: string) => {
  const matches = readFilter(text);
  return models
    .filter((model) => matches(model, { now, isChanged: ({ name }) => name === 'summary' }))
    .map((one) => one.name);
};

describe('The filter of models', () => {
  for (const [text, names] of [
    ['', all],
    ['"', all],
    ['-', all],
    ['tone', ['support-tone-v7', 'support-tone-v8']],
    ['tone v8', ['support-tone-v8']],
    ['"old exp"', ['old experiment']],
    ['"old exp', ['old experiment']],
    ['"exp old"', []],
    ['support -v7', ['support-tone-v8']],
    ['-"old experiment" -support', ['summary', 'llama-3-8b', 'qwen']],
    ['@deployed', ['support-tone-v7', 'support-tone-v8', 'summary', 'llama-3-8b']],
    ['@undeployed', ['old experiment', 'qwen']],
    ['@changed', ['summary']],
    ['-@Changed @deployed -llama', ['support-tone-v7', 'support-tone-v8']],
    ['@base:llama', ['support-tone-v7', 'support-tone-v8', 'llama-3-8b']],
    ['@base:"llama-3-8b"', ['support-tone-v7', 'llama-3-8b']],
    ['-@base:llama', ['summary', 'old experiment', 'qwen']],
    ['@creator:ada', ['support-tone-v7']],
    ['@creator:"ada example"', ['support-tone-v7']],
    ['@creator:ci-', ['support-tone-v8']],
    ['@creator:"ci-"', []],
    ['@older:90d', ['support-tone-v8', 'llama-3-8b']],
    ['@older:90', ['support-tone-v8', 'llama-3-8b']],
    ['@older:2w', ['support-tone-v8', 'llama-3-8b']],
    ['@older:6M', ['llama-3-8b']],
    ['@older:1y', ['llama-3-8b']],
    ['@older:2d @base:llama tone', ['support-tone-v7', 'support-tone-v8']],
  ] as const) {
    it(`finds ${names.length === all.length ? 'all' : names.length} for ${JSON.stringify(text)}`, () => {
      assert.deepEqual(found(text), names);
    });
  }

  for (const text of ['@older:soon', '@older:-3d', '@nonsense', '@', 'tonne', '@base:zzz']) {
    it(`finds nothing, not everything, for ${JSON.stringify(text)}`, () => {
      assert.deepEqual(found(text), []);
    });
  }

  it('does not call a model without a time old', () => {
    assert.ok(!found('@older:0d').includes('summary'));
  });

  it('takes any length', () => {
    for (const text of [
      '-'.repeat(100_000),
      '"'.repeat(100_000),
      `@older:${'9'.repeat(1000)}d`,
      'a"'.repeat(50_000),
    ])
      assert.doesNotThrow(() => found(text), text.slice(0, 20));
  });

  it('finds any name of a base or a model, even with quotes and spaces', () => {
    for (const name of ['llama-3-8b', 'my base', 'my "best" base', '"', '-"x y"', 'a"b', 'line\nbreak']) {
      const context = { now, isChanged: () => false };
      const onIt = readFilter(`@base:${valueWord(name)}`);
      assert.ok(onIt(lora('some', { baseModelName: name }), context), name);
      const called = readFilter(`"${quotable(name)}"`);
      assert.ok(called(lora(name), context), name);
    }
    assert.equal(valueWord('llama-3-8b'), '"llama-3-8b"');
  });
});
