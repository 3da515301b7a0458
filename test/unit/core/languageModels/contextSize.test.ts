import assert from 'node:assert/strict';
import { betterContext, contextSize, withContext } from '../../../../src/core/languageModels/contextSize.ts';
import { baseModel, lora } from '../fixtures.ts';

const assumed = { context: 32_768, output: 4_096, isAssumed: true };
const tone = lora('tone', { baseModelName: 'llama' });

describe('The context of a model', () => {
  it('is assumed if the setting has none', () => {
    assert.deepEqual(contextSize({}, tone), assumed);
    assert.deepEqual(contextSize({ other: { context: 8192 } }, baseModel('llama')), assumed);
  });

  it('is what the setting says, with the usual room for the answer unless that is there too', () => {
    const setting = { llama: { context: 131_072 }, small: { context: 8192, output: 1000 } };
    const told = ['llama', 'small'].map((name) => contextSize(setting, baseModel(name)));
    assert.deepEqual(told, [
      { context: 131_072, output: 4_096, isAssumed: false },
      { context: 8192, output: 1000, isAssumed: false },
    ]);
  });

  it('is its base model’s for a LoRA without an entry of its own', () => {
    const setting = { llama: { context: 8192 }, own: { context: 16_384 } };
    assert.equal(contextSize(setting, tone).context, 8192);
    assert.equal(contextSize(setting, lora('own', { baseModelName: 'llama' })).context, 16_384);
    assert.deepEqual(contextSize(setting, lora('undeployed')), assumed);
    assert.deepEqual(contextSize(setting, lora('without base', {})), assumed);
  });

  it('is what the service tells, of the model or else of its base, unless the setting says otherwise', () => {
    const told = { ...baseModel('llama'), contextTokens: 8192 };
    const find = (name: string) => (name === 'llama' ? told : undefined);
    assert.deepEqual(contextSize({}, told), { context: 8192, output: 4096, isAssumed: false });
    assert.equal(contextSize({}, tone, find).context, 8192);
    assert.equal(contextSize({}, { ...tone, contextTokens: 4096 }, find).context, 4096);
    assert.equal(contextSize({ llama: { context: 2048 } }, tone, find).context, 2048);
    assert.deepEqual(contextSize({}, lora('other', { baseModelName: 'mistral' }), find), assumed);
  });

  it('leaves at least half to the question', () => {
    for (const [context, output, left] of [
      [4096, undefined, 2048],
      [1001, 1000, 500],
      [2, 2, 1],
    ] as const) {
      assert.equal(contextSize({ llama: { context, output } }, baseModel('llama')).output, left);
    }
  });

  const wrong = [Number.NaN, Number.POSITIVE_INFINITY, 0, 1, -8192, 8192.5, '8192'].map((context) => ({
    context,
  }));
  for (const entry of [null, 8192, [], {}, { output: 1000 }, ...wrong]) {
    it(`is assumed if the entry is ${JSON.stringify(entry)}`, () => {
      assert.deepEqual(contextSize({ llama: entry }, baseModel('llama')), assumed);
    });
  }

  it('counts even if the entry’s room for the answer can’t be read', () => {
    for (const output of ['1000', 0, -1, 1.5, null]) {
      const size = contextSize({ llama: { context: 65_536, output } }, baseModel('llama'));
      assert.deepEqual(size, { context: 65_536, output: 4_096, isAssumed: false });
    }
  });

  it('is assumed if the setting is no object, or has the name from its prototype only', () => {
    for (const setting of [undefined, null, 7, 'llama', []]) {
      assert.deepEqual(contextSize(setting, baseModel('llama')), assumed);
    }
    const inherited: unknown = Object.create({ llama: { context: 8192 } });
    assert.deepEqual(contextSize(inherited, baseModel('llama')), assumed);
    for (const name of ['__proto__', 'constructor', 'toString']) {
      assert.deepEqual(contextSize({}, baseModel(name)), assumed);
    }
    const own: unknown = JSON.parse('{ "__proto__": { "context": 8192 } }');
    assert.equal(contextSize(own, baseModel('__proto__')).context, 8192);
  });
});

describe('The size of a context that a service named', () => {
  for (const [context, isAssumed, limit, better] of [
    [32_768, true, undefined, undefined],
    [32_768, true, 8192, 8192],
    [32_768, true, 131_072, 131_072],
    [32_768, true, 32_768, undefined],
    [32_768, false, 8192, 8192],
    [4096, false, 8192, undefined],
  ] as const) {
    it(`is ${better ? '' : 'not '}better than ${context}${isAssumed ? ', assumed' : ''}: ${limit}`, () => {
      assert.equal(betterContext({ context, output: 1000, isAssumed }, limit), better);
    });
  }

  it('is set beside the others, with the room for an answer that was there', () => {
    const setting = { llama: { context: 4096, output: 100 }, tone: 7 };
    assert.deepEqual(withContext(setting, 'llama', 8192), { llama: { context: 8192, output: 100 }, tone: 7 });
    for (const none of [undefined, null, 'x']) {
      assert.deepEqual(withContext(none, 'tone', 8192), { tone: { context: 8192 } });
    }
    const named = withContext({}, '__proto__', 8192);
    assert.equal(contextSize(named, baseModel('__proto__')).context, 8192);
  });
});
