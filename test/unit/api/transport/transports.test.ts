import assert from 'node:assert/strict';
import { createHostTransport } from '../../../../src/api/index.ts';
import { clientFor, failure } from '../harness.ts';

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
