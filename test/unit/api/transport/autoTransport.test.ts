import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { createAutoTransport, type Network, type Transport } from '../../../../src/api/index.ts';
import { leadHere, leadNowhere, leadTo } from '../../../service/network/names.ts';
import {
  clientFor,
  collect,
  failure,
  freePort,
  helloRequest,
  sendJson,
  serve,
  serveRaw,
  withoutJitter,
} from '../harness.ts';

describe('The auto transport', () => {
  withoutJitter();
  const original = globalThis.fetch;
  let fetched: string[] = [];
  let knowNames: () => void;
  beforeEach(() => {
    fetched = [];
    knowNames = leadNowhere('.invalid');
    globalThis.fetch = async (input) => {
      fetched.push(new URL(String(input)).host);
      return Response.json([]);
    };
  });
  afterEach(() => {
    knowNames();
    globalThis.fetch = original;
  });
  const make = (network: Network, isProxied = false): Transport =>
    createAutoTransport({ network: () => network, isProxied: () => isProxied });
  const list = (url: string, transport: Transport) =>
    clientFor(url, transport, { timing: { totalMs: 2000 } }).listLoras();

  describe('to this machine', () => {
    const ways = [make('auto', true), make('vscode'), make('direct')];

    it('is direct, even if a proxy is configured or the setting says otherwise, and has no fallback', async () => {
      await using server = await serve((_, response) => sendJson(response, []));
      for (const transport of ways) await list(server.url, transport);
      assert.equal(server.requests.length, 3);

      const port = await freePort();
      for (const host of ['127.0.0.1', 'localhost', 'models.localhost']) {
        for (const transport of ways) {
          assert.equal((await failure(list(`http://${host}:${port}`, transport))).code, 'ECONNREFUSED', host);
        }
      }
      assert.deepEqual(fetched, []);
    });

    it('goes to a loopback address, wherever DNS or the hosts file lead', async () => {
      const asked: string[] = [];
      const leadAway = leadTo('203.0.113.7', (name) => asked.push(name) > 0);
      try {
        await using server = await serve((_, response) => sendJson(response, []));
        const hosts = ['localhost', 'localhost.', 'models.localhost', 'models.localhost.'];
        for (const host of hosts) {
          for (const transport of ways) await list(server.url.replace('127.0.0.1', host), transport);
        }
        assert.equal(server.requests.length, hosts.length * ways.length);
      } finally {
        leadAway();
      }
      assert.deepEqual([asked, fetched], [[], []]);
    });

    it('also finds a server that listens on ::1 alone', async function () {
      const server = createHttpServer((_, response) => sendJson(response, [])).listen(0, '::1');
      const isListening = await once(server, 'listening').then(
        () => true,
        () => false,
      );
      if (!isListening) return this.skip();
      const { port } = server.address() as AddressInfo;
      await list(`http://localhost:${port}`, make('auto'));
      server.closeAllConnections();
      server.close();
    });
  });

  it('uses the host if a proxy is configured or the setting says so', async () => {
    await list('http://proxied.invalid', make('auto', true));
    await list('http://models.invalid', make('vscode'));
    assert.deepEqual(fetched, ['proxied.invalid', 'models.invalid']);
  });

  it('falls back to the host if connecting fails, and remembers that for the origin', async () => {
    const transport = make('auto');
    await list('http://made-up.invalid', transport);
    await list('http://made-up.invalid', transport);
    assert.deepEqual(fetched, ['made-up.invalid', 'made-up.invalid']);
  });

  it('starts over if the host’s connection is lost, because the network may have changed', async () => {
    await using server = await serve((_, response) => sendJson(response, []));
    const address = server.url.replace('127.0.0.1', 'moved.internal');
    const transport = make('auto');
    await list(address, transport);
    const cause = Object.assign(new Error('read ENETDOWN'), { code: 'ENETDOWN', syscall: 'read' });
    globalThis.fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
    assert.equal((await failure(list(address, transport))).code, 'ENETDOWN');
    const leadAway = leadHere('.internal');
    await list(address, transport).finally(leadAway);
    assert.deepEqual([fetched.length, server.requests.length], [1, 1]);
  });

  describe('to a server that accepts connections but never completes TLS', () => {
    let server: Awaited<ReturnType<typeof serveRaw>>;
    let leadAway: () => void;
    const raw = createServer();
    before(async () => {
      leadAway = leadHere('.internal');
      server = await serveRaw(raw);
    });
    after(async () => {
      leadAway();
      await server.close();
    });
    const send = (signal: AbortSignal, connectMs: number) =>
      make('auto')(new URL(`https://slow.internal:${server.port}/x`), {
        ...{ method: 'POST', headers: {}, body: '{}', signal, connectMs, headersMs: 1000 },
      });

    it('falls back when connecting times out', async () => {
      const { way } = await send(new AbortController().signal, 50);
      assert.deepEqual([way, fetched.length], ['host', 1]);
    });

    it('does not fall back after an abort', async () => {
      const stop = new AbortController();
      const connected = once(raw, 'connection');
      const sent = send(stop.signal, 5000);
      await connected;
      stop.abort(new Error('stopped'));
      await assert.rejects(sent, { message: 'stopped' });
      assert.deepEqual(fetched, []);
    });
  });

  it('never falls back once the request has been sent', async () => {
    let requests = 0;
    const leadAway = leadHere('.internal');
    await using server = await serve((request) => {
      requests += 1;
      request.socket.resetAndDestroy();
    });
    const address = server.url.replace('127.0.0.1', 'reset.internal');
    const sent = collect(clientFor(address, make('auto')).streamChat(helloRequest));
    assert.equal((await failure(sent)).code, 'ECONNRESET');

    leadAway();
    assert.deepEqual([requests, fetched], [1, []]);
  });

  it('never falls back if the setting is "direct"', async () => {
    assert.equal((await failure(list('https://made-up.invalid', make('direct')))).kind, 'network');
    assert.deepEqual(fetched, []);
  });

  it('throws the host’s error if it is about a proxy', async () => {
    for (const [cause, code] of [
      [{ message: 'Proxy response (403) !== 200 when HTTP Tunneling' }, 'PROXY_403'],
      [{ code: 'ECONNREFUSED', syscall: 'connect', port: 3128 }, 'PROXY_UNREACHABLE'],
      [{ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'proxy.invalid' }, 'PROXY_UNREACHABLE'],
    ] as const) {
      globalThis.fetch = async () => {
        throw new TypeError('fetch failed', { cause: Object.assign(new Error('no'), cause) });
      };
      assert.equal((await failure(list('http://made-up.invalid', make('auto')))).code, code);
    }
  });

  it("throws undici's error if the host cannot connect either", async () => {
    globalThis.fetch = async () => {
      const cause = Object.assign(new Error('no'), { code: 'ENETUNREACH', syscall: 'connect' });
      throw new TypeError('fetch failed', { cause });
    };
    assert.equal((await failure(list('http://made-up.invalid', make('auto')))).code, 'ENOTFOUND');
  });
});
