import { data, delta, doneEvent, finishEvent } from '../harness.ts';
import { type StreamCase, streamCases } from './streamCase.ts';

const hi = '"Hi", complete (stop)';
const thoughtHi = 'thought "Hm", "Hi", complete (stop)';
const choice = (fields: object): string => data({ choices: [fields] });
const says = (content: unknown): string => delta({ content });

// AI SDK: openai-compatible-chat-language-model.test.ts and its content-array test; openai-node: the tests of its
// ChatCompletionStream.
streamCases('Text and reasoning', {
  'come among chunks with only a role, or with null or empty content': [
    hi,
    delta({ role: 'assistant', content: '' }),
    ...[delta({ role: '' }), says(null), says('Hi'), finishEvent, doneEvent],
  ],
  'come after a first chunk without content': [
    hi,
    data({ choices: [], created: 0, id: '', model: '' }),
    ...[says('Hi'), finishEvent],
  ],
  'come from reasoning_content and then content': [
    thoughtHi,
    delta({ content: '', reasoning_content: 'Hm' }),
    delta({ content: 'Hi', reasoning_content: '' }),
    finishEvent,
  ],
  'come from reasoning if there is no reasoning_content': [
    thoughtHi,
    delta({ content: '', reasoning: 'Hm' }),
    ...[says('Hi'), finishEvent],
  ],
  'come from reasoning_content if there are both': [
    'thought "one", complete (stop)',
    delta({ reasoning_content: 'one', reasoning: 'other' }),
    finishEvent,
  ],
  'come beside empty lists of tool calls': [
    thoughtHi,
    delta({ reasoning_content: 'Hm', tool_calls: [] }),
    delta({ content: 'Hi', tool_calls: [] }, 'stop'),
  ],
  'come from think tags, wherever they are split': [
    'thought "Hm", "Hi <think>not</think>", complete (stop)',
    ...['\n<th', 'ink>', 'Hm</', 'thi', 'nk>\n', '\nHi <think>not</think>'].map(says),
    finishEvent,
  ],
  'come from parts with thinking and parts with text': [
    'thought "Hm", "Hi", complete',
    says([
      { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] },
      { type: 'text', text: 'Hi' },
    ]),
    doneEvent,
  ],
  "come from Anthropic's form of thinking, and from one part in place of a list": [
    'thought "Hm", "Hi", complete',
    says([{ type: 'thinking', thinking: 'Hm' }]),
    says({ type: 'text', text: 'Hi' }),
    doneEvent,
  ],
  'leave out unknown parts': [
    '"Hi", complete',
    says([
      ...[{ type: 'future', text: { a: 1 }, thinking: { a: 1 } }, null, 'x'],
      ...[
        { type: 'thinking', thinking: [null, {}] },
        { type: 'text', text: 'Hi' },
      ],
    ]),
    doneEvent,
  ],
  'come from a refusal without content': [
    '"I can\'t.", complete (stop)',
    delta({ content: null, refusal: 'I can' }),
    ...[delta({ refusal: "'t." }), finishEvent],
  ],
  'keep an unfinished closing tag': [
    'thought "Hm</thi", complete (stop)',
    says('<think>Hm</thi'),
    finishEvent,
  ],
});

