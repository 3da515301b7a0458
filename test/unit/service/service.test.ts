import assert from 'node:assert/strict';
import { createSampleCatalog } from '../../service/samples.ts';
import type { WireLora } from '../../service/service.ts';
import { chat, receive, send, useService } from './client.ts';

const onChat = 'POST /api/v1/chat/completions';
const encoded = (name: string) => encodeURIComponent(name);

// Most of the service shows in the tests that use it. Here is what a client that does wrong would not notice.
describe('The reference service', () => {
  const service = useService();
  const statusOf = async (method: string, path: string, init?: RequestInit) =>
    (await send(service(), method, path, init)).status;

  it('lists and retrieves each model by its name, encoded as one segment, and answers HEAD as GET', async () => {
    const { loras, baseModels } = service().catalog;
    for (const [path, all] of [
      ['/lora', loras],
      ['/base-model', baseModels],
    ] as const) {
      assert.deepEqual(await (await send(service(), 'GET', path)).json(), all);
      for (const one of all) {
        const answer = await send(service(), 'GET', `${path}/${encoded(one.name)}`);
        assert.deepEqual(await answer.json(), one);
      }
      const head = await send(service(), 'HEAD', path);
      assert.deepEqual(
        [head.status, head.headers.get('content-length'), await head.text()],
        [200, String(Buffer.byteLength(JSON.stringify(all))), ''],
      );
    }
  });

  it('deletes a LoRA once, and returns it', async () => {
    const path = `/lora/${encoded('acme/legal/nda-review')}`;
    const deleted = (await (await send(service(), 'DELETE', path)).json()) as WireLora;
    assert.equal(deleted.name, 'acme/legal/nda-review');
    assert.equal(service().catalog.loras.length, 29);
    assert.deepEqual([await statusOf('DELETE', path), await statusOf('GET', path)], [404, 404]);
  });

  const refused: [status: number, method: string, path: string][] = [
    [404, 'GET', '/lora/code-review/python'],
    [404, 'GET', '/lora/nobody'],
    [404, 'GET', '/base-model/old-experiment'],
    [404, 'GET', '/loras'],
    [404, 'GET', '/lora/'],
    [404, 'GET', '/lora/100%25'],
    [400, 'GET', '/lora/%ff'],
    [405, 'DELETE', '/base-model/llama-3-8b'],
  ];
  for (const [status, method, path] of refused)
    it(`answers ${status} to ${method} ${path}`, async () => {
      assert.equal(await statusOf(method, path), status);
    });

  it("requires a key, and accepts any of the organization's", async () => {
    for (const authorization of ['', 'Bearer', 'Bearer other', 'Basic sample-key'])
      assert.equal(await statusOf('GET', '/lora', { headers: { authorization } }), 401, authorization);
    service().keys.add('second');
    assert.equal(await statusOf('GET', '/lora', { headers: { authorization: 'bearer second' } }), 200);
  });

  it("refuses anything that isn't a chat request, or too large a one, and keeps serving", async () => {
    for (const fields of [{ messages: [] }, { messages: ['hello'] }, { temperature: 'hot' }, { n: 2 }])
      assert.equal((await chat(service(), fields)).status, 400, JSON.stringify(fields));
    const post = (init: RequestInit) => statusOf('POST', '/chat/completions', init);
    assert.equal(await post({ body: '{"model":' }), 400);
    assert.equal(await post({ body: '{}', headers: { 'content-type': 'text/plain' } }), 415);
    assert.equal(await post({ body: 'x'.repeat(16 * 1024 * 1024 + 1) }), 413);
    assert.equal((await chat(service(), { model: 'nobody' })).status, 404);
    const unset = { temperature: null, max_tokens: null, stop: null, n: null, stream_options: null };
    assert.equal((await chat(service(), unset)).status, 200);
  });

  it('streams role, text, finish_reason, usage only on request, and [DONE]', async () => {
    const response = await chat(service(), { stream_options: { include_usage: true } });
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    const { chunks, text, isDone, isBroken, finishReason } = await receive(response);
    assert.deepEqual(chunks[0]?.choices[0]?.delta, { role: 'assistant', content: '' });
    assert.deepEqual([finishReason, isDone, isBroken], ['stop', true, false]);
    assert.equal(chunks.at(-1)?.usage?.completion_tokens, chunks.length - 3);
    assert.ok((await receive(await chat(service()))).chunks.every((chunk) => chunk.usage === undefined));
    const whole = (await (await chat(service(), { stream: false })).json()) as { choices: unknown[] };
    const message = { role: 'assistant', content: text };
    assert.deepEqual(whole.choices, [{ index: 0, message, finish_reason: 'stop' }]);
  });

  it('stops after max_tokens with finish_reason length, and at a stop word', async () => {
    const cut = await receive(await chat(service(), { max_tokens: 3 }));
    assert.deepEqual([cut.text, cut.finishReason], ['**Sample answer** from', 'length']);
    const stopped = await receive(await chat(service(), { stop: [' from'] }));
    assert.deepEqual([stopped.text, stopped.finishReason], ['**Sample answer**', 'stop']);
  });

  it('records every request as it was received, and yields the next matching one', async () => {
    await send(service(), 'GET', `/lora/${encoded('translate de→en 100%')}?a=1`);
    const next = service().nextRequest((request) => request.path.endsWith('/lora'));
    await send(service(), 'DELETE', '/lora/nobody', { body: '{"really":true}' });
    await send(service(), 'GET', '/lora');
    const [first, second, third] = service().requests;
    assert.equal(first?.path, '/api/v1/lora/translate%20de%E2%86%92en%20100%25?a=1');
    assert.equal(first?.headers['authorization'], 'Bearer sample-key');
    assert.deepEqual([second?.method, second?.body], ['DELETE', '{"really":true}']);
    assert.equal(await next, third);
    assert.equal((await third?.closed)?.complete, true);
  });

  it('says of a request that its client has left', async () => {
    service().tokensPerSecond = 1;
    const leave = new AbortController();
    const arrived = service().nextRequest(() => true);
    const response = await chat(service(), {}, leave.signal);
    await response.body?.getReader().read();
    leave.abort();
    assert.equal((await (await arrived).closed).complete, false);
  });

  it('gives a fault to its path, method and model only, as often as said, until it is removed', async () => {
    const remove = service().fail({ on: 'DELETE /api/v1/lora/{name}', kind: 'status', status: 204 });
    service().fail({ on: 'GET /api/v1/lora', kind: 'status', status: 503, times: 1 });
    service().fail({ on: onChat, model: 'llama-3-8b', kind: 'status', status: 500 });
    assert.equal(await statusOf('DELETE', '/lora/a%2Fb'), 204);
    assert.equal(await statusOf('GET', '/lora/support-tone-v7'), 200);
    assert.deepEqual([await statusOf('GET', '/lora'), await statusOf('GET', '/lora')], [503, 200]);
    assert.equal((await chat(service())).status, 200);
    assert.equal((await chat(service(), { model: 'llama-3-8b' })).status, 500);
    remove();
    assert.equal(await statusOf('DELETE', '/lora/a%2Fb'), 404);
  });

  it('silently answers with the base model instead of the LoRA, if that is the fault', async () => {
    const textOf = async (model: string) => (await receive(await chat(service(), { model }))).text;
    const [own, again, base] = await Promise.all(
      ['support-tone-v7', 'support-tone-v7', 'llama-3-8b'].map(textOf),
    );
    assert.equal(own, again);
    assert.notEqual(own, base);
    service().fail({ on: onChat, kind: 'answersWithBase' });
    assert.deepEqual([await textOf('support-tone-v7'), await textOf('llama-3-8b')], [base, base]);
  });
});

