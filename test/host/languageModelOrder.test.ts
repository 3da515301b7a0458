import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { delta, doneEvent, finishEvent } from '../unit/api/harness.ts';
import { addPart, describePart, onChat, type Part, textIn, useDirectChat } from './support/directChat.ts';
import { ask, nextBody, useVscodeChat } from './support/vscodeChat.ts';

const calls = [
  { id: 'a', name: 'read_file', arguments: '{"path":"a.txt"}' },
  { id: 'b', name: 'list', arguments: '' },
];

describe('The parts of an answer in VS Code’s chat', () => {
  const chat = useDirectChat();

  it('keep the order in which text and reasoning alternate', async () => {
    const text = [
      delta({ reasoning_content: 'One.' }),
      delta({ content: 'Two.' }),
      delta({ reasoning_content: 'Three.' }),
      delta({ content: 'Four.' }),
      finishEvent + doneEvent,
    ];
    chat().fail({ kind: 'sse', text });
    assert.deepEqual(await chat().ask('Hello'), [
      ['thinking', 'One.'],
      ['text', 'Two.'],
      ['thinking', 'Three.'],
      ['text', 'Four.'],
    ]);
  });

  it('come while the answer is still being written', async () => {
    chat().fail({ kind: 'answer', text: 'One two three.' });
    chat().fail({ kind: 'stall', after: 2 });
    const [model] = await chat().list();
    assert.ok(model);
    const source = new vscode.CancellationTokenSource();
    const first = Promise.withResolvers<string>();
    const options = { toolMode: vscode.LanguageModelChatToolMode.Auto, requestInitiator: 'test' };
    const said = [vscode.LanguageModelChatMessage.User('Hello')] as never;
    const report = (part: vscode.LanguageModelResponsePart) => first.resolve(textIn([describePart(part)]));
    const asked = chat().models.provideLanguageModelChatResponse(
      model,
      said,
      options,
      { report },
      source.token,
    );
    assert.match(await first.promise, /^One/u);
    source.cancel();
    await assert.rejects(asked, vscode.CancellationError);
  });
});

describe('The parts of an answer, as another extension gets them', () => {
  const chat = useVscodeChat({ name: 'support-tone-v7' });

  it('come for what was asked, and nothing else is sent', async () => {
    const { service, model } = chat();
    const body = nextBody(service);
    await ask(model, 'Hello', { modelOptions: { temperature: 0.5, _conversationId: 'x', top_k: 3 } });
    assert.deepEqual(await body, {
      temperature: 0.5,
      model: 'support-tone-v7',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it('are in the service’s order, each with what it says', async () => {
    const { service, model } = chat();
    service.fail({ on: onChat, kind: 'reasoning', text: 'I think.', as: 'reasoning_content' });
    service.fail({ on: onChat, kind: 'answer', text: 'I read a file.' });
    service.fail({ on: onChat, kind: 'toolCalls', calls });
    const { stream } = await model.sendRequest([vscode.LanguageModelChatMessage.User('Hello')]);
    const parts: Part[] = [];
    for await (const part of stream) addPart(parts, describePart(part));
    const said = parts.map(([kind, content]) => {
      const { id: _id, ...call } = content as { id?: string };
      return [kind, kind === 'call' ? call : content];
    });
    assert.deepEqual(said, [
      ['thinking', 'I think.'],
      ['text', 'I read a file.'],
      ['call', { name: 'read_file', input: { path: 'a.txt' } }],
      ['call', { name: 'list', input: {} }],
      ['usage', { prompt_tokens: 5, completion_tokens: 10, total_tokens: 15 }],
    ]);
  });

  it('calls tools with the service’s ids, with arguments as an object', async () => {
    const { service, model } = chat();
    service.fail({ on: onChat, kind: 'toolCalls', calls });
    const tools = calls.map(({ name }) => ({ name, description: 'Does it.' }));
    const made = (await ask(model, 'Read a.txt', { tools })).calls;
    assert.deepEqual(
      made.map(({ callId, name, input }) => [callId, name, input]),
      [
        ['a', 'read_file', { path: 'a.txt' }],
        ['b', 'list', {}],
      ],
    );
  });
});
