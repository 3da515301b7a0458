import assert from 'node:assert/strict';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { failed, lora } from '../fixtures.ts';
import { fromDisk, loaded, startLoader } from './loaderBench.ts';

describe('A change of the connection', () => {
  it('drops the answer under way, and aborts its request', async () => {
    const { loader, source, names, disk } = startLoader();
    const done = loader.refresh();
    await turnOfTheLoop();
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
    await turnOfTheLoop();
    loader.reset({ forget: false });
    const fresh = loader.refresh();
    await turnOfTheLoop();
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
    await turnOfTheLoop();
    source.answer(0, failed('network'));
    await Promise.all([old, done]);
    assert.deepEqual([loader.catalog.state, ...names()], ['offline', 'kept']);
  });

  it('fires no events after it is disposed, whatever still comes', async () => {
    const { loader, source, seen, disk } = startLoader();
    const done = loader.refresh();
    await turnOfTheLoop();
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
    it(`keeps the list as ${state} after ${kind}`, async () => {
      const { loader, names, clock, disk, refresh } = await loaded();
      clock.now = 9000;
      await refresh(failed(kind), failed(kind));
      assert.deepEqual([loader.catalog.state, ...names()], [state, 'tone']);
      assert.equal(loader.catalog.loadedAt, 5000);
      assert.equal(loader.catalog.error?.kind, kind);
      assert.equal(disk.saved.length, 1);
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

  it('is forgotten with the next one that succeeds', async () => {
    const { loader, refresh } = await loaded();
    await refresh(failed('network'));
    await refresh([lora('tone')]);
    assert.equal(loader.catalog.state, 'fresh');
    assert.equal(loader.catalog.error, undefined);
  });
});
