import assert from 'node:assert/strict';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { failed, lora } from '../fixtures.ts';
import { fromDisk, loaded, startLoader } from './loaderBench.ts';

const wait = { until: 8000, error: failed('server', { status: 503 }) };

/** A refresh under way, of a list that is already there. */
async function refreshing() {
  const bench = await loaded();
  const done = bench.loader.refresh();
  await bench.source.asks(2);
  const options = bench.source.asked[1]?.options;
  assert.ok(options?.onWait);
  return { ...bench, done, onWait: options.onWait, signal: options.signal };
}

describe('A refresh that waits before it tries again', () => {
  it('reports that at once, with the reason and the time, and when it is over', async () => {
    const { loader, source, done, onWait } = await refreshing();
    assert.deepEqual([loader.catalog.waiting, loader.catalog.isSlow], [undefined, false]);
    onWait(wait);
    assert.equal(loader.catalog.waiting, wait);
    assert.deepEqual([loader.catalog.state, loader.catalog.isSlow], ['loading', true]);
    onWait(undefined);
    assert.deepEqual([loader.catalog.waiting, loader.catalog.isSlow], [undefined, true]);
    source.answer(1, [lora('tone')]);
    await done;
    assert.deepEqual([loader.catalog.state, loader.catalog.isSlow], ['fresh', false]);
  });

  it('keeps its list and says that it was stopped, if it is', async () => {
    const { loader, names, seen, done, onWait, signal } = await refreshing();
    onWait(wait);
    loader.stop();
    assert.equal(signal?.aborted, true);
    const { state, isStopped, waiting, isSlow, loadedAt } = loader.catalog;
    assert.deepEqual([state, isStopped, waiting, isSlow, loadedAt], ['stale', true, undefined, false, 5000]);
    assert.deepEqual(names(), ['tone']);
    const changes = seen.length;
    onWait({ ...wait });
    assert.equal(seen.length, changes);
    void done;
  });

  it('ends for its caller when it is stopped, and the next one clears that', async () => {
    const { loader, source, done } = await refreshing();
    loader.stop();
    source.answer(1, new Error('aborted'));
    await done;
    assert.equal(loader.catalog.isStopped, true);
    const next = loader.refresh();
    await source.asks(3);
    assert.equal(loader.catalog.isStopped, false);
    source.answer(2, [lora('new')]);
    await next;
    assert.deepEqual([loader.catalog.state, loader.catalog.isStopped], ['fresh', false]);
  });

  it('shows the list of the last time even if it is stopped', async () => {
    const { loader, names } = startLoader(fromDisk);
    void loader.refresh();
    await turnOfTheLoop();
    loader.stop();
    assert.deepEqual([loader.catalog.isKept, loader.catalog.isStopped, ...names()], [true, true, 'kept']);
  });

  it('can’t be stopped if none runs', async () => {
    const { loader, seen } = await loaded();
    const changes = seen.length;
    loader.stop();
    assert.deepEqual([loader.catalog.state, seen.length], ['fresh', changes]);
  });
});

describe('A refresh that nobody asked for', () => {
  async function quiet() {
    const bench = await loaded();
    const before = bench.seen.length;
    const done = bench.loader.refreshQuietly();
    await bench.source.asks(2);
    return { ...bench, done, changes: () => bench.seen.slice(before) };
  }

  it('changes nothing until the answers are there, even if it waits', async () => {
    const { loader, source, names, changes, done } = await quiet();
    source.asked[1]?.options.onWait?.(wait);
    assert.deepEqual(changes(), []);
    source.answer(1, [lora('new')]);
    await done;
    assert.deepEqual([loader.catalog.state, names(), changes().length], ['fresh', ['new'], 1]);
  });

  it('gives way to one that was asked for', async () => {
    const { loader, source, names, done } = await quiet();
    const asked = loader.refresh();
    assert.equal(source.asked[1]?.options.signal?.aborted, true);
    await source.asks(3);
    assert.equal(loader.catalog.state, 'loading');
    source.answer(2, [lora('asked')]);
    source.answer(1, [lora('quiet')]);
    await Promise.all([done, asked]);
    assert.deepEqual([loader.catalog.state, names()], ['fresh', ['asked']]);
  });

  it('sends nothing of its own if one is running', async () => {
    const { loader, source, done } = await refreshing();
    const joined = loader.refreshQuietly();
    source.answer(1, []);
    await Promise.all([done, joined]);
    assert.equal(source.asked.length, 2);
  });
});

describe('A slow refresh', () => {
  it('says that it is slow', async () => {
    const { loader, source } = startLoader(undefined, 1);
    const slow = Promise.withResolvers<void>();
    loader.onDidChange((catalog) => catalog.isSlow && slow.resolve());
    const done = loader.refresh();
    await slow.promise;
    source.answer(0, []);
    await done;
    assert.equal(loader.catalog.isSlow, false);
  });
});

describe('A service that says when to come back', () => {
  it('is quoted with that time', async () => {
    const { loader, source, clock, done } = await refreshing();
    source.answer(1, failed('rateLimited', { status: 429, retryAfterMs: 60_000 }));
    await done;
    assert.equal(loader.catalog.error?.retryAt, clock.now + 60_000);
  });
});
