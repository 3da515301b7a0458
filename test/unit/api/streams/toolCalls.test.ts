import { data, delta, doneEvent } from '../harness.ts';
import { streamCases } from './streamCase.ts';

const called = ['complete', 'tool_calls'] as const;
const call = (fields: object): string => delta({ tool_calls: [fields] });
const calls = (...fields: unknown[]): string => delta({ tool_calls: fields });
const toolFinish = delta({}, 'tool_calls');
const withUsage = (usage: unknown): string => data({ choices: [], usage });

// AI SDK: openai-compatible-chat-language-model.test.ts; openai-node: the tests of its ChatCompletionStream.
streamCases('Tool calls', {
  'are assembled from their parts': {
    parts: [
      call({ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }),
      ...['{"', 'x', '":', '1}'].map((text) => call({ index: 0, function: { arguments: text } })),
      toolFinish,
    ],
    calls: ['a f {"x":1}'],
    end: called,
  },
  'may begin their arguments in the part with the name': {
    parts: [
      call({ index: 0, id: 'a', function: { name: 'f', arguments: '{"' } }),
      call({ index: 0, function: { arguments: 'x":1}' } }),
      toolFinish,
    ],
    calls: ['a f {"x":1}'],
    end: called,
  },
  'may come in one part': {
    parts: [call({ index: 0, id: 'a', function: { name: 'f', arguments: '{"x":1}' } }), toolFinish],
    calls: ['a f {"x":1}'],
    end: called,
  },
  'may have no arguments': {
    parts: [call({ index: 0, id: 'a', function: { name: 'f', arguments: '' } }), toolFinish],
    calls: ['a f '],
    end: called,
  },
  'may get their name late': {
    parts: [
      call({ index: 0, id: 'a', function: { arguments: '{}' } }),
      call({ index: 0, function: { name: 'f' } }),
      toolFinish,
    ],
    calls: ['a f {}'],
    end: called,
  },
  'may repeat their name in every part': {
    parts: [
      call({ index: 0, id: 'a', function: { name: 'f', arguments: '{' } }),
      call({ index: 0, id: 'a', function: { name: 'f', arguments: '}' } }),
      toolFinish,
    ],
    calls: ['a f {}'],
    end: called,
  },
  'may have indexes from 1': {
    parts: [
      delta({ content: 'Reading' }),
      call({ index: 1, id: 'a', function: { name: 'f', arguments: '' } }),
      call({ index: 1, function: { arguments: '{}' } }),
      toolFinish,
    ],
    text: 'Reading',
    calls: ['a f {}'],
    end: called,
  },
  'are not doubled by an empty part after they are complete': {
    parts: [
      call({ index: 0, id: 'a', function: { name: 'f' } }),
      call({ index: 0, function: { arguments: '{}' } }),
      delta({ tool_calls: [{ index: 0, function: { arguments: '' } }] }, 'tool_calls'),
      withUsage({ prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }),
    ],
    calls: ['a f {}'],
    usage: [1, 2, 3],
    end: called,
  },
  'are complete even if a part comes after the finish': {
    parts: [
      call({ index: 0, id: 'a', function: { name: 'f', arguments: '{' } }),
      toolFinish,
      call({ index: 0, function: { arguments: '}' } }),
      doneEvent,
    ],
    calls: ['a f {}'],
    end: called,
  },
  'may come side by side': {
    parts: [
      calls(
        { index: 0, id: 'a', function: { name: 'f', arguments: '' } },
        { index: 1, id: 'b', function: { name: 'g', arguments: '' } },
      ),
      call({ index: 1, function: { arguments: '[2]' } }),
      call({ index: 0, function: { arguments: '[1]' } }),
      toolFinish,
    ],
    calls: ['a f [1]', 'b g [2]'],
    end: called,
  },
  'may come in another order than their indexes': {
    parts: [
      call({ index: 1, id: 'b', function: { name: 'g', arguments: '{}' } }),
      call({ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }),
      toolFinish,
    ],
    calls: ['b g {}', 'a f {}'],
    end: called,
  },
  'with the same index and different ids are two': {
    parts: [
      calls(
        { index: 0, id: 'a', function: { name: 'f', arguments: '{}' } },
        { index: 0, id: 'b', function: { name: 'g', arguments: '{}' } },
      ),
      toolFinish,
    ],
    calls: ['a f {}', 'b g {}'],
    end: called,
  },
  'without an index continue the last one, or begin another with a new id': {
    parts: [
      calls(
        { id: 'a', function: { name: 'f', arguments: '[' } },
        { function: { arguments: ']' } },
        { id: 'b', function: { name: 'g', arguments: '{}' } },
      ),
      toolFinish,
    ],
    calls: ['a f []', 'b g {}'],
    end: called,
  },
  'without an id get one': {
    parts: [call({ index: 0, function: { name: 'f', arguments: '{}' } }), toolFinish],
    calls: ['call_0 f {}'],
    end: called,
  },
  'may have an object as their arguments': {
    parts: [call({ index: 0, id: 'a', function: { name: 'f', arguments: { x: 1 } } }), toolFinish],
    calls: ['a f {"x":1}'],
    end: called,
  },
  'that are invalid or have no name are left out': {
    parts: [calls(null, 7, {}, { index: 3, id: 'x', function: { arguments: '{}' } }), toolFinish],
    end: called,
  },
  'of an answer that is cut off are given out if their arguments are complete': {
    parts: [
      calls(
        { index: 0, id: 'a', function: { name: 'f', arguments: '{}' } },
        { index: 1, id: 'b', function: { name: 'g', arguments: '{"x"' } },
      ),
    ],
    calls: ['a f {}'],
    end: ['cut'],
  },
  'inherit no function from a __proto__ in the JSON': {
    parts: [
      'data: {"choices":[{"delta":{"tool_calls":[{"index":0,"__proto__":{"id":"a","function":{"name":"f","arguments":"{}"}}}]}}]}\n\n',
      toolFinish,
    ],
    end: called,
  },
});
