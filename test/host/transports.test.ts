import assert from 'node:assert/strict';
import {
  createAutoTransport,
  createHostTransport,
  type Network,
  ServiceClient,
} from '../../src/api/index.ts';
import { describeProxy } from '../../src/ui/shared/transportSetting.ts';
import { canaryKey } from '../e2e/canary.ts';
import { assertSame, shared } from './support/sharedGlobals.ts';
import { useWorld } from './support/world.ts';

const auto = (network: Network) => () =>
  createAutoTransport({ network: () => network, isProxied: (url) => describeProxy(url, {}).isProxied });
const transports = { auto: auto('auto'), direct: auto('direct'), host: () => createHostTransport() };

function clientFor(baseUrl: string, name: keyof typeof transports): ServiceClient {
  const transport = transports[name]();
  return new ServiceClient({ baseUrl, transport, apiKey: async () => canaryKey });
}

async function chat(client: ServiceClient, model: string): Promise<string> {
  let text = '';
  for await (const event of client.streamChat({ model, messages: [{ role: 'user', content: 'Hello' }] })) {
    if (event.type === 'text') text += event.text;
  }
  return text;
}

describe('The transports to a service', () => {
  const world = useWorld();

  for (const name of ['auto', 'direct', 'host'] as const) {
    it(`leave the global fetch and dispatchers as they are: ${name}`, async () => {
      // Node creates its own dispatcher with its first fetch; that one must stay as well.
      await fetch(`${world().service.url}/fence`).then((response) => response.arrayBuffer());
      const before = shared();
      assert.ok(before.size > 7, 'No dispatcher is there to compare.');
      const client = clientFor(world().service.url, name);
      assert.equal((await client.listLoras()).length, 30);
      assert.notEqual(await chat(client, 'support-tone-v7'), '');
      await client.deleteLora('untitled');
      assertSame(before);
    });
  }

  it('keep no connection open if VS Code’s own fetch sends, which accepts that header', async () => {
    const { url, requests } = world().service;
    const client = clientFor(url, 'host');
    await client.listLoras();
    await chat(client, 'support-tone-v7');
    assert.deepEqual(
      requests.slice(-2).map(({ headers }) => headers['connection']),
      ['close', 'close'],
    );
  });
});
