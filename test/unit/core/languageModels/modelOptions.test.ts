import assert from 'node:assert/strict';
import { readModelOptions } from '../../../../src/core/languageModels/modelOptions.ts';

describe('The options that a caller of VS Code’s API sets', () => {
  it('are OpenAI’s, under their own names', () => {
    const options = {
      temperature: 0,
      top_p: 0.5,
      max_tokens: 9,
      stop: ['a', 'b'],
      seed: -1,
      presence_penalty: -1,
      frequency_penalty: 1,
      response_format: { type: 'json_object' },
    };
    assert.deepEqual(readModelOptions(options), {
      temperature: 0,
      topP: 0.5,
      maxTokens: 9,
      stop: ['a', 'b'],
      seed: -1,
      presencePenalty: -1,
      frequencyPenalty: 1,
      extra: { response_format: { type: 'json_object' } },
    });
  });

  it('may say the limit of the answer by its newer name', () => {
    assert.deepEqual(readModelOptions({ max_completion_tokens: 9 }), { maxTokens: 9 });
    assert.deepEqual(readModelOptions({ max_tokens: 8, max_completion_tokens: 9 }), { maxTokens: 8 });
  });

  it('may say one place to stop as text', () => {
    assert.deepEqual(readModelOptions({ stop: 'a' }), { stop: ['a'] });
  });

  it('are nothing else, private fields of Copilot least of all', () => {
    const options = {
      _capturingTokenCorrelationId: 'x',
      _otelTraceContext: {},
      _telemetryTurn: 1,
      _enableThinking: true,
      _conversationId: 'x',
      model: 'other',
      messages: [],
      stream: false,
      tools: [],
      tool_choice: 'none',
      top_k: 3,
      extra: { top_k: 3 },
      n: 4,
    };
    assert.deepEqual(readModelOptions(options), {});
  });

  for (const [name, values] of Object.entries({
    temperature: ['0.5', Number.NaN, Number.POSITIVE_INFINITY, null, {}, true],
    top_p: ['1', Number.NaN, null],
    max_tokens: ['9', 0, -1, 1.5, Number.NaN, 2 ** 60, null],
    max_completion_tokens: [0, -1],
    stop: ['', [], [''], [7], 7, null],
    seed: ['1', 0.5, Number.NaN],
    presence_penalty: ['1', Number.NaN],
    frequency_penalty: ['1', null],
    response_format: ['json', 7, null, [], {}, ['json_object'], { type: 7 }, { type: '' }],
  })) {
    it(`are without a ${name} that is none, and no other is lost with it`, () => {
      for (const value of values) {
        const read = readModelOptions({ top_p: 0.1, temperature: 0.2, [name]: value });
        const { [name]: _left, ...rest } = { top_p: 0.1, temperature: 0.2 } as Record<string, number>;
        assert.deepEqual(read, readModelOptions(rest), String(value));
      }
    });
  }

  for (const options of [{}, null, undefined, [], 'temperature', 7, [{ temperature: 1 }]]) {
    it(`are none if they are ${JSON.stringify(options)}`, () => {
      assert.deepEqual(readModelOptions(options), {});
    });
  }

  it('may be out of a service’s range, which it says itself', () => {
    assert.deepEqual(readModelOptions({ temperature: -1, top_p: 7 }), { temperature: -1, topP: 7 });
  });
});
