import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { message, thinking, useDirectChat } from './support/directChat.ts';
import { ask, nextBody, useVscodeChat } from './support/vscodeChat.ts';

const { LanguageModelDataPart, LanguageModelPromptTsxPart } = vscode;
const text = (value: string) => new vscode.LanguageModelTextPart(value);
const call = (callId: string, input: object = {}) =>
  new vscode.LanguageModelToolCallPart(callId, 'read_file', input);
const result = (callId: string, ...content: unknown[]) =>
  new vscode.LanguageModelToolResultPart(callId, content);
const data = (words: string, mimeType: string) => new LanguageModelDataPart(Buffer.from(words), mimeType);
const image = (url: string) => ({ type: 'image_url', image_url: { url } });
const toolCall = (id: string, json = '{}') => ({
  id,
  type: 'function',
  function: { name: 'read_file', arguments: json },
});

describe('The messages of VS Code’s chat', () => {
  const chat = useDirectChat();

  it('reach the service with their roles, the third of which is the system’s', async () => {
    await chat().ask([
      message('system', 'Be brief.'),
      message('system'),
      message('user', 'Hello'),
      message('assistant', 'Hi'),
      message('user', 'Go on.'),
    ]);
    assert.deepEqual(chat().messages, [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi' },
      { role: 'user', content: 'Go on.' },
    ]);
  });

  it('have the text of text and JSON', async () => {
    const json = [
      data('{"b":2}', 'application/json'),
      data('{"a":1}', 'application/geo+json; charset=utf-8'),
    ];
    await chat().ask([message('user', data('a,b', 'text/csv'), ' ', ...json)]);
    assert.deepEqual(chat().messages, [{ role: 'user', content: 'a,b {"b":2}{"a":1}' }]);
  });

  it('are without marks that are no media type, and parts that nobody knows', async () => {
    const unknown = [data('x', 'cache_control'), data('x', ''), {}, null, 7];
    await chat().ask([message('user', 'Hello', ...unknown)]);
    assert.deepEqual(chat().messages, [{ role: 'user', content: 'Hello' }]);
  });

  it('fail in words with a part that no service takes', async () => {
    const words =
      'Only text and pictures can be sent, and the message holds application/pdf. Remove it and send again.';
    const asked = chat().ask([message('user', 'Read', data('x', 'application/pdf'))]);
    await assert.rejects(asked, { message: words, stack: '' });
    assert.deepEqual(chat().bodies, []);
  });

  it('tell the model what of a tool’s result can’t be sent: the user could not remove it', async () => {
    await chat().ask([message('user', result('a', text('Here: '), data('x', 'application/pdf')))]);
    const left = '[left out: application/pdf, since only text and pictures can be sent]';
    assert.deepEqual(chat().messages, [{ role: 'tool', content: `Here: ${left}`, tool_call_id: 'a' }]);
  });

  it('have the text of what VS Code’s own tools answer', async () => {
    const line = (words: string) => ({ type: 2, text: words, lineBreakBefore: false });
    const tree = {
      node: { type: 1, ctor: 2, children: [line('One'), { type: 1, children: [line(' two')] }] },
    };
    const parts = [new LanguageModelPromptTsxPart(tree), new LanguageModelPromptTsxPart('unknown')];
    await chat().ask([message('user', result('a', ...parts))]);
    assert.deepEqual(chat().messages, [{ role: 'tool', content: 'One two', tool_call_id: 'a' }]);
  });
});

describe('Reasoning in VS Code’s chat', () => {
  const chat = useDirectChat();
  const history = (...answered: unknown[]) => [
    message('user', 'Hello'),
    message('assistant', ...answered),
    message('user', result('call_0', text('Read.'))),
  ];
  /** The model has sent reasoning and a tool call once. */
  const reason = async (words: string) => {
    chat().fail({ kind: 'reasoning', text: words, as: 'reasoning_content', times: 1 });
    chat().fail({
      kind: 'toolCalls',
      calls: [{ id: 'call_0', name: 'read_file', arguments: '{}' }],
      times: 1,
    });
    const parts = await chat().ask('Hello');
    return (
      parts.flatMap(([kind, content]) => (kind === 'call' ? [(content as { id: string }).id] : []))[0] ?? ''
    );
  };
  const sentBack = () => {
    const [, answered] = (chat().messages ?? []) as Record<string, unknown>[];
    return answered?.['reasoning_content'];
  };

  it('goes back with the tool call that followed it, said by the caller or not', async () => {
    const id = await reason('I think.');
    await chat().ask(history(call(id)));
    assert.equal(sentBack(), 'I think.');
    await chat().ask(history(thinking(['I ', 'know.']), call(id)));
    assert.equal(sentBack(), 'I know.');
  });

  it('before a lone </think> is shown as such from the second answer on, until one comes without', async () => {
    const ask = async (text?: string) => {
      if (text !== undefined) chat().fail({ kind: 'reasoning', text, as: 'loneEnd', times: 1 });
      chat().fail({ kind: 'answer', text: 'Done.', times: 1 });
      return (await chat().ask('Hello')).filter(([kind]) => kind !== 'usage');
    };
    assert.deepEqual(await ask('I think.'), [['text', 'I think.Done.']]);
    const apart = [
      ['thinking', 'I think.'],
      ['text', 'Done.'],
    ];
    assert.deepEqual(await ask('I think.'), apart);
    assert.deepEqual(await ask(), [
      ['thinking', 'Done.'],
      ['text', 'Done.'],
    ]);
    assert.deepEqual(await ask(), [['text', 'Done.']]);
    assert.deepEqual(await ask('I think.'), [['text', 'I think.Done.']]);
    assert.deepEqual(await ask('I think.'), apart);
  });

  it('never comes from another conversation, though the service numbers its calls anew', async () => {
    const [first, second] = [await reason('Of the first.'), await reason('Of the second.')];
    assert.notEqual(first, second);
    await chat().ask(history(call(second)));
    assert.equal(sentBack(), 'Of the second.');
    await chat().ask(history(call(first)));
    assert.equal(sentBack(), 'Of the first.');
  });
});

/** One pixel: VS Code itself reads the pictures that it passes on, to make large ones smaller. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('The messages of another extension', () => {
  const chat = useVscodeChat({ name: 'support-tone-v7' });
  const { User, Assistant } = vscode.LanguageModelChatMessage;

  it('reach the service with tool calls, their results and pictures', async () => {
    const { service, model } = chat();
    const body = nextBody(service);
    const picture = LanguageModelDataPart.image(Buffer.from(png, 'base64'), 'image/png');
    await ask(model, [
      User('Look'),
      Assistant([call('a', { path: 'a.png' })]),
      User([result('a', text('A picture: '), picture)]),
      User([text('And this? '), picture]),
    ]);
    const url = `data:image/png;base64,${png}`;
    assert.deepEqual((await body)['messages'], [
      { role: 'user', content: 'Look' },
      { role: 'assistant', content: '', tool_calls: [toolCall('a', '{"path":"a.png"}')] },
      { role: 'tool', content: 'A picture: ', tool_call_id: 'a' },
      { role: 'user', content: [image(url), { type: 'text', text: 'And this? ' }, image(url)] },
    ]);
  });
});
