import assert from 'node:assert/strict';
import { useService } from '../../service/client.ts';
import { clientFor, collect, helloRequest, overBothTransports } from '../harness.ts';

// A proxy such as squid gives a kept answer again unless the request says no-cache (RFC 9111).
describe('A proxy that keeps answers', () => {
  overBothTransports((transport) => {
    const service = useService();

    it('is told to ask the service for a list or a retrieve, and nothing else', async () => {
      const { url, catalog, requests } = service();
      const client = clientFor(url, transport, { apiKey: async () => 'sample-key' });
      const model = catalog.baseModels.find((one) => one.active_deployment)?.name ?? '';
      const name = 'support-tone-v7';
      await client.listBaseModels();
      await client.listLoras();
      await client.getLora(name);
      await collect(client.streamChat({ ...helloRequest, model }));
      await client.deleteLora(name);
      assert.deepEqual(
        requests.map(({ method, headers }) => `${method} ${headers['cache-control']}`),
        ['GET no-cache', 'GET no-cache', 'GET no-cache', 'POST undefined', 'DELETE undefined'],
      );
    });
  });
});