describe('A reference service that takes raw slashes', () => {
  const service = useService({ slashesInPath: true, singleBaseModelObject: true });

  it('refuses %2F, finds the raw form, and lists the base models as one object, as the spec shows it', async () => {
    assert.equal((await send(service(), 'GET', '/lora/code-review%2fpython')).status, 404);
    const answer = await send(service(), 'GET', '/lora/code-review/python');
    assert.equal(((await answer.json()) as WireLora).name, 'code-review/python');
    const [first] = service().catalog.baseModels;
    assert.deepEqual(await (await send(service(), 'GET', '/base-model')).json(), first);
  });
});

describe('The pace of an answer', () => {
  const service = useService({ tokensPerSecond: 500 });

  it('is no faster than the chosen tokens per second', async () => {
    service().fail({ on: '*', kind: 'answer', text: 'word '.repeat(100) });
    const startedAt = performance.now();
    await receive(await chat(service()));
    const seconds = (performance.now() - startedAt) / 1000;
    // A busy machine may be slower.
    assert.ok(seconds > 0.19, `${seconds} s for 100 tokens at 500 a second`);
  });
});

describe('The sample catalog', () => {
  const now = 1_800_000_000;

  it('has names, creators and deployments of every kind', () => {
    const { loras, baseModels } = createSampleCatalog({ seed: 1, now });
    const names = loras.map(({ name }) => name);
    assert.deepEqual([baseModels.length, new Set(names).size], [8, 30]);
    for (const pattern of [/\//, / /, /ü/, /^.{80}$/u, /%/, /\?/])
      assert.ok(
        names.some((name) => pattern.test(name)),
        String(pattern),
      );
    for (const models of [loras, baseModels])
      assert.ok(models.some((model) => model.active_deployment === undefined));
    const types = new Set(loras.map((lora) => lora.active_deployment?.creator?.actor_type));
    assert.deepEqual(types, new Set(['USER', undefined, 'API_KEY', 'SERVICE_ACCOUNT']));
  });

  it('grows to any size, always the same for the same seed', () => {
    const large = createSampleCatalog({ seed: 1, now, loras: 3000 });
    assert.equal(new Set(large.loras.map((lora) => lora.name)).size, 3000);
    assert.deepEqual(large, createSampleCatalog({ seed: 1, now, loras: 3000 }));
    assert.notDeepEqual(large, createSampleCatalog({ seed: 2, now, loras: 3000 }));
  });
});
