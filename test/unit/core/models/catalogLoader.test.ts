import assert from 'node:assert/strict';
import { baseModel, failed, lora } from '../fixtures.ts';
import { fromDisk, loaded, startLoader } from './loaderBench.ts';

describe('Loading a catalog', () => {
  it('goes from idle, where it requests nothing, through loading to fresh, and keeps the list', async () => {
    const idle = startLoader();
    assert.deepEqual([idle.loader.catalog.state, idle.source.asked], ['idle', []]);
    const { seen, names, disk, loader } = await loaded();
    assert.deepEqual(
      seen.map((one) => one.state),
      ['loading', 'fresh'],
    );
    assert.deepEqual(names(), ['tone']);
    assert.equal(loader.catalog.loadedAt, 5000);
    assert.deepEqual(disk.saved, [loader.catalog]);
  });

  it('first shows the list from the last time, marked as such', async () => {
    const { loader, names, source, seen } = startLoader(fromDisk);
    const done = loader.refresh();
    await source.asks(1);
    const { state, isKept, loadedAt } = loader.catalog;
    assert.deepEqual([state, isKept, loadedAt, ...names()], ['loading', true, 100, 'kept']);
    source.answer(0, [lora('new')]);
    await done;
    assert.deepEqual([loader.catalog.isKept, ...names()], [false, 'new']);
    assert.equal(seen.at(-1)?.loadedAt, 5000);
  });

  it('never shows the list from the last time in place of a newer one', async () => {
    const { loader, names, source, disk } = startLoader(fromDisk);
    const done = loader.refresh();
    const slow = Promise.withResolvers<typeof fromDisk>();
    disk.load = () => slow.promise;
    const shown = loader.showKept();
    await source.asks(1);
    source.answer(0, [lora('new')]);
    await done;
    slow.resolve(fromDisk);
    await shown;
    assert.deepEqual(names(), ['new']);
    assert.equal(loader.catalog.isKept, false);
  });

  it('runs only one refresh at a time', async () => {
    const { loader, source } = startLoader();
    const both = Promise.all([loader.refresh(), loader.refresh()]);
    await source.asks(1);
    source.answer(0, []);
    await both;
    assert.equal(source.asked.length, 1);
  });

  it('forgets no change, whenever it comes while a refresh ends', async () => {
    for (let ticks = 0; ticks < 20; ticks++) {
      const { loader, source, names } = startLoader();
      const first = loader.refresh();
      await source.asks(1);
      source.answer(0, [lora('before')]);
      for (let tick = 0; tick < ticks; tick++) await undefined;
      const second = Promise.all([loader.refresh({ isNew: true }), loader.refresh({ isNew: true })]);
      await Promise.race([source.asks(2), second]);
      assert.equal(source.asked.length, 2, `The change after ${ticks} ticks was forgotten.`);
      source.answer(1, [lora('after')]);
      await Promise.all([first, second]);
      assert.deepEqual(names(), ['after']);
    }
  });

  it('refreshes a list that is older than requested or not fresh, and no other', async () => {
    const { loader, source, clock } = await loaded();
    clock.now += 999;
    await loader.refreshIfOlder(1000);
    assert.equal(source.asked.length, 1);
    clock.now += 1;
    const done = loader.refreshIfOlder(1000);
    await source.asks(2);
    source.answer(1, failed('server'));
    await done;
    const again = loader.refreshIfOlder(1000);
    await source.asks(3);
    source.answer(2, []);
    await again;
    assert.equal(source.asked.length, 3);
  });

  it('counts all of many unreadable entries, but logs only some of them', async () => {
    const { loader, source, log } = startLoader();
    const done = loader.refresh();
    await source.asks(1);
    for (let entry = 0; entry < 10_000; entry += 1) source.asked[0]?.options.onSkipped?.(entry, 'no object');
    source.answer(0, [lora('tone')]);
    await done;
    assert.equal(loader.catalog.skipped, 10_000);
    assert.equal(loader.catalog.state, 'fresh');
    assert.ok(log.lines.length > 0 && log.lines.length < 100);
  });

  it('keeps the first entry of a name in a list, and counts and logs the others without the name', async () => {
    const { loader, source, names, log, disk } = startLoader();
    const done = loader.refresh();
    await source.asks(1);
    const first = { ...lora('tone'), unitPrice: 1 };
    source.asked[0]?.options.onSkipped?.({}, 'no name');
    source.answer(
      0,
      [first, lora('other'), { ...lora('tone'), unitPrice: 2 }, lora('tone')],
      [baseModel('tone'), baseModel('llama'), baseModel('llama')],
    );
    await done;
    assert.deepEqual(names(), ['other', 'tone']);
    assert.equal(loader.catalog.loras[1], first);
    assert.deepEqual(
      loader.catalog.baseModels.map((one) => one.name),
      ['llama', 'tone'],
    );
    assert.equal(loader.catalog.skipped, 4);
    assert.equal(log.lines.filter((line) => line.includes('the same name')).length, 3);
    assert.doesNotMatch(log.lines.join('\n'), /tone|llama/u);
    assert.deepEqual(disk.saved, [loader.catalog]);
  });

  it('shows no name twice from the list of the last time, either', async () => {
    const { loader, source, names } = startLoader({ ...fromDisk, loras: [lora('kept'), lora('kept')] });
    const done = loader.refresh();
    await source.asks(1);
    assert.deepEqual(names(), ['kept']);
    source.answer(0, []);
    await done;
    assert.equal(loader.catalog.skipped, 0);
  });
});

