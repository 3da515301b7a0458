import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startService } from '../../../service/service.ts';
import { clientFor, collect, helloRequest, overBothTransports } from '../harness.ts';

/** As squid does it (RFC 9111): a kept answer is given again unless the request says no-cache. */
async function startCachingProxy(target: string): Promise<{ url: string } & AsyncDisposable> {
  const kept = new Map<string, { status: number; body: string }>();
  const server = createServer(async ({ method = '', url = '', headers }, response) => {
    let answer = method === 'GET' && headers['cache-control'] !== 'no-cache' ? kept.get(url) : undefined;
    if (!answer) {
      const { authorization = '' } = headers;
      const fetched = await fetch(target + url, { method, headers: { authorization } });
      answer = { status: fetched.status, body: await fetched.text() };
      if (method === 'GET') kept.set(url, answer);
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('A proxy that keeps answers', () => {
  overBothTransports((transport) => {
    it('is never answered from for a list or a retrieve, between which an entry was deleted', async () => {
      const service = await startService();
      try {
        await using proxy = await startCachingProxy(service.url);
        const client = clientFor(proxy.url, transport, { apiKey: async () => 'sample-key' });
        const before = await client.listLoras();
        const { name } = before[0] ?? assert.fail();
        await client.getLora(name);
        await client.deleteLora(name);
        await assert.rejects(client.getLora(name), { kind: 'notFound' });
        assert.equal((await client.listLoras()).length, before.length - 1);
      } finally {
        await service.close();
      }
    });

    it('is told so for nothing but these', async () => {
      const service = await startService({ tokensPerSecond: Number.POSITIVE_INFINITY });
      try {
        const client = clientFor(service.url, transport, { apiKey: async () => 'sample-key' });
        const model = service.catalog.baseModels.find((one) => one.active_deployment)?.name ?? '';
        await client.listBaseModels();
        await collect(client.streamChat({ ...helloRequest, model }));
        await client.deleteLora(service.catalog.loras[0]?.name ?? '');
        assert.deepEqual(
          service.requests.map(({ method, headers }) => [method, headers['cache-control']]),
          [
            ['GET', 'no-cache'],
            ['POST', undefined],
            ['DELETE', undefined],
          ],
        );
      } finally {
        await service.close();
      }
    });
  });
});
