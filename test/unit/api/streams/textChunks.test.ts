import { data, delta, doneEvent, finishEvent } from '../harness.ts';
import { streamCases } from './streamCase.ts';

const stopped = ['complete', 'stop'] as const;

// AI SDK: openai-compatible-chat-language-model.test.ts and its content-array test; openai-node: the tests of its
// ChatCompletionStream.
streamCases('Text and reasoning', {
  'come from chunks with a role, without content, with null or empty content': {
    parts: [
      delta({ role: 'assistant', content: '' }),
      delta({ role: '' }),
      delta({ content: null }),
      delta({ content: 'Hi' }),
      finishEvent,
      doneEvent,
    ],
    text: 'Hi',
    end: stopped,
  },
  'come after a first chunk that only holds the place': {
    parts: [data({ choices: [], created: 0, id: '', model: '' }), delta({ content: 'Hi' }), finishEvent],
    text: 'Hi',
    end: stopped,
  },
  'come from reasoning_content, and then the text': {
    parts: [
      delta({ content: '', reasoning_content: 'Hm' }),
      delta({ content: 'Hi', reasoning_content: '' }),
      finishEvent,
    ],
    reasoning: 'Hm',
    text: 'Hi',
    end: stopped,
  },
  'come from reasoning where there is no reasoning_content': {
    parts: [delta({ content: '', reasoning: 'Hm' }), delta({ content: 'Hi' }), finishEvent],
    reasoning: 'Hm',
    text: 'Hi',
    end: stopped,
  },
  'come from reasoning_content where there are both': {
    parts: [delta({ reasoning_content: 'one', reasoning: 'other' }), finishEvent],
    reasoning: 'one',
    end: stopped,
  },
  'come beside empty tool calls': {
    parts: [
      delta({ reasoning_content: 'Hm', tool_calls: [] }),
      delta({ content: 'Hi', tool_calls: [] }, 'stop'),
    ],
    reasoning: 'Hm',
    text: 'Hi',
    end: stopped,
  },
  'come from tags, however they are cut': {
    parts: [
      ...['\n<th', 'ink>', 'Hm</', 'thi', 'nk>\n', '\nHi <think>not</think>'].map((content) =>
        delta({ content }),
      ),
      finishEvent,
    ],
    reasoning: 'Hm',
    text: 'Hi <think>not</think>',
    end: stopped,
  },
  'come from parts of thinking and of text': {
    parts: [
      delta({
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] },
          { type: 'text', text: 'Hi' },
        ],
      }),
      doneEvent,
    ],
    reasoning: 'Hm',
    text: 'Hi',
    end: ['complete'],
  },
  'leave out parts that are not known': {
    parts: [
      delta({
        content: [
          { type: 'future', text: { a: 1 }, thinking: { a: 1 } },
          null,
          'x',
          { type: 'thinking', thinking: [null, {}] },
          { type: 'text', text: 'Hi' },
        ],
      }),
      doneEvent,
    ],
    text: 'Hi',
    end: ['complete'],
  },
  'come from a refusal, which has no content': {
    parts: [delta({ content: null, refusal: 'I can' }), delta({ refusal: "'t." }), finishEvent],
    text: "I can't.",
    end: stopped,
  },
  'keep tags that were never closed': {
    parts: [delta({ content: '<think>Hm</thi' }), finishEvent],
    reasoning: 'Hm</thi',
    end: stopped,
  },
});

streamCases('Choices', {
  'that are empty, null or missing are nothing': {
    parts: [
      data({ choices: [] }),
      data({ choices: null }),
      data({}),
      data(null),
      data('ping'),
      data([1]),
      data({ choices: [null, 7] }),
      delta({ content: 'Hi' }),
      finishEvent,
    ],
    text: 'Hi',
    end: stopped,
  },
  'after the first are left out': {
    parts: [
      data({ choices: [{ index: 1, delta: { content: 'no' }, finish_reason: 'length' }] }),
      data({
        choices: [
          { index: 1, delta: { content: 'no' } },
          { index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' },
        ],
      }),
    ],
    text: 'Hi',
    end: stopped,
  },
  'without an index are the first': {
    parts: [data({ choices: [{ delta: { content: 'Hi' }, finish_reason: 'stop' }] })],
    text: 'Hi',
    end: stopped,
  },
  // openai-node throws there; a chat that goes on without such a chunk loses nothing that could be shown.
  'of an index that is none are left out, where openai-node throws': {
    parts: [
      ...['__proto__', 'constructor', '1', -1, 0.5, 128, 2 ** 32, {}].map((index) =>
        data({ choices: [{ index, delta: { content: 'no' } }] }),
      ),
      delta({ content: 'Hi' }),
      finishEvent,
    ],
    text: 'Hi',
    end: stopped,
  },
  'with fields of other types are read as far as they go': {
    parts: [
      data({ choices: [{ delta: 7, finish_reason: 3 }] }),
      delta({ content: 5, reasoning: [], tool_calls: {} }),
      delta({ content: 'Hi' }),
      finishEvent,
    ],
    text: 'Hi',
    end: stopped,
  },
  'inherit nothing from a __proto__ in the JSON': {
    parts: [
      'data: {"choices":[{"index":0,"delta":{"__proto__":{"content":"forged","tool_calls":[{"function":{"name":"f"}}]}},"__proto__":{"finish_reason":"stop"}}]}\n\n',
      delta({ content: 'Hi' }),
    ],
    text: 'Hi',
    end: ['cut'],
  },
});
