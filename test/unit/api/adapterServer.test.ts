import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { AdapterServer, createUndiciTransport, ServiceError } from '../../../src/api/index.ts';
import { canaryKey, sendJson, serve } from './harness.ts';

/** Which adapters are loaded, and the bodies that came. */
interface Desk {
  loaded: Map<string, string>;
  bodies: [url: string, body: unknown][];
}

/** As vLLM 0.32 answers where `VLLM_ALLOW_RUNTIME_LORA_UPDATING` is set. */
const vllmLike =
  ({ loaded, bodies }: Desk): RequestListener =>
  async (request, response) => {
    const { lora_name: name, lora_path: path, load_inplace: inPlace } = await bodyOf(request, bodies);
    const fail = (status: number, message: string) =>
      sendJson(response, { error: { message, type: 'BadRequestError', param: null, code: status } }, status);
    const done = (what: string) => response.end(`Success: LoRA adapter '${name}' ${what} successfully.`);
    if (request.url === '/v1/load_lora_adapter') {
      if (!name || !path) return fail(400, "Both 'lora_name' and 'lora_path' must be provided.");
      if (loaded.has(name) && !inPlace)
        return fail(400, `The lora adapter '${name}' has already been loaded.`);
      loaded.set(name, path);
      return done('added');
    }
    if (request.url !== '/v1/unload_lora_adapter') return sendJson(response, { detail: 'Not Found' }, 404);
    if (!loaded.delete(name)) return fail(404, `The lora adapter '${name}' cannot be found.`);
    done('removed');
  };

/** As SGLang 0.5.23 answers. */
const sglangLike =
  ({ loaded, bodies }: Desk): RequestListener =>
  async (request, response) => {
    const { lora_name: name, lora_path: path } = await bodyOf(request, bodies);
    const say = (success: boolean, message = '', status = success ? 200 : 400) =>
      sendJson(
        response,
        { success, error_message: message, loaded_adapters: Object.fromEntries(loaded) },
        status,
      );
    if (request.url === '/load_lora_adapter') {
      if (!name)
        return sendJson(response, { detail: [{ loc: ['body', 'lora_name'], msg: 'Field required' }] }, 422);
      if (loaded.has(name)) return say(false, `LoRA adapter ${name} is already loaded.`);
      loaded.set(name, path ?? '');
      return say(true);
    }
    if (request.url !== '/unload_lora_adapter') return sendJson(response, { detail: 'Not Found' }, 404);
    if (!loaded.delete(name ?? '')) return say(false, `LoRA adapter ${name} is not loaded.`, 200);
    say(true);
  };

async function bodyOf(request: Parameters<RequestListener>[0], bodies: Desk['bodies']) {
  const body: Record<'lora_name' | 'lora_path', string> & { load_inplace?: boolean } = JSON.parse(
    await readText(request),
  );
  bodies.push([request.url ?? '', body]);
  return body;
}

describe('A server that loads adapters', () => {
  const clientFor = async (baseUrl: string) =>
    new AdapterServer({ baseUrl, transport: await createUndiciTransport(), apiKey: async () => canaryKey });
  const desk = (): Desk => ({ loaded: new Map(), bodies: [] });
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => assert.fail('It was not refused.'),
      (error: unknown) => {
        assert.ok(error instanceof ServiceError);
        return [error.status, error.serverMessage];
      },
    );

  it('is found by an empty body, which loads nothing', async () => {
    for (const [like, routes] of [
      [vllmLike, 'vllm'],
      [sglangLike, 'sglang'],
      [undefined, undefined],
    ] as const) {
      const kept = desk();
      await using server = await serve(
        like?.(kept) ?? ((_, response) => sendJson(response, { detail: 'Not Found' }, 404)),
      );
      assert.equal(await (await clientFor(`${server.url}/v1`)).routes(), routes);
      assert.ok(kept.bodies.every(([, body]) => JSON.stringify(body) === '{}'));
      assert.equal(kept.loaded.size, 0);
    }
  });

  it('loads, reloads and unloads on vLLM, in place', async () => {
    const kept = desk();
    await using server = await serve(vllmLike(kept));
    const client = await clientFor(server.url);
    await client.load('vllm', 'tone', './tone');
    assert.deepEqual(await refusal(client.load('vllm', 'tone', './tone')), [
      400,
      "The lora adapter 'tone' has already been loaded.",
    ]);
    await client.reload('vllm', 'tone', './tone-2');
    assert.equal(kept.loaded.get('tone'), './tone-2');
    await client.unload('vllm', 'tone');
    assert.deepEqual(await refusal(client.unload('vllm', 'tone')), [
      404,
      "The lora adapter 'tone' cannot be found.",
    ]);
    assert.deepEqual(kept.bodies[2], [
      '/v1/load_lora_adapter',
      { lora_name: 'tone', lora_path: './tone-2', load_inplace: true },
    ]);
    assert.ok(server.requests.every(({ headers }) => headers.authorization === `Bearer ${canaryKey}`));
  });

  it('unloads before it loads again on SGLang, and tells its refusals, whatever their status', async () => {
    const kept = desk();
    await using server = await serve(sglangLike(kept));
    const client = await clientFor(server.url);
    await client.load('sglang', 'tone', 'acme/tone');
    await client.reload('sglang', 'tone', 'acme/tone-2');
    assert.deepEqual([...kept.loaded], [['tone', 'acme/tone-2']]);
    assert.deepEqual(
      (await refusal(client.load('sglang', 'tone', 'x')))[1],
      'LoRA adapter tone is already loaded.',
    );
    await client.unload('sglang', 'tone');
    assert.deepEqual((await refusal(client.unload('sglang', 'tone')))[1], 'LoRA adapter tone is not loaded.');
    assert.deepEqual(
      (await refusal(client.reload('sglang', 'tone', 'x')))[1],
      'LoRA adapter tone is not loaded.',
    );
  });

  it('passes on a wrong key instead of saying that it has no routes', async () => {
    await using server = await serve((_, response) => sendJson(response, { error: 'Unauthorized' }, 401));
    assert.equal((await refusal((await clientFor(server.url)).routes()))[0], 401);
  });
});
