import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createModelSource, OpenAiClient, type ServerKind } from '../../../src/api/index.ts';
import { startService } from '../../service/service.ts';
import {
  canaryKey,
  collect,
  doneEvent,
  failure,
  helloRequest,
  overBothTransports,
  quickTiming,
  sendEvents,
  sendJson,
  serve,
} from './harness.ts';
import { vllm } from './vllmAnswers.ts';

/** Answers each path as the table says; any other is not there. */
function answering(table: Record<string, RequestListener>): RequestListener {
  return (request, response) => {
    const answer = table[`${request.method} ${request.url}`];
    if (answer) answer(request, response);
    else sendJson(response, vllm.noSuchPath, 404);
  };
}

const models: RequestListener = (_, response) => sendJson(response, vllm.models);
const chatting = (...events: readonly string[]): RequestListener =>
  answering({
    'POST /v1/chat/completions': (_, response) =>
      sendEvents(response, ...events.map((event) => `${event}\n\n`)).end(),
  });
const sent = (requests: readonly IncomingMessage[]) =>
  requests.map(({ method, url, headers }) => [`${method} ${url}`, headers.authorization]);

describe('A client of an OpenAI-compatible server', () => {
  overBothTransports((transport) => {
    const clientFor = (baseUrl: string, apiKey?: string) =>
      new OpenAiClient({ baseUrl, transport, apiKey: async () => apiKey, timing: quickTiming });

    it('lists what vLLM lists: adapters with their base and its context, and every served name', async () => {
      await using server = await serve(answering({ 'GET /v1/models': models }));
      const { url, requests } = server;
      const client = clientFor(`${url}/v1/models`);
      const served = { unitPrice: undefined, isServed: true, contextTokens: 1024, servedBy: 'vllm' };
      const lora = (name: string) => ({
        kind: 'lora',
        name,
        ...served,
        activeDeployment: { modelName: `./${name}`, baseModelName: 'tiny-llama' },
      });
      const base = (name: string) => ({
        kind: 'baseModel',
        name,
        ...served,
        activeDeployment: { modelName: './tiny-llama' },
      });
      assert.deepEqual(await client.listLoras(), [lora('support-tone'), lora('refund-tone')]);
      assert.deepEqual(await client.listBaseModels(), [base('tiny-llama'), base('tiny-llama-latest')]);
      assert.deepEqual(sent(requests), [
        ['GET /v1/models', undefined],
        ['GET /v1/models', undefined],
      ]);
    });

    it('takes an entry for a base model unless its parent is another one, and leaves out what has no id', async () => {
      const data = [
        { id: 'a', parent: 'a' },
        { id: 'b', parent: '' },
        { id: 'c', parent: 'unlisted', max_model_len: 0 },
        { object: 'model' },
      ];
      for (const list of [{ object: 'list', data }, data]) {
        await using server = await serve((_, response) => sendJson(response, list));
        const skipped: unknown[] = [];
        const options = { onSkipped: (entry: unknown) => void skipped.push(entry) };
        const client = clientFor(server.url);
        const [lora, ...noMore] = await client.listLoras(options);
        assert.deepEqual(noMore, []);
        assert.deepEqual(lora?.activeDeployment, { baseModelName: 'unlisted' });
        assert.equal(lora?.contextTokens, undefined);
        assert.deepEqual(
          (await client.listBaseModels(options)).map(({ name }) => name),
          ['a', 'b'],
        );
        assert.deepEqual(skipped, [{ object: 'model' }]);
      }
    });

    it('takes null in place of the entries for a list without any, as Ollama writes one', async () => {
      await using server = await serve((_, response) => sendJson(response, { object: 'list', data: null }));
      const client = clientFor(server.url);
      assert.deepEqual([await client.listLoras(), await client.listBaseModels()], [[], []]);
    });

    it('retrieves a model as its entry of a fresh list, and no model that the list has not', async () => {
      await using server = await serve(answering({ 'GET /v1/models': models }));
      const raw: unknown[] = [];
      const client = clientFor(server.url);
      const lora = await client.getLora('refund-tone', { onRaw: (json) => void raw.push(json) });
      assert.equal(lora.activeDeployment?.baseModelName, 'tiny-llama');
      assert.deepEqual(raw, [vllm.models.data[3]]);
      const { kind, endpoint } = await failure(client.getLora('tiny-llama'));
      assert.deepEqual([kind, endpoint], ['notFound', 'GET /v1/models']);
    });

    it('sends a key if there is one, and says whether one is missing or refused', async () => {
      const refusing: RequestListener = (_, response) => sendJson(response, vllm.wrongKey, 401);
      await using server = await serve(answering({ 'GET /v1/models': refusing }));
      const { url, requests } = server;
      const { kind, message } = await failure(clientFor(url, canaryKey).listLoras());
      assert.equal(kind, 'unauthorized');
      assert.doesNotMatch(message, new RegExp(canaryKey, 'u'));
      assert.equal((await failure(clientFor(url).listLoras())).kind, 'noKey');
      assert.deepEqual(sent(requests), [
        ['GET /v1/models', `Bearer ${canaryKey}`],
        ['GET /v1/models', undefined],
      ]);
    });

    it('reads an answer of vLLM, sent without a key', async () => {
      await using server = await serve(chatting(...vllm.stream));
      const events = await collect(clientFor(server.url).streamChat(helloRequest));
      const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
      assert.equal(text, 'es3es');
      assert.deepEqual(events.slice(-2), [
        { type: 'usage', promptTokens: 4, completionTokens: 3, totalTokens: 7 },
        { type: 'finish', reason: 'length', complete: true },
      ]);
      // How models are named there is looked up before the first chat.
      assert.deepEqual(sent(server.requests), [
        ['GET /v1/models', undefined],
        ['POST /v1/chat/completions', undefined],
      ]);
    });

    it('reads a tool call of vLLM, and the error that it sends within a stream', async () => {
      await using calling = await serve(chatting(...vllm.toolCall));
      const [call] = await collect(clientFor(calling.url).streamChat(helloRequest));
      assert.deepEqual(call, {
        type: 'toolCall',
        index: 0,
        id: 'chatcmpl-tool-9f1ab3fdeacdbedb',
        name: 'f',
        arguments: '',
      });

      await using failing = await serve(chatting(vllm.errorEvent, doneEvent.trim()));
      const { kind, status } = await failure(collect(clientFor(failing.url).streamChat(helloRequest)));
      assert.deepEqual([kind, status], ['server', 500]);
    });

    const refusals: [what: string, body: unknown, status: number, kind: string, dropped: string[]][] = [
      ['an unknown model', vllm.noSuchModel, 404, 'notFound', []],
      ['a temperature', vllm.wrongTemperature, 400, 'badRequest', []],
      ['tools', vllm.noTools, 400, 'badRequest', ['tools']],
    ];
    for (const [what, body, status, kind, dropped] of refusals) {
      it(`says in the server's words why vLLM refuses ${what}; only tools are then left out`, async () => {
        const refusing: RequestListener = (_, response) => sendJson(response, body, status);
        await using server = await serve(answering({ 'POST /v1/chat/completions': refusing }));
        const client = clientFor(server.url);
        const tools = [{ name: 'f' }];
        const request = { ...helloRequest, temperature: -1, tools };
        const error = await failure(collect(client.streamChat(request)));
        assert.equal(error.kind, kind);
        assert.ok(JSON.stringify(body).includes(JSON.stringify(error.serverMessage).slice(1, -1)));
        assert.deepEqual(client.refusedFields(helloRequest.model), dropped);
      });
    }

    /** Lists both kinds at once, as a refresh does. */
    const undecided = async (url: string, apiKey: string | undefined) => {
      const kinds: ServerKind[] = [];
      const options = { baseUrl: url, transport, apiKey: async () => apiKey, timing: quickTiming };
      const source = createModelSource(undefined, options, (kind) => kinds.push(kind));
      const lists = await Promise.all([source.listLoras(), source.listBaseModels()]);
      return { source, kinds, counts: lists.map(({ length }) => length) };
    };

    it('is found with the first list where the kind is not known, whether it wants the key or not', async () => {
      for (const keys of [[], [canaryKey]]) {
        const service = await startService({ openAi: true, keys, tokensPerSecond: Number.POSITIVE_INFINITY });
        const { source, kinds, counts } = await undecided(service.url, canaryKey);
        assert.deepEqual(kinds, ['openai']);
        assert.deepEqual(counts, [28, 7]);
        const request = { ...helloRequest, model: 'support-tone-v7' };
        const events = await collect(await source.streamChat(request));
        assert.equal(events.at(-1)?.type, 'finish');
        assert.equal(service.requests.at(-1)?.path, '/v1/chat/completions');
        await service.close();
      }
    });

    it('is not looked for where a hosting service answers, fails or refuses', async () => {
      const service = await startService({ keys: [canaryKey] });
      assert.deepEqual((await undecided(service.url, canaryKey)).kinds, ['hosted']);
      service.fail({ kind: 'status', status: 503, on: '*' });
      await failure(undecided(service.url, canaryKey));
      service.clearFaults();
      await failure(undecided(service.url, 'wrong'));
      const count = service.requests.length;
      assert.equal((await failure(undecided(service.url, undefined))).kind, 'noKey');
      assert.equal(service.requests.length, count);
      assert.ok(service.requests.every(({ path }) => path.startsWith('/api/v1/')));
      await service.close();
    });

    it('that is not there either leaves the failure of the hosting service', async () => {
      await using server = await serve(answering({}));
      const { kind, endpoint } = await failure(undecided(server.url, canaryKey));
      assert.equal(kind, 'notFound');
      assert.match(endpoint, /^GET \/api\/v1\//u);
    });
  });
});
