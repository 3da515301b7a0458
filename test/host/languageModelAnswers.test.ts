import assert from 'node:assert/strict';
import { ask, nextBody, useVscodeChat } from './support/vscodeChat.ts';

const chats = 'POST /api/v1/chat/completions';

describe('An answer in VS Code’s chat', () => {
  const chat = useVscodeChat({ name: 'support-tone-v7' });

  it('has the text, the reasoning and the usage of the service', async () => {
    const { service, model } = chat();
    service.fail({ on: chats, kind: 'reasoning', text: 'First I think.', as: 'reasoning_content' });
    service.fail({ on: chats, kind: 'answer', text: 'Hello from the tuned model.' });
    const { text, thinking, usage } = await ask(model, 'Hello');
    assert.equal(text, 'Hello from the tuned model.');
    assert.equal(thinking, 'First I think.');
    assert.deepEqual(Object.keys(usage as object), ['prompt_tokens', 'completion_tokens', 'total_tokens']);
  });

  it('comes for what was asked, and nothing else is sent', async () => {
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

  it('calls tools, with arguments as an object', async () => {
    const { service, model } = chat();
    service.fail({
      on: chats,
      kind: 'toolCalls',
      calls: [
        { id: 'call_1', name: 'read_file', arguments: '{"path":"a.txt"}' },
        { id: 'call_2', name: 'list', arguments: '' },
      ],
    });
    const tools = [
      { name: 'read_file', description: 'Reads.' },
      { name: 'list', description: 'Lists.' },
    ];
    const { calls } = await ask(model, 'Read a.txt', { tools });
    assert.deepEqual(
      calls.map(({ callId, name, input }) => ({ callId, name, input })),
      [
        { callId: 'call_1', name: 'read_file', input: { path: 'a.txt' } },
        { callId: 'call_2', name: 'list', input: {} },
      ],
    );
  });
});
