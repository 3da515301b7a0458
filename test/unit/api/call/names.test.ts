import assert from 'node:assert/strict';
import { clientFor, failure, overBothTransports, sendJson, serve } from '../harness.ts';

// `properties/addresses.test.ts` has any other name, and those that would change the path.
describe('A name', () => {
  overBothTransports((transport) => {
    it('whose answer names another entry is an error, in every path form', async () => {
      for (const [name, asked] of [
        ['a', 1],
        ['A', 1],
        ['a b', 1],
        ['x/a', 2],
      ] as const) {
        await using server = await serve((_, response) => sendJson(response, { name: 'other' }));
        const client = clientFor(server.url, transport);
        const error = await failure(client.getLora(name));
        assert.deepEqual([error.kind, error.code, error.status], ['protocol', 'OTHER_NAME', 200]);
        assert.equal((await failure(client.getBaseModel(name))).code, 'OTHER_NAME');
        assert.equal(server.requests.length, 2 * asked);
      }
    });

    it('that leads to another entry in one path form is retrieved in the other', async () => {
      await using server = await serve(({ url }, response) =>
        sendJson(response, { name: url?.endsWith('x/a') ? 'x/a' : 'a' }),
      );
      const client = clientFor(server.url, transport);
      await client.getLora('x/a');
      await client.deleteLora('x/a');
      assert.deepEqual(
        server.requests.map((request) => `${request.method} ${request.url}`),
        ['GET /api/v1/lora/x%2Fa', 'GET /api/v1/lora/x/a', 'DELETE /api/v1/lora/x/a'],
      );
    });

    for (const [segment, slashes, told] of [
      [404, 404, 404],
      [404, 'other', 'OTHER_NAME'],
      ['other', 404, 'OTHER_NAME'],
      ['other', 403, 403],
      [404, 403, 403],
      [403, 404, 403],
    ] as const) {
      it(`with a slash that gets ${segment} and then ${slashes} fails with ${told}`, async () => {
        await using server = await serve((request, response) => {
          const answer = request.url?.includes('%2F') ? segment : slashes;
          if (answer === 'other') sendJson(response, { name: 'other' });
          else sendJson(response, { form: request.url?.includes('%2F') ? 1 : 2 }, answer);
        });
        const error = await failure(clientFor(server.url, transport).getLora('a/b'));
        assert.equal(typeof told === 'string' ? error.code : error.status, told);
      });
    }

    for (const name of ['a/b', 'a\\b', 'a%2Fb', 'a;b', 'a?b', 'a#b', 'a b', 'é']) {
      it(`that is ${name} is retrieved before it is deleted, unless it was just retrieved`, async () => {
        await using server = await serve((_, response) => sendJson(response, { name }));
        const client = clientFor(server.url, transport);
        const raw: unknown[] = [];
        await client.deleteLora(name, { onRaw: (json) => raw.push(json) });
        await client.getLora(name);
        await client.deleteLora(name);
        // A further deletion has to retrieve it again first.
        await client.deleteLora(name);
        assert.deepEqual(
          server.requests.map(({ method }) => method),
          ['GET', 'DELETE', 'GET', 'DELETE', 'GET', 'DELETE'],
        );
        assert.equal(raw.length, 1, 'the caller gets only the answer to the deletion');
      });
    }

    it('that every gateway reads alike is deleted with one request', async () => {
      await using server = await serve((_, response) => sendJson(response, { name: 'llama-3.1_8B~v2' }));
      assert.equal((await clientFor(server.url, transport).deleteLora('llama-3.1_8B~v2'))?.kind, 'lora');
      assert.equal(server.requests.length, 1);
    });

    it('that leads to another entry, to none or to a refusal is not deleted', async () => {
      for (const [status, kind] of [
        [200, 'protocol'],
        [404, 'notFound'],
        [403, 'forbidden'],
      ] as const) {
        await using server = await serve((_, response) =>
          sendJson(response, { name: 'old-experiment' }, status),
        );
        const error = await failure(clientFor(server.url, transport).deleteLora('old/experiment'));
        assert.deepEqual([error.kind, error.endpoint], [kind, 'GET /api/v1/lora/{name}']);
        assert.ok(server.requests.every(({ method }) => method === 'GET'));
      }
    });

    it('that differs in the answer to a deletion makes the client return no LoRA', async () => {
      await using server = await serve((_, response) => sendJson(response, { name: 'other' }));
      assert.equal(await clientFor(server.url, transport).deleteLora('tone'), undefined);
    });
  });
});