streamCases('Choices', {
  'that are empty, null or missing are ignored': [
    hi,
    ...[{ choices: [] }, { choices: null }, {}, null, 'ping', [1], { choices: [null, 7] }].map(data),
    ...[says('Hi'), finishEvent],
  ],
  'other than the first are left out': [
    hi,
    choice({ index: 1, delta: { content: 'no' }, finish_reason: 'length' }),
    data({
      choices: [
        { index: 1, delta: { content: 'no' } },
        { index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' },
      ],
    }),
  ],
  'without an index count as the first': [hi, choice({ delta: { content: 'Hi' }, finish_reason: 'stop' })],
  // A chat that goes on without such a chunk loses nothing that could be shown.
  'with an invalid index or a large one are left out, while openai-node throws': [
    hi,
    ...['__proto__', 'constructor', '1', -1, 0.5, 128, 2 ** 32, {}].map((index) =>
      choice({ index, delta: { content: 'no' } }),
    ),
    ...[says('Hi'), finishEvent],
  ],
  'with fields of unexpected types are read as far as possible': [
    hi,
    choice({ delta: 7, finish_reason: 3 }),
    ...[delta({ content: 5, reasoning: [], tool_calls: {} }), says('Hi'), finishEvent],
  ],
  'inherit nothing from a __proto__ in the JSON': [
    '"Hi", cut short',
    'data: {"choices":[{"index":0,"delta":{"__proto__":{"content":"forged","tool_calls":[{"function":{"name":"f"}}]}},"__proto__":{"finish_reason":"stop"}}]}\n\n',
    says('Hi'),
  ],
});

const noText = 'protocol NO_TEXT';
const memory = 'server "Out of memory"';

streamCases('An answer without text', {
  'fails if its choices are always empty': [noText, data({ choices: [] }), doneEvent],
  'fails if it contains only usage': [
    noText,
    data({ choices: [], usage: { completion_tokens: 2 } }),
    doneEvent,
  ],
  'fails with the object that comes instead of a chunk': [
    `${noText} "{\\"id\\":\\"x\\"}"`,
    data({ id: 'x' }),
    doneEvent,
  ],
  'fails with the message that comes instead of a chunk': [
    memory,
    data({ status: 'failed', message: 'Out of memory' }),
    doneEvent,
  ],
  'fails with the text that comes instead of a chunk': [memory, data('Out of memory'), doneEvent],
  'fails with a list of details': ['server "n: No"', data({ detail: [{ loc: ['body', 'n'], msg: 'No' }] })],
  'is complete if the model ends it at once': ['complete (stop)', finishEvent, doneEvent],
  'is cut off if nothing marks its end': ['cut short', data({ choices: [] })],
  'that ends early fails with the message that comes instead of the rest': [
    `"a", then ${memory}`,
    ...[says('a'), data({ message: 'Out of memory' })],
  ],
  'that goes on does not fail because of a message before its text': [
    '"a", complete (stop)',
    ...[data({ message: 'queued' }), says('a'), finishEvent, doneEvent],
  ],
  'that goes on fails at once on a detail, as FastAPI sends it': [
    `"a", then ${memory}`,
    ...[says('a'), data({ detail: 'Out of memory' }), says('b')],
  ],
});

const ab = '"ab", complete (stop)';

streamCases('Text in another form', {
  'is read from text completions': [ab, choice({ text: 'a' }), choice({ text: 'b', finish_reason: 'stop' })],
  'is read from a delta that is a string': [ab, choice({ delta: 'ab' }), finishEvent],
  'is read from a choice whose index is a string': [
    ab,
    choice({ index: '0', delta: { content: 'ab' } }),
    finishEvent,
  ],
  'is read from JSON that is encoded twice': [
    ab,
    data(JSON.stringify({ choices: [{ delta: { content: 'ab' } }] })),
    data(JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })),
    data('[DONE]'),
  ],
});

const usage = (counts: unknown): string => data({ choices: [], usage: counts });
const counted = (prompt: number, completion: number, total: number) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: total,
});
const spent = '20+30=50 tokens, complete (stop)';

// AI SDK: openai-compatible-chat-language-model.test.ts, "usage details".
streamCases('Usage', {
  'comes in a last chunk without choices': [
    '"Hi", 10+1=11 tokens, complete (stop)',
    ...[says('Hi'), finishEvent, usage(counted(10, 1, 11)), doneEvent],
  ],
  'comes with the finish': [
    '"Hi", 10+1=11 tokens, complete (stop)',
    data({ choices: [{ delta: { content: 'Hi' }, finish_reason: 'stop' }], usage: counted(10, 1, 11) }),
    doneEvent,
  ],
  'is that of the last chunk if every chunk has some': [
    '"xxx", 5+3=8 tokens, complete (stop)',
    ...[1, 2, 3].map((n) => data({ choices: [{ delta: { content: 'x' } }], usage: counted(5, n, 5 + n) })),
    ...[finishEvent, doneEvent],
  ],
  'contains only the counts, whatever details come with them': [
    spent,
    finishEvent,
    usage({ ...counted(20, 30, 50), prompt_tokens_details: { cached_tokens: 5 }, queue_time: 0.06 }),
  ],
  'has a total even if the service leaves it out': [
    spent,
    finishEvent,
    usage({ prompt_tokens: 20, completion_tokens: 30 }),
  ],
  'has the rest of the total as its prompt tokens': [
    spent,
    finishEvent,
    usage({ completion_tokens: 30, total_tokens: 50 }),
  ],
  'is ignored if it is null, empty or not a valid number': [
    'complete (stop)',
    ...[null, {}, { completion_tokens: '3' }, { completion_tokens: -1 }, []].map(usage),
    ...[finishEvent, doneEvent],
  ],
} satisfies Record<string, StreamCase>);
