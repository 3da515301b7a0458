import assert from 'node:assert/strict';
import { createHostTransport, createUndiciTransport } from '../../../../src/api/index.ts';
import { clientFor, failure, serve } from '../harness.ts';

describe('The headers of an answer', () => {
  it('are looked up as fetch does, by both transports', async () => {
    await using server = await serve((_, response) => {
      const given = ['X-Two', 'one', 'x-two', 'two', 'x-latin', 'caf\u00e9', 'x-empty', ''];
      response.writeHead(200, given).end();
    });
    const signal = new AbortController().signal;
    const init = { method: 'GET', headers: {}, signal, connectMs: 1000, headersMs: 1000 };
    for (const transport of [createHostTransport(), await createUndiciTransport()]) {
      const { headers } = await transport(new URL(server.url), init);
      const found = ['X-Two', 'x-latin', 'x-empty', 'x-missing'].map((name) => headers.get(name));
      assert.deepEqual(found, ['one, two', 'caf\u00e9', '', null]);
    }
  });
});

describe('The host transport', () => {
  it('looks up the global fetch for each call and passes no dispatcher', async () => {
    const original = globalThis.fetch;
    const inits: RequestInit[] = [];
    const transport = createHostTransport();
    try {
      globalThis.fetch = async (_, init = {}) => {
        inits.push(init);
        return Response.json([]);
      };
      await clientFor('https://a.example', transport).listLoras();
    } finally {
      globalThis.fetch = original;
    }
    assert.equal(inits[0]?.redirect, 'manual');
    assert.equal('dispatcher' in (inits[0] ?? {}), false);
  });

  it('treats an opaque redirect, as browsers return it, as a redirect', async () => {
    const opaque = Object.create(Response.prototype, {
      status: { value: 0 },
      headers: { value: new Headers() },
      body: { value: null },
    });
    const client = clientFor(
      'https://a.example',
      createHostTransport(async () => opaque),
    );
    assert.equal((await failure(client.listLoras())).kind, 'redirect');
  });

  it("reads Chromium's errors, which occur if VS Code routes fetch through Electron", async () => {
    for (const [words, kind] of [
      ['net::ERR_CERT_AUTHORITY_INVALID', 'tls'],
      ['net::ERR_NAME_NOT_RESOLVED', 'network'],
      ['net::ERR_CONNECTION_TIMED_OUT', 'timeout'],
    ] as const) {
      const client = clientFor(
        'https://a.example',
        createHostTransport(() => Promise.reject(new Error(words))),
        { timing: { totalMs: 9 } },
      );
      assert.equal((await failure(client.listLoras())).kind, kind);
    }
  });
});
