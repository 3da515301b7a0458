import assert from 'node:assert/strict';
import { createUndiciTransport } from '../../../../src/api/index.ts';
import { CatalogLoader } from '../../../../src/core/models/catalogLoader.ts';
import { clientFor, sendJson, serve } from '../../api/harness.ts';
import { failed, lora, RecordingLog } from '../fixtures.ts';
import { fromDisk, loaded, startLoader } from './loaderBench.ts';

describe('A change of the connection', () => {
  it('drops the answer under way, and aborts its request', async () => {
    const { loader, source, names, disk } = startLoader();
    const done = loader.refresh();
    await source.asks(1);
    loader.reset({ forget: true });
    assert.equal(source.asked[0]?.options.signal?.aborted, true);
    source.answer(0, [lora('late')]);
    await done;
    assert.equal(loader.catalog.state, 'idle');
    assert.deepEqual(names(), []);
    assert.deepEqual(disk.saved, []);
  });

  it('lets a new refresh start at once, unaffected by a late answer', async () => {
    const { loader, source, names } = startLoader();
    const old = loader.refresh();
    await source.asks(1);
    loader.reset({ forget: false });
    const fresh = loader.refresh();
    await source.asks(2);
    source.answer(1, [lora('new')]);
    source.answer(0, [lora('late')]);
    await Promise.all([old, fresh]);
    assert.deepEqual(names(), ['new']);
    assert.equal(loader.catalog.state, 'fresh');
  });

  it('keeps the list if only the key changed, and forgets it with another address', async () => {
    const { loader, names } = await loaded();
    loader.reset({ forget: false });
    assert.deepEqual([loader.catalog.state, ...names()], ['idle', 'tone']);
    loader.reset({ forget: true });
    assert.deepEqual([loader.catalog.state, ...names()], ['idle']);
  });

  it('still shows the kept list if it comes while that is being read', async () => {
    const { loader, source, names } = startLoader(fromDisk);
    const old = loader.refresh();
    loader.reset({ forget: false });
    const done = loader.refresh();
    await source.asks(1);
    source.answer(0, failed('network'));
    await Promise.all([old, done]);
    assert.deepEqual([loader.catalog.state, ...names()], ['offline', 'kept']);
  });

  it('fires no events after it is disposed, whatever still comes', async () => {
    const { loader, source, seen, disk } = startLoader();
    const done = loader.refresh();
    await source.asks(1);
    loader.dispose();
    source.answer(0, [lora('late')]);
    await done;
    assert.deepEqual(
      seen.map((one) => one.state),
      ['loading'],
    );
    assert.deepEqual(disk.saved, []);
  });
});

describe('A failing refresh', () => {
  for (const [kind, state] of [
    ['server', 'stale'],
    ['rateLimited', 'stale'],
    ['network', 'offline'],
    ['timeout', 'offline'],
  ] as const) {
    it(`keeps the list as ${state} after ${kind}, until one succeeds`, async () => {
      const { loader, names, clock, disk, refresh } = await loaded();
      clock.now = 9000;
      await refresh(failed(kind), failed(kind));
      assert.deepEqual([loader.catalog.state, ...names()], [state, 'tone']);
      assert.equal(loader.catalog.loadedAt, 5000);
      assert.equal(loader.catalog.error?.kind, kind);
      assert.equal(disk.saved.length, 1);
      await refresh([lora('tone')]);
      assert.deepEqual([loader.catalog.state, loader.catalog.error], ['fresh', undefined]);
    });
  }

  for (const kind of ['unauthorized', 'forbidden', 'noKey'] as const) {
    it(`hides the list after ${kind}, and leaves the one on disk alone`, async () => {
      const { loader, names, disk, refresh } = await loaded();
      await refresh(failed(kind), failed(kind));
      assert.deepEqual(names(), []);
      assert.equal(loader.catalog.loadedAt, undefined);
      assert.equal(disk.saved.length, 1);
    });
  }

  it('takes the list that came, says what failed, and keeps no half for the next start', async () => {
    const { loader, names, disk, refresh } = await loaded();
    await refresh([lora('new')], failed('server'));
    assert.deepEqual([loader.catalog.state, ...names()], ['stale', 'new']);
    assert.deepEqual(
      loader.catalog.baseModels.map((one) => one.name),
      ['llama'],
    );
    assert.equal(disk.saved.length, 1);
  });

  it('hides the list if one half refuses the key, whatever the other does', async () => {
    for (const other of [failed('network'), [lora('new')]]) {
      const { loader, names, refresh } = await loaded();
      await refresh(other, failed('unauthorized'));
      assert.deepEqual([loader.catalog.state, ...names()], ['unauthorized']);
    }
  });

  it('is stale after an unforeseen error, and never rejects', async () => {
    const { loader, refresh } = await loaded();
    await refresh(new Error('surprise'));
    assert.equal(loader.catalog.state, 'stale');
    assert.equal(loader.catalog.error?.kind, 'protocol');
  });
});

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
      await using server = await serve((_, response) => {
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
      });
      const client = clientFor(server.url, await createUndiciTransport(), { timing: { busyWaitMs } });
      const kept = { load: async () => undefined, save: async () => undefined };
      const loader = new CatalogLoader(client, kept, new RecordingLog(), {
        deletedHere: async () => new Set(),
        credentials: async () => undefined,
      });
      for (let n = 0; n < 6; n += 1) {
        await loader.refresh();
        const { state, loras, baseModels } = loader.catalog;
        assert.deepEqual([n, state, loras.length, baseModels.length], [n, 'fresh', 1, 1]);
        if (n === 0) together.length = 0;
      }

      assert.equal(Math.max(...together), 1);
    });
  }
});
