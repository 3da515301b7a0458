import assert from 'node:assert/strict';
import { chat, receive, send, useService } from './client.ts';

describe('a chat with the reference service', () => {
  const service = useService();

  it('streams role, text, finish_reason, usage and [DONE]', async () => {
    const response = await chat(service(), { stream_options: { include_usage: true } });
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    const { chunks, isDone, isBroken, finishReason } = await receive(response);
    assert.deepEqual(chunks[0]?.choices[0]?.delta, { role: 'assistant', content: '' });
    assert.deepEqual([finishReason, isDone, isBroken], ['stop', true, false]);
    const usage = chunks.at(-1)?.usage;
    assert.equal(usage?.completion_tokens, chunks.length - 3);
    assert.equal(usage?.total_tokens, (usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0));
  });

  it('sends usage only on request', async () => {
    const { chunks } = await receive(await chat(service()));
    assert.ok(chunks.every((chunk) => chunk.usage === undefined));
  });

  it('answers with a labeled sample that quotes the prompt and contains a list, code and a table', async () => {
    const messages = [
      { role: 'user', content: 'First' },
      { role: 'assistant', content: 'Yes?' },
      { role: 'user', content: [{ type: 'text', text: 'Two\nlines' }] },
    ];
    const { text } = await receive(await chat(service(), { messages }));
    assert.match(text, /^\*\*Sample answer\*\* from the local reference service – not a real model\./);
    assert.match(text, /\n> Two\n> lines\n/);
    assert.match(text, /\n- /);
    assert.match(text, /\n```python\n[\s\S]+\n```\n/);
    assert.match(text, /\n\| --- \|/);
    const words = text.split(/\s+/).length;
    assert.ok(words >= 120 && words <= 200, `${words} words`);
  });

  it('gives the same text for the same seed, model and prompt, and a different one for a different model', async () => {
    const texts = await Promise.all(
      [{}, {}, { model: 'llama-3-8b' }].map(
        async (fields) => (await receive(await chat(service(), fields))).text,
      ),
    );
    assert.equal(texts[0], texts[1]);
    assert.notEqual(texts[0], texts[2]);
  });

  it('answers with a single completion without stream: true', async () => {
    const { text } = await receive(await chat(service()));
    const response = await chat(service(), { stream: false });
    const completion = (await response.json()) as {
      choices: unknown[];
      usage: { completion_tokens: number };
    };
    const message = { role: 'assistant', content: text };
    assert.deepEqual(completion.choices, [{ index: 0, message, finish_reason: 'stop' }]);
    assert.ok(completion.usage.completion_tokens > 100);
  });

  it('stops after max_tokens with finish_reason length, and at a stop word', async () => {
    const cut = await receive(await chat(service(), { max_tokens: 3 }));
    assert.deepEqual([cut.text, cut.finishReason], ['**Sample answer** from', 'length']);
    const stopped = await receive(await chat(service(), { stop: [' from'] }));
    assert.deepEqual([stopped.text, stopped.finishReason], ['**Sample answer**', 'stop']);
  });

  it('works with a model without a deployment, and gets 404 for an unknown one', async () => {
    assert.equal((await chat(service(), { model: 'old-experiment' })).status, 200);
    assert.equal((await chat(service(), { model: 'nobody' })).status, 404);
  });

  it('takes null for a field that is not set, as OpenAI’s clients send it', async () => {
    const unset = { temperature: null, max_tokens: null, stop: null, n: null, stream_options: null };
    assert.equal((await chat(service(), unset)).status, 200);
    assert.equal((await chat(service(), { n: 1 })).status, 200);
  });

  it("refuses anything that isn't a chat request", async () => {
    assert.equal((await chat(service(), { messages: [] })).status, 400);
    assert.equal((await chat(service(), { messages: ['hello'] })).status, 400);
    assert.equal((await chat(service(), { temperature: 'hot' })).status, 400);
    const several = await chat(service(), { n: 2 });
    assert.deepEqual([several.status, (await several.json()).error.param], [400, 'n']);
    assert.equal((await send(service(), 'POST', '/chat/completions', { body: '{"model":' })).status, 400);
    const headers = { 'content-type': 'text/plain' };
    assert.equal((await send(service(), 'POST', '/chat/completions', { body: '{}', headers })).status, 415);
  });

  it('refuses a body that is too large, and keeps serving', async () => {
    const body = 'x'.repeat(16 * 1024 * 1024 + 1);
    assert.equal((await send(service(), 'POST', '/chat/completions', { body })).status, 413);
    assert.equal((await chat(service())).status, 200);
  });
});

describe('the pace of an answer', () => {
  const service = useService({ tokensPerSecond: 500 });

  it('is no faster than the chosen tokens per second', async () => {
    service().fail({ on: '*', kind: 'answer', text: 'word '.repeat(100) });
    const startedAt = performance.now();
    await receive(await chat(service()));
    const seconds = (performance.now() - startedAt) / 1000;
    // A busy machine may be slower.
    assert.ok(seconds > 0.19, `${seconds} s for 100 tokens at 500 a second`);
  });

  it('stops when the client closes the connection', async () => {
    service().tokensPerSecond = 1;
    const leave = new AbortController();
    const arrived = service().nextRequest(() => true);
    const response = await chat(service(), {}, leave.signal);
    const reader = response.body?.getReader();
    await reader?.read();
    leave.abort();
    const { complete } = await (await arrived).closed;
    assert.equal(complete, false);
  });

  it("can't be 0", () => {
    assert.throws(() => {
      service().tokensPerSecond = 0;
    }, RangeError);
  });
});
