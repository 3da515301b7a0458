import assert from 'node:assert/strict';
import {
  type ChatRequest,
  chatBody,
  createUndiciTransport,
  type Transport,
} from '../../../../src/api/index.ts';
import { useService } from '../../service/client.ts';
import { clientFor, collect, failure, helloRequest } from '../harness.ts';

const chatRoute = 'POST /api/v1/chat/completions';

describe('A chat request', () => {
  let transport: Transport;
  const service = useService();
  let model: string;
  before(async () => {
    transport = await createUndiciTransport();
  });
  beforeEach(() => {
    model = service().catalog.baseModels.find((one) => one.active_deployment)?.name ?? '';
  });
  const client = () => clientFor(service().url, transport, { apiKey: async () => 'sample-key' });
  const sent = (at = -1) => JSON.parse(service().requests.at(at)?.body ?? '');

  it('is reported exactly as sent, and can be rebuilt from the fields that were dropped', async () => {
    const request: ChatRequest = {
      model,
      messages: helloRequest.messages,
      topP: 0.5,
      extra: { z: 1, '2': 'ü' },
    };
    service().fail({ on: chatRoute, kind: 'refuseField', field: 'top_p' });
    const bodies: string[] = [];
    const dropped: string[] = [];
    const told = {
      onSent: (body: string) => bodies.push(body),
      onDropped: (field: string) => dropped.push(field),
    };
    await collect(client().streamChat(request, told));
    assert.deepEqual(
      bodies,
      service().requests.map(({ body }) => body),
    );
    assert.equal(bodies.length, 2);
    assert.equal(JSON.stringify(chatBody(request)), bodies[0]);
    assert.equal(JSON.stringify(chatBody(request, dropped)), bodies[1]);
  });

  it('has each field of `extra`, whatever its name', () => {
    const extra = JSON.parse('{"__proto__": 1, "toString": 2}');
    assert.match(JSON.stringify(chatBody({ ...helloRequest, extra })), /"__proto__":1,"toString":2/u);
  });

  it('contains every field that is set, under its wire name', async () => {
    const request: ChatRequest = {
      model,
      messages: [
        { role: 'system', content: 's' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 't' },
            { type: 'image', url: 'data:,' },
          ],
        },
        {
          role: 'assistant',
          content: '',
          reasoning: 'why',
          toolCalls: [{ id: 'c', name: 'f', arguments: '{}' }],
        },
        { role: 'assistant', content: [], toolCalls: [{ id: 'd', name: 'g', arguments: '' }] },
        { role: 'tool', content: 'r', toolCallId: 'c', name: 'f' },
      ],
      temperature: 0,
      topP: 0.5,
      maxTokens: 9,
      stop: ['x'],
      seed: 0,
      presencePenalty: -1,
      frequencyPenalty: 1,
      tools: [{ name: 'f', description: 'd', parameters: { type: 'object' } }],
      toolChoice: 'auto',
      extra: { top_k: 3, model: 'other', stream: false, temperature: 2, messages: [] },
    };
    service().fail({ on: chatRoute, kind: 'answer', text: 'x' });
    await collect(client().streamChat(request));
    assert.deepEqual(sent(), {
      model,
      messages: [
        { role: 'system', content: 's' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 't' },
            { type: 'image_url', image_url: { url: 'data:,' } },
          ],
        },
        {
          role: 'assistant',
          content: '',
          reasoning_content: 'why',
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'd', type: 'function', function: { name: 'g', arguments: '' } }],
        },
        { role: 'tool', name: 'f', content: 'r', tool_call_id: 'c' },
      ],
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0,
      top_p: 0.5,
      max_tokens: 9,
      stop: ['x'],
      seed: 0,
      presence_penalty: -1,
      frequency_penalty: 1,
      tools: [
        { type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object' } } },
      ],
      tool_choice: 'auto',
      top_k: 3,
    });
  });

  it('leaves empty lists out', async () => {
    await collect(client().streamChat({ ...helloRequest, model, tools: [], stop: [] }));
    assert.deepEqual(Object.keys(sent()).sort(), ['messages', 'model', 'stream', 'stream_options']);
  });

  it('that cannot be written as JSON is refused before it is sent', async () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    assert.equal(
      (await failure(collect(client().streamChat({ ...helloRequest, model, extra: { cycle } })))).kind,
      'badRequest',
    );
    assert.equal(service().requests.length, 0);
  });
});
