import { data, delta, doneEvent, finishEvent } from '../harness.ts';
import { streamCases } from './streamCase.ts';

const stopped = ['complete', 'stop'] as const;

// AI SDK: openai-compatible-chat-language-model.test.ts and its content-array test; openai-node: the tests of its
// ChatCompletionStream.
streamCases('Text and reasoning', {
  'come among chunks with only a role, or with null or empty content': {
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
  'come after a first chunk without content': {
    parts: [data({ choices: [], created: 0, id: '', model: '' }), delta({ content: 'Hi' }), finishEvent],
    text: 'Hi',
    end: stopped,
  },
  'come from reasoning_content and then content': {
    parts: [
      delta({ content: '', reasoning_content: 'Hm' }),
      delta({ content: 'Hi', reasoning_content: '' }),
      finishEvent,
    ],
    reasoning: 'Hm',
    text: 'Hi',
    end: stopped,
  },
  'come from reasoning if there is no reasoning_content': {
    parts: [delta({ content: '', reasoning: 'Hm' }), delta({ content: 'Hi' }), finishEvent],
    reasoning: 'Hm',
    text: 'Hi',
    end: stopped,
  },
  'come from reasoning_content if there are both': {
    parts: [delta({ reasoning_content: 'one', reasoning: 'other' }), finishEvent],
    reasoning: 'one',
    end: stopped,
  },
  'come beside empty lists of tool calls': {
    parts: [
      delta({ reasoning_content: 'Hm', tool_calls: [] }),
      delta({ content: 'Hi', tool_calls: [] }, 'stop'),
    ],
    reasoning: 'Hm',
    text: 'Hi',
    end: stopped,
  },
  'come from think tags, wherever they are split': {
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
  'come from parts with thinking and parts with text': {
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
  'leave out unknown parts': {
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
  'come from a refusal without content': {
    parts: [delta({ content: null, refusal: 'I can' }), delta({ refusal: "'t." }), finishEvent],
    text: "I can't.",
    end: stopped,
  },
  'keep an unfinished closing tag': {
    parts: [delta({ content: '<think>Hm</thi' }), finishEvent],
    reasoning: 'Hm</thi',
    end: stopped,
  },
});

streamCases('Choices', {
  'that are empty, null or missing are ignored': {
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
  'other than the first are left out': {
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
  'without an index count as the first': {
    parts: [data({ choices: [{ delta: { content: 'Hi' }, finish_reason: 'stop' }] })],
    text: 'Hi',
    end: stopped,
  },
  // A chat that goes on without such a chunk loses nothing that could be shown.
  'with an invalid index or a large one are left out, while openai-node throws': {
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
  'with fields of unexpected types are read as far as possible': {
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
