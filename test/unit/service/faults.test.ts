import assert from 'node:assert/strict';
import { chat, receive, send, useService } from './client.ts';

const onChat = 'POST /api/v1/chat/completions';
const withUsage = { stream_options: { include_usage: true } };

describe('faults in place of an answer', () => {
  const service = useService();

  it('answer with the given status, body and headers until they are removed', async () => {
    const body = { detail: 'busy' };
    const remove = service().fail({
      on: 'GET /api/v1/lora',
      kind: 'status',
      status: 429,
      body,
      headers: { 'retry-after': '2' },
    });
    const answer = await send(service(), 'GET', '/lora');
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [429, '2']);
    assert.deepEqual(await answer.json(), body);
    assert.equal((await send(service(), 'GET', '/base-model')).status, 200);
    remove();
    assert.equal((await send(service(), 'GET', '/lora')).status, 200);
  });

  it('take turns when each has times: 1', async () => {
    service().fail({ on: '*', kind: 'status', status: 503, times: 1 });
    service().fail({ on: '*', kind: 'body', body: '<html>', contentType: 'text/html', times: 1 });
    const answers = [];
    for (let n = 0; n < 3; n += 1) answers.push(await send(service(), 'GET', '/lora'));
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('content-type')]),
      [
        [503, 'application/json'],
        [200, 'text/html'],
        [200, 'application/json'],
      ],
    );
  });

  it('match any name with {name}, and only their method', async () => {
    service().fail({ on: 'DELETE /api/v1/lora/{name}', kind: 'status', status: 204 });
    assert.equal((await send(service(), 'DELETE', '/lora/a%2Fb')).status, 204);
    assert.equal((await send(service(), 'GET', '/lora/support-tone-v7')).status, 200);
    service().clearFaults();
    assert.equal((await send(service(), 'DELETE', '/lora/a%2Fb')).status, 404);
  });

  it('reset the connection, cut a body short, or never answer', async () => {
    service().fail({ on: '*', kind: 'reset', times: 1 });
    await assert.rejects(send(service(), 'GET', '/lora'));
    service().fail({ on: '*', kind: 'partialBody', body: '[{"name":"x"}]', bytes: 5, times: 1 });
    const answer = await send(service(), 'GET', '/lora');
    await assert.rejects(answer.text());
    service().fail({ on: '*', kind: 'hang' });
    const leave = new AbortController();
    const arrived = service().nextRequest(() => true);
    const hanging = send(service(), 'GET', '/lora', { signal: leave.signal });
    const request = await arrived;
    leave.abort();
    await assert.rejects(hanging);
    assert.equal((await request.closed).complete, false);
  });

  it('delay an answer without changing it', async () => {
    service().fail({ on: '*', kind: 'delay', ms: 50 });
    const startedAt = performance.now();
    assert.equal((await send(service(), 'GET', '/lora')).status, 200);
    assert.ok(performance.now() - startedAt >= 49);
  });

  it('stop delaying an answer once they are removed', async () => {
    const arrived = service().nextRequest(() => true);
    const remove = service().fail({ on: '*', kind: 'delay', ms: 600_000 });
    const answer = send(service(), 'GET', '/lora');
    await arrived;
    remove();
    assert.equal((await answer).status, 200);
  });
});

