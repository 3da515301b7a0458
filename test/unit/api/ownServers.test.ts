import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { createModelSource, OpenAiClient } from '../../../src/api/index.ts';
import {
  canaryKey,
  collect,
  failure,
  helloRequest,
  overBothTransports,
  quickTiming,
  sendJson,
  serve,
} from './harness.ts';
import { liteLlm, llamaCpp } from './ownServerAnswers.ts';

describe('Servers that answer otherwise than vLLM', () => {
  overBothTransports((transport) => {
    const options = (baseUrl: string, apiKey?: string) => ({
      ...{ baseUrl, transport, apiKey: async () => apiKey, timing: quickTiming },
    });

    const llama: RequestListener = ({ url, headers }, response) => {
      if (url === '/v1/models') sendJson(response, llamaCpp.models);
      else if (headers.authorization !== `Bearer ${canaryKey}`) sendJson(response, llamaCpp.wrongKey, 401);
      else
        sendJson(response, { error: { message: 'File Not Found', type: 'not_found_error', code: 404 } }, 404);
    };

    it('as llama.cpp, whose list tells the context of a slot', async () => {
      await using server = await serve(llama);
      const [model] = await new OpenAiClient(options(server.url)).listBaseModels();
      assert.deepEqual([model?.servedBy, model?.contextTokens], ['llamacpp', 8192]);
    });

    it('as llama.cpp, which lists without its key but answers no chat', async () => {
      await using server = await serve(llama);
      for (const [key, kind] of [
        [undefined, 'noKey'],
        ['wrong', 'unauthorized'],
      ] as const) {
        const client = new OpenAiClient(options(server.url, key));
        assert.equal((await client.listBaseModels()).length, 1);
        assert.equal((await failure(collect(client.streamChat(helloRequest)))).kind, kind);
      }
      // Where the kind of server is not known, the key is checked all the same.
      const error = await failure(createModelSource(undefined, options(server.url, 'wrong')).listLoras());
      assert.equal(error.kind, 'unauthorized');
      const kinds: string[] = [];
      const source = createModelSource(undefined, options(server.url, canaryKey), (kind) => kinds.push(kind));
      await source.listLoras();
      assert.deepEqual(kinds, ['openai']);
    });

    it('as LiteLLM without a database, to which a wrong key is a bad request', async () => {
      await using server = await serve(({ url, headers }, response) => {
        if (url === '/api/v1/lora') sendJson(response, liteLlm.noSuchPath, 404);
        else if (headers.authorization) sendJson(response, liteLlm.wrongKey, 400);
        else response.writeHead(500, { 'content-type': 'text/plain' }).end(liteLlm.noKey);
      });
      const given = options(server.url, 'wrong');
      const client = new OpenAiClient(given);
      for (const call of [client.listLoras(), collect(client.streamChat(helloRequest))]) {
        const { kind, status, serverMessage } = await failure(call);
        assert.deepEqual([kind, status, serverMessage], ['unauthorized', 400, 'No connected db.']);
      }
      // A refused key is no reason to leave fields out.
      assert.equal(server.requests.length, 2);
      assert.deepEqual(client.refusedFields(helloRequest.model), []);
      assert.equal((await failure(createModelSource(undefined, given).listLoras())).kind, 'unauthorized');
    });
  });
});
