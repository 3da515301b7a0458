import assert from 'node:assert/strict';
import { extraFields } from '../../../../src/core/languageModels/extraFields.ts';

describe('What the setting adds to requests to a model', () => {
  for (const [glob, names, others] of [
    ['qwen3', ['qwen3'], ['qwen3-8b', 'Qwen3', '']],
    ['qwen3*', ['qwen3', 'qwen3-8b', 'qwen3/*'], ['my-qwen3', 'qwen']],
    ['*-8b', ['qwen3-8b', 'Qwen/Qwen3-8b', '-8b'], ['qwen3-8b-lora', '8b']],
    ['Qwen/*-8b*', ['Qwen/x-8b', 'Qwen/-8b-8b!'], ['Qwen/x8b', 'qwen/x-8b']],
    ['a*a', ['aa', 'aba', 'aaa'], ['a', 'ab']],
    ['a*b*c', ['abc', 'a-b-b-c'], ['acb', 'ab']],
    ['*', ['anything', 'a/b', ''], []],
    ['a.c', ['a.c'], ['abc']],
    ['', [''], ['a']],
  ] as [string, string[], string[]][]) {
    it(`is meant for the right names: ${glob}`, () => {
      const fields = (name: string) => extraFields({ [glob]: { top_k: 3 } }, name);
      for (const name of names) assert.deepEqual(fields(name), { top_k: 3 }, name);
      for (const name of others) assert.deepEqual(fields(name), {}, name);
    });
  }

  it('is all that fits, the later over the earlier', () => {
    const setting = {
      '*': { reasoning_effort: 'low', top_k: 3 },
      'qwen3*': { chat_template_kwargs: { enable_thinking: false }, top_k: 5 },
      llama: { top_k: 7 },
    };
    assert.deepEqual(extraFields(setting, 'qwen3-8b'), {
      reasoning_effort: 'low',
      chat_template_kwargs: { enable_thinking: false },
      top_k: 5,
    });
  });

  it('is never the request itself', () => {
    const reserved = {
      model: 'other',
      messages: [],
      stream: false,
      stream_options: {},
      tools: [],
      tool_choice: 'none',
      n: 4,
      headers: { authorization: 'x' },
      extra_headers: {},
    };
    assert.deepEqual(extraFields({ '*': { ...reserved, top_k: 3 } }, 'llama'), { top_k: 3 });
  });

  it('is nothing if the setting can’t be read, and no prototype', () => {
    for (const setting of [undefined, null, 7, 'x', [], ['*'], { '*': [] }, { '*': null }, { '*': 'x' }]) {
      assert.deepEqual(extraFields(setting, 'llama'), {});
    }
    const fields = extraFields(JSON.parse('{"*":{"__proto__":{"a":1}}}'), 'llama');
    assert.equal(Object.getPrototypeOf(fields), Object.prototype);
  });
});
