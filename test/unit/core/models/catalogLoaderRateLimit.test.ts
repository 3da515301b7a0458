import assert from 'node:assert/strict';
import { createUndiciTransport, ServiceClient } from '../../../../src/api/index.ts';
import { CatalogLoader } from '../../../../src/core/models/catalogLoader.ts';
import { sendJson, withServer } from '../../api/harness.ts';
import { RecordingLog } from '../fixtures.ts';

// nginx's `limit_req` at one request a second and without a burst, thirty times as fast.
const intervalMs = 33;
const busyWaitMs = 40;

describe('A service that takes one request at a time and doesn’t say when to come back', () => {
  for (const status of [429, 503]) {
    it(`gives both lists in each refresh, asked one after the other once it has refused (${status})`, async () => {
      let acceptedAt = Number.NEGATIVE_INFINITY;
      let requests = 0;
      let openRequests = 0;
      const together: number[] = [];
      await withServer(
        (_, response) => {
          requests += 1;
          openRequests += 1;
          together.push(openRequests);
          // The second request of the first refresh is always refused, even if a stall lets it come late.
          const isTooSoon = requests === 2 || performance.now() - acceptedAt < intervalMs;
          if (!isTooSoon) acceptedAt = performance.now();
          setImmediate(() => {
            openRequests -= 1;
            if (isTooSoon) sendJson(response, {}, status);
            else sendJson(response, [{ name: 'm', unit_price: 1 }]);
          });
        },
        async ({ url }) => {
          const transport = await createUndiciTransport();
          const apiKey = async () => 'sample-key';
          const client = new ServiceClient({ baseUrl: url, apiKey, transport, timing: { busyWaitMs } });
          const kept = { load: async () => undefined, save: async () => undefined };
          const loader = new CatalogLoader(client, kept, new RecordingLog());
          for (let n = 0; n < 6; n += 1) {
            await loader.refresh();
            const { state, loras, baseModels } = loader.catalog;
            assert.deepEqual([n, state, loras.length, baseModels.length], [n, 'fresh', 1, 1]);
            if (n === 0) together.length = 0;
          }
        },
      );
      assert.equal(Math.max(...together), 1);
    });
  }
});
