import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { createHostTransport, createUndiciTransport } from '../../../../src/api/index.ts';
import { clientFor, failure, overBothTransports, sendJson, serve, serveRaw } from '../harness.ts';

const dispatcherSymbols = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map((name) =>
  Symbol.for(name),
);

describe('The undici transport', () => {
  it('leaves the global dispatchers unchanged', async () => {
    await fetch('data:,x');
    const slots = () => dispatcherSymbols.map((slot) => Reflect.get(globalThis, slot));
    const before = slots();
    const transport = await createUndiciTransport();
    await using server = await serve((_, response) => sendJson(response, []));
    await clientFor(server.url, transport).listLoras();

    for (const [n, slot] of slots().entries()) assert.equal(slot, before[n]);
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

describe('A request that is sent and lost', () => {
  overBothTransports((transport) => {
    it('does not count as a failure to connect, so nothing repeats it', async () => {
      await using raw = await serveRaw(createServer((socket) => socket.once('data', () => socket.destroy())));
      const { signal } = new AbortController();
      const init = { method: 'POST', headers: {}, body: '{}', signal, connectMs: 1000, headersMs: 1000 };
      const sent = transport(new URL(`http://127.0.0.1:${raw.port}`), init);
      await assert.rejects(sent, { name: 'TransportFailure', phase: 'sent' });
    });
  });
});