describe('Showing the kept list of a catalog', () => {
  it('shows it at once, and sends nothing', async () => {
    const { loader, names, source, seen, disk } = startLoader(fromDisk);
    await loader.showKept();
    assert.deepEqual(names(), ['kept']);
    const { state, isKept, loadedAt } = loader.catalog;
    assert.deepEqual({ state, isKept, loadedAt }, { state: 'idle', isKept: true, loadedAt: 100 });
    assert.deepEqual([seen.length, source.asked, disk.saved], [1, [], []]);
  });

  it('reads it once, however often it is asked', async () => {
    const { loader, names, seen } = startLoader(fromDisk);
    await Promise.all([loader.showKept(), loader.showKept()]);
    await loader.showKept();
    assert.deepEqual(names(), ['kept']);
    assert.equal(seen.length, 1);
  });

  it('leaves everything as it is if there is none', async () => {
    const { loader, seen } = startLoader();
    await loader.showKept();
    assert.equal(loader.catalog.loadedAt, undefined);
    assert.equal(seen.length, 0);
  });

  it('disturbs no refresh that runs, and doesn’t wait for its answer', async () => {
    const { loader, source, names } = startLoader(fromDisk);
    const refreshed = loader.refresh();
    await loader.showKept();
    assert.deepEqual(names(), ['kept']);
    await source.asks(1);
    assert.equal(loader.catalog.state, 'loading');
    source.answer(0, [lora('new')]);
    await refreshed;
    await loader.showKept();
    assert.deepEqual(names(), ['new']);
    assert.equal(loader.catalog.isKept, false);
  });

  it('is no reason to leave out the refresh after it', async () => {
    const { loader, source, names } = startLoader(fromDisk);
    await loader.showKept();
    const refreshed = loader.refreshIfOlder(60_000);
    await source.asks(1);
    source.answer(0, [lora('new')]);
    await refreshed;
    assert.deepEqual(names(), ['new']);
  });

  it('brings nothing back that a reset forgot, before or meanwhile', async () => {
    const before = startLoader(fromDisk);
    before.loader.reset({ forget: true });
    await before.loader.showKept();
    assert.deepEqual(before.names(), []);
    const meanwhile = startLoader(fromDisk);
    const shown = meanwhile.loader.showKept();
    meanwhile.loader.reset({ forget: true });
    await shown;
    assert.deepEqual(meanwhile.names(), []);
  });
});