describe('faults of a chat stream', () => {
  const service = useService();
  beforeEach(() => service().fail({ on: '*', kind: 'answer', text: 'one two three four' }));

  it('cut it after a number of chunks', async () => {
    service().fail({ on: onChat, kind: 'cut', after: 2 });
    const { text, isBroken } = await receive(await chat(service()));
    assert.deepEqual([text, isBroken], ['one two', true]);
  });

  it('end it cleanly without a finish', async () => {
    service().fail({ on: onChat, kind: 'end', after: 3 });
    const { text, isBroken, isDone, finishReason } = await receive(await chat(service()));
    assert.deepEqual([text, isBroken, isDone, finishReason], ['one two three', false, false, undefined]);
  });

  it('put an error into it', async () => {
    service().fail({ on: onChat, kind: 'errorEvent', after: 0, error: { message: 'out of memory' } });
    const { chunks, isDone } = await receive(await chat(service()));
    assert.deepEqual([chunks.at(-1)?.error?.message, isDone], ['out of memory', false]);
  });

  it('stall it with keep-alive comments, also after the finish', async () => {
    service().fail({ on: onChat, kind: 'stall', after: 'finish', keepAliveMs: 1 });
    const leave = new AbortController();
    const response = await chat(service(), {}, leave.signal);
    let raw = '';
    for await (const bytes of response.body ?? []) {
      raw += new TextDecoder().decode(bytes);
      if (/finish_reason":"stop"[\s\S]*: keep-alive\n\n: keep-alive\n\n/.test(raw)) break;
    }
    leave.abort();
    assert.doesNotMatch(raw, /DONE/);
    assert.equal((await service().requests[0]?.closed)?.complete, false);
  });

  it('leave out usage and [DONE], or send JSON instead of a stream', async () => {
    service().fail({ on: onChat, kind: 'noUsage', times: 1 });
    service().fail({ on: onChat, kind: 'noDone', times: 1 });
    const { chunks, isDone } = await receive(await chat(service(), withUsage));
    assert.deepEqual([isDone, chunks.some((chunk) => chunk.usage)], [false, false]);
    service().fail({ on: onChat, kind: 'json' });
    const response = await chat(service());
    assert.equal(response.headers.get('content-type'), 'application/json');
  });

  it('stop it with finish_reason length', async () => {
    service().fail({ on: onChat, kind: 'lengthAfter', tokens: 2 });
    const { text, finishReason } = await receive(await chat(service()));
    assert.deepEqual([text, finishReason], ['one two', 'length']);
  });

  it('silently answer with the base model instead of the LoRA', async () => {
    service().clearFaults();
    const textOf = async (model: string) => (await receive(await chat(service(), { model }))).text;
    const [own, base] = [await textOf('support-tone-v7'), await textOf('llama-3-8b')];
    assert.notEqual(own, base);
    service().fail({ on: onChat, kind: 'answersWithBase' });
    assert.equal(await textOf('support-tone-v7'), base);
    assert.equal(await textOf('llama-3-8b'), base);
  });

  it('put reasoning before the text, in a field or in tags', async () => {
    service().fail({ on: onChat, kind: 'reasoning', text: 'let me see', as: 'reasoning_content', times: 1 });
    const { chunks, text } = await receive(await chat(service()));
    const reasoning = chunks.map((chunk) => chunk.choices[0]?.delta.reasoning_content ?? '').join('');
    assert.deepEqual([reasoning, text], ['let me see', 'one two three four']);
    service().fail({ on: onChat, kind: 'reasoning', text: 'let me see', as: 'think' });
    const tagged = await receive(await chat(service()));
    assert.equal(tagged.text, '<think>let me see</think>\n\none two three four');
  });

  it('send exactly the bytes that a test gives', async () => {
    const text = ['data: {"x":"', Uint8Array.of(0xc3), Uint8Array.of(0xbc), '"}\r\n'] as const;
    service().fail({ on: onChat, kind: 'sse', text });
    assert.equal(await (await chat(service())).text(), 'data: {"x":"ü"}\r\n');
  });

  it('call tools, with their arguments in pieces', async () => {
    service().clearFaults();
    const call = { name: 'find_order', arguments: '{"order":"A-1001"}' };
    service().fail({ on: onChat, kind: 'toolCalls', calls: [call] });
    const streamed = await receive(await chat(service()));
    assert.equal(streamed.finishReason, 'tool_calls');
    assert.equal(streamed.chunks.length, 6);
    const whole = (await (await chat(service(), { stream: false })).json()) as { choices: unknown[] };
    const message = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_0', type: 'function', function: call }],
    };
    assert.deepEqual(whole.choices, [{ index: 0, message, finish_reason: 'tool_calls' }]);
  });

  it('refuse only requests that have a certain field', async () => {
    service().fail({ on: onChat, kind: 'refuseField', field: 'top_p', times: 1 });
    assert.equal((await chat(service())).status, 200);
    const refused = await chat(service(), { top_p: 0.5 });
    const { error } = (await refused.json()) as { error: { param: string } };
    assert.deepEqual([refused.status, error.param], [400, 'top_p']);
    assert.equal((await chat(service(), { top_p: 0.5 })).status, 200);
  });

  it('refuse only requests with a picture', async () => {
    service().fail({ on: onChat, kind: 'refuseImages' });
    const of = (part: object) => ({ messages: [{ role: 'user', content: [part] }] });
    assert.equal((await chat(service(), of({ type: 'text', text: 'Hi' }))).status, 200);
    const refused = await chat(service(), of({ type: 'image_url', image_url: { url: 'data:,' } }));
    assert.equal(refused.status, 400);
    assert.match(await refused.text(), /does not support image input/u);
  });

  it('hit only the model they are for', async () => {
    service().fail({ on: onChat, model: 'llama-3-8b', kind: 'status', status: 500 });
    service().fail({ on: onChat, kind: 'refuseUndeployed' });
    assert.equal((await chat(service())).status, 200);
    assert.equal((await chat(service(), { model: 'llama-3-8b' })).status, 500);
    assert.equal((await chat(service(), { model: 'phi-3-mini' })).status, 404);
  });
});
