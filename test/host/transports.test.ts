import assert from 'node:assert/strict';
import { createAutoTransport, type Network, ServiceClient } from '../../src/api/index.ts';
import { isProxied } from '../../src/ui/network.ts';
import { canaryKey } from '../e2e/canary.ts';
import { setUser } from './support/connectionSettings.ts';
import { type LocalProxy, startProxy } from './support/proxy.ts';
import { useWorld } from './support/world.ts';

/** Everything of the process that other extensions' requests hang on. */
function shared(): Map<string, unknown> {
  const slots = Object.getOwnPropertySymbols(globalThis)
    .filter((symbol) => Symbol.keyFor(symbol)?.startsWith('undici.globalDispatcher'))
    .map((symbol): [string, unknown] => [String(symbol), Reflect.get(globalThis, symbol)]);
  const names = ['fetch', 'Headers', 'Request', 'Response', 'FormData', 'WebSocket', 'EventSource'];
  return new Map([
    ...slots,
    ...names.map((name): [string, unknown] => [name, Reflect.get(globalThis, name)]),
  ]);
}

function assertSame(before: Map<string, unknown>): void {
  const after = shared();
  assert.deepEqual([...after.keys()], [...before.keys()]);
  for (const [name, value] of before) assert.ok(after.get(name) === value, `${name} was replaced.`);
}

function clientFor(baseUrl: string, network: Network): ServiceClient {
  const transport = createAutoTransport({ network: () => network, isProxied: (url) => isProxied(url, {}) });
  return new ServiceClient({ baseUrl, transport, apiKey: async () => canaryKey });
}

async function chat(client: ServiceClient, model: string): Promise<string> {
  let text = '';
  for await (const event of client.streamChat({ model, messages: [{ role: 'user', content: 'Hello' }] })) {
    if (event.type === 'text') text += event.text;
  }
  return text;
}

describe('the ways to a service', () => {
  const world = useWorld();

  for (const network of ['auto', 'direct', 'vscode'] as const) {
    it(`leave everybody’s fetch and dispatchers as they are: ${network}`, async () => {
      // Node makes its own dispatcher with its first fetch; that one must stay as well.
      await fetch(`${world().service.url}/fence`).then((response) => response.arrayBuffer());
      const before = shared();
      assert.ok(before.size > 7, 'No dispatcher is there to compare.');
      const client = clientFor(world().service.url, network);
      assert.equal((await client.listLoras()).length, 30);
      assert.notEqual(await chat(client, 'support-tone-v7'), '');
      await client.deleteLora('untitled');
      assertSame(before);
    });
  }

  describe('with a proxy in the user’s settings', () => {
    let proxy: LocalProxy;

    beforeEach(async () => {
      proxy = await startProxy(Number(new URL(world().service.url).port));
      await setUser('http', 'proxy', proxy.url);
    });

    afterEach(async () => {
      await setUser('http', 'proxy', undefined);
      await proxy.close();
    });

    it('lead through it to another host, with lists and chats', async () => {
      assert.equal(isProxied(new URL('http://models.acme.invalid'), {}), true);
      const before = shared();
      const client = clientFor('http://models.acme.invalid', 'auto');
      assert.equal((await client.listLoras()).length, 30);
      assert.notEqual(await chat(client, 'support-tone-v7'), '');
      assert.notEqual(proxy.seen.length, 0);
      for (const line of proxy.seen) assert.match(line, /models\.acme\.invalid/u);
      assertSame(before);
    });

    it('show the proxy no key of an encrypted connection', async () => {
      await assert.rejects(clientFor('https://models.acme.invalid', 'auto').listLoras());
      assert.ok(proxy.seen.length > 0);
      for (const line of proxy.seen) assert.equal(line, 'CONNECT models.acme.invalid:443');
    });

    it('never lead through it to this machine', async () => {
      assert.equal((await clientFor(world().service.url, 'auto').listLoras()).length, 30);
      assert.equal((await clientFor(world().service.url, 'direct').listLoras()).length, 30);
      assert.deepEqual(proxy.seen, []);
    });

    it('go past it where the person said "direct"', async () => {
      await assert.rejects(clientFor('http://models.acme.invalid', 'direct').listLoras());
      assert.deepEqual(proxy.seen, []);
    });

    it('go past it for a host that http.noProxy names', async () => {
      await setUser('http', 'noProxy', ['.acme.invalid']);
      try {
        assert.equal(isProxied(new URL('http://models.acme.invalid'), {}), false);
      } finally {
        await setUser('http', 'noProxy', undefined);
      }
    });
  });
});
