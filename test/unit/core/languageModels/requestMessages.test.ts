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

describe('The messages of a request', () => {
  it('are those of the caller, text as plain text', () => {
    assert.deepEqual(
      write(system(text('Be brief.')), user(text('Hello, '), text('you')), assistant(text('Hi'))),
      [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello, you' },
        { role: 'assistant', content: 'Hi' },
      ],
    );
  });

  it('are never empty, a system message least of all', () => {
    assert.deepEqual(write(system(), system(text('')), user(text('')), assistant(), user(text('Hello'))), [
      { role: 'user', content: 'Hello' },
    ]);
    assert.deepEqual(write(), []);
  });

  it('are one for two of the same role in a row', () => {
    assert.deepEqual(
      write(
        system(text('a')),
        system(text('b')),
        user(text('c')),
        user(),
        user(text('d')),
        assistant(text('e')),
        assistant(text('f')),
      ),
      [
        { role: 'system', content: 'a\n\nb' },
        { role: 'user', content: 'c\n\nd' },
        { role: 'assistant', content: 'e\n\nf' },
      ],
    );
  });

  it('have pictures in their place among the text, and no empty text beside them', () => {
    assert.deepEqual(write(user(text('Look: '), image('a'), text(''), text(' and '), image('b'))), [
      { role: 'user', content: [text('Look: '), image('a'), text(' and '), image('b')] },
    ]);
    assert.deepEqual(write(user(image('a')), user(text('What is it?'))), [
      { role: 'user', content: [image('a'), text('What is it?')] },
    ]);
  });
});

describe('Tool calls in the messages of a request', () => {
  it('go with the text before them, and are not joined with another message’s', () => {
    assert.deepEqual(write(assistant(text('I read.'), call('1'), call('2')), assistant(call('3'))), [
      { role: 'assistant', content: 'I read.', toolCalls: [toolCall('1'), toolCall('2')] },
      { role: 'assistant', content: '', toolCalls: [toolCall('3')] },
    ]);
    assert.deepEqual(write(assistant(text('Well.')), assistant(call('1'))), [
      { role: 'assistant', content: 'Well.', toolCalls: [toolCall('1')] },
    ]);
  });

  it('are followed by each result in a message of its own, before what else the user says', () => {
    assert.deepEqual(
      write(user(result('1', text('a'), text('b')), text('Go on.'), result('2')), assistant(text('Yes.'))),
      [
        { role: 'tool', content: 'ab', toolCallId: '1' },
        { role: 'tool', content: '', toolCallId: '2' },
        { role: 'user', content: 'Go on.' },
        { role: 'assistant', content: 'Yes.' },
      ],
    );
  });

  it('have the pictures of their results in a message of the user', () => {
    assert.deepEqual(write(user(result('1', text('a'), image('p')), text('See?'))), [
      { role: 'tool', content: 'a', toolCallId: '1' },
      { role: 'user', content: [image('p'), text('See?')] },
    ]);
  });

  it('have nothing between their results, in however many messages those come', () => {
    const said = [
      assistant(call('1'), call('2')),
      user(result('1', image('p'))),
      user(result('2', text('b'), image('q'))),
    ];
    const written = [
      { role: 'assistant', content: '', toolCalls: [toolCall('1'), toolCall('2')] },
      { role: 'tool', content: '', toolCallId: '1' },
      { role: 'tool', content: 'b', toolCallId: '2' },
      { role: 'user', content: [image('p'), image('q')] },
    ];
    assert.deepEqual(write(...said), written);
    assert.deepEqual(write(...said, assistant(text('I see.'))), [
      ...written,
      { role: 'assistant', content: 'I see.' },
    ]);
  });
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
    assert.deepEqual(first(assistant(call('2'))), {
      role: 'assistant',
      content: '',
      toolCalls: [toolCall('2')],
    });
  });

  it('goes back nowhere else', () => {
    assert.deepEqual(first(assistant(thought('I think.'), text('Yes.'))), {
      role: 'assistant',
      content: 'Yes.',
    });
    assert.equal(first(assistant(thought('I think.'))), undefined);
    const other = { reasons: false, reasoningBefore: (id: string) => kept.get(id) };
    const [written] = requestMessages([assistant(thought('I think.'), call('1'))], other);
    assert.deepEqual(written, { role: 'assistant', content: '', toolCalls: [toolCall('1')] });
  });
});
