import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { OpenAiClient } from '../../../src/api/index.ts';
import type { CallOptions, Transport } from '../../../src/api/types.ts';
import { startService } from '../../service/service.ts';
import {
  collect,
  delta,
  doneEvent,
  failure,
  helloRequest,
  overBothTransports,
  quickTiming,
  sendEvents,
  sendJson,
  serve,
} from './harness.ts';

const base = 'llama-3-8b';
const lora = 'support-tone-v7';
const onChat = 'POST /v1/chat/completions';

describe('SGLang, where the base answers to an adapter’s bare name', () => {
  overBothTransports((transport) => {
    const clientOf = (baseUrl: string, given: Transport = transport) =>
      new OpenAiClient({ baseUrl, transport: given, apiKey: async () => undefined, timing: quickTiming });
    const start = () => startService({ openAi: 'sglang', tokensPerSecond: Number.POSITIVE_INFINITY });
    const ask = async (client: OpenAiClient, model: string, options: CallOptions = {}) => {
      const events = await collect(client.streamChat({ ...helloRequest, model }, options));
      return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
    };
    const asked = (service: Awaited<ReturnType<typeof start>>) =>
      service.requests.map(({ method, path, body }) =>
        method === 'GET' ? `GET ${path}` : JSON.parse(body).model,
      );

    it('is asked for an adapter by its base and its name, and lists both', async () => {
      const service = await start();
      const client = clientOf(service.url);
      const loras = await client.listLoras();
      const [served, ...others] = await client.listBaseModels();
      assert.deepEqual([served?.name, served?.wireName, others], [base, base, []]);
      const { wireName, activeDeployment } = loras.find(({ name }) => name === lora) ?? {};
      assert.deepEqual([wireName, activeDeployment?.baseModelName], [`${base}:${lora}`, base]);
      service.clearRequests();
      const sent: string[] = [];
      const onSent = (_: string, name: string) => void sent.push(name);
      const [tuned, untuned] = [await ask(client, lora, { onSent }), await ask(client, base, { onSent })];
      assert.notEqual(tuned, untuned);
      assert.deepEqual(asked(service), [`${base}:${lora}`, base]);
      assert.deepEqual(sent, asked(service));
      // What it refuses is remembered by our name.
      service.fail({ on: onChat, kind: 'refuseField', field: 'seed' });
      await collect(client.streamChat({ ...helloRequest, model: lora, seed: 1 }));
      assert.deepEqual(client.refusedFields(lora), ['seed']);
      await service.close();
    });

    it('is asked by the right name in a window that has no list yet', async () => {
      const service = await start();
      const client = clientOf(service.url);
      await ask(client, lora);
      await ask(client, lora);
      assert.deepEqual(asked(service), ['GET /v1/models', `${base}:${lora}`, `${base}:${lora}`]);
      await service.close();
    });

    it('is not asked for what it doesn’t list, since its base would answer', async () => {
      const service = await start();
      const client = clientOf(service.url);
      await client.listLoras();
      service.clearRequests();
      const error = await failure(ask(client, 'old-experiment'));
      assert.deepEqual([error.kind, error.status, error.endpoint], ['notFound', undefined, onChat]);
      assert.deepEqual(asked(service), ['GET /v1/models']);
      // It may have been loaded since the last list.
      const known = service.catalog.loras.find(({ name }) => name === lora);
      assert.ok(known);
      service.catalog.loras.push({ ...known, name: 'brand-new' });
      await ask(client, 'brand-new');
      assert.equal(asked(service).at(-1), `${base}:brand-new`);
      await service.close();
    });

    it('is not asked at all if its list can’t be had', async () => {
      const service = await start();
      service.fail({ on: 'GET /v1/models', kind: 'status', status: 503 });
      const error = await failure(ask(clientOf(service.url), lora));
      assert.deepEqual([error.kind, error.status], ['server', 503]);
      assert.ok(service.requests.every(({ method }) => method === 'GET'));
      await service.close();
    });

    it('may serve a name with colons of its own', async () => {
      const cards = [
        { id: 'gpt-oss:120b', owned_by: 'sglang', parent: null },
        { id: 'tone', owned_by: 'sglang', parent: 'gpt-oss:120b' },
      ];
      const bodies: string[] = [];
      await using server = await serve(async (request, response) => {
        if (request.method === 'GET') return sendJson(response, { object: 'list', data: cards });
        bodies.push(JSON.parse(await text(request)).model);
        sendEvents(response, delta({ content: 'Hi' }, 'stop'), doneEvent).end();
      });
      const client = clientOf(server.url);
      for (const model of ['tone', 'gpt-oss:120b'])
        await collect(client.streamChat({ ...helloRequest, model }));
      assert.deepEqual(bodies, ['gpt-oss:120b:tone', 'gpt-oss:120b']);
    });
  });
});
