import assert from 'node:assert/strict';
import {
  requestMessages,
  type SaidMessage,
  type SaidPart,
} from '../../../../src/core/languageModels/requestMessages.ts';

const text = (words: string) => ({ type: 'text', text: words }) as const;
const thought = (words: string) => ({ type: 'reasoning', text: words }) as const;
const image = (name: string) => ({ type: 'image', url: `data:image/png;base64,${name}` }) as const;
const call = (id: string) => ({ type: 'toolCall', id, name: 'read', arguments: '{}' }) as const;
type Content = Extract<SaidPart, { type: 'toolResult' }>['content'];
const result = (toolCallId: string, ...content: Content) =>
  ({ type: 'toolResult', toolCallId, content }) as const;
const system = (...parts: SaidPart[]): SaidMessage => ({ role: 'system', parts });
const user = (...parts: SaidPart[]): SaidMessage => ({ role: 'user', parts });
const assistant = (...parts: SaidPart[]): SaidMessage => ({ role: 'assistant', parts });

const forgotten = { reasons: false, reasoningBefore: () => undefined };
const write = (...said: SaidMessage[]) => requestMessages(said, forgotten);
const toolCall = (id: string) => ({ id, name: 'read', arguments: '{}' });

const withCall = (content: string, ...ids: string[]) =>
  ({ role: 'assistant', content, toolCalls: ids.map(toolCall) }) as const;
const toolAnswer = (toolCallId: string, content: string) => ({ role: 'tool', content, toolCallId }) as const;
const two = [assistant(call('1'), call('2')), user(result('1', image('p')))];
const written = [
  withCall('', '1', '2'),
  toolAnswer('1', ''),
  toolAnswer('2', 'b'),
  { role: 'user', content: [image('p'), image('q')] },
];

describe('The messages of a request', () => {
  for (const [what, said, expected] of [
    [
      'are those of the caller, text as plain text',
      [system(text('Be brief.')), user(text('Hello, '), text('you')), assistant(text('Hi'))],
      [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello, you' },
        { role: 'assistant', content: 'Hi' },
      ],
    ],
    [
      'are never empty, a system message least of all',
      [system(), system(text('')), user(text('')), assistant(), user(text('Hello'))],
      [{ role: 'user', content: 'Hello' }],
    ],
    ['are none for none', [], []],
    [
      'are one for two of the same role in a row',
      [system(text('a')), system(text('b')), user(text('c')), user(), user(text('d')), assistant(text('e'))],
      [
        { role: 'system', content: 'a\n\nb' },
        { role: 'user', content: 'c\n\nd' },
        { role: 'assistant', content: 'e' },
      ],
    ],
    [
      'have pictures in their place among the text, and no empty text beside them',
      [user(text('Look: '), image('a'), text(''), text(' and '), image('b'))],
      [{ role: 'user', content: [text('Look: '), image('a'), text(' and '), image('b')] }],
    ],
    [
      'join a picture with the text of the next message',
      [user(image('a')), user(text('What is it?'))],
      [{ role: 'user', content: [image('a'), text('What is it?')] }],
    ],
    [
      'have tool calls with the text before them, not joined with another message’s',
      [assistant(text('I read.'), call('1'), call('2')), assistant(call('3'))],
      [withCall('I read.', '1', '2'), withCall('', '3')],
    ],
    [
      'have a tool call with the text of the message before it',
      [assistant(text('Well.')), assistant(call('1'))],
      [withCall('Well.', '1')],
    ],
    [
      'have each result of a tool in one of its own, before what else the user says',
      [user(result('1', text('a'), text('b')), text('Go on.'), result('2')), assistant(text('Yes.'))],
      [
        toolAnswer('1', 'ab'),
        toolAnswer('2', ''),
        { role: 'user', content: 'Go on.' },
        { role: 'assistant', content: 'Yes.' },
      ],
    ],
    [
      'have the pictures of a tool’s result in a message of the user',
      [user(result('1', text('a'), image('p')), text('See?'))],
      [toolAnswer('1', 'a'), { role: 'user', content: [image('p'), text('See?')] }],
    ],
    [
      'have nothing between the results of tools, in however many messages those come',
      [...two, user(result('2', text('b'), image('q')))],
      written,
    ],
    [
      'have nothing between them if the model goes on, either',
      [...two, user(result('2', text('b'), image('q'))), assistant(text('I see.'))],
      [...written, { role: 'assistant', content: 'I see.' }],
    ],
  ] as [string, SaidMessage[], unknown[]][]) {
    it(what, () => {
      assert.deepEqual(write(...said), expected);
    });
  }
});

describe('Reasoning in the messages of a request', () => {
  const kept = new Map([['1', 'Kept.']]);
  const reasoning = { reasons: true, reasoningBefore: (id: string) => kept.get(id) };
  const first = (...said: SaidMessage[]) => requestMessages(said, reasoning)[0];

  it('goes back with tool calls, to a model that sends some', () => {
    assert.equal(first(assistant(thought('I '), thought('think.'), call('2')))?.reasoning, 'I think.');
  });

  it('is what the caller kept before what this window kept', () => {
    assert.equal(first(assistant(call('1')))?.reasoning, 'Kept.');
    assert.equal(first(assistant(call('2'), call('1')))?.reasoning, 'Kept.');
    assert.equal(first(assistant(thought('Said.'), call('1')))?.reasoning, 'Said.');
    assert.deepEqual(first(assistant(call('2'))), withCall('', '2'));
  });

  it('goes back nowhere else', () => {
    assert.deepEqual(first(assistant(thought('I think.'), text('Yes.'))), {
      role: 'assistant',
      content: 'Yes.',
    });
    assert.equal(first(assistant(thought('I think.'))), undefined);
    const other = { reasons: false, reasoningBefore: (id: string) => kept.get(id) };
    const [written] = requestMessages([assistant(thought('I think.'), call('1'))], other);
    assert.deepEqual(written, withCall('', '1'));
  });
});
