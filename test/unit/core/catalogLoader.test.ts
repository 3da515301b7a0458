import assert from 'node:assert/strict';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { BaseModel, CallOptions, Lora } from '../../../src/api/types.ts';
import type { Catalog } from '../../../src/core/catalog.ts';
import { CatalogLoader, type KeptCatalog } from '../../../src/core/catalogLoader.ts';
import { baseModel, failed, lora, silent } from './fixtures.ts';

/** A service whose answers the test gives one by one. */
class Source {
  readonly asked: {
    loras: PromiseWithResolvers<Lora[]>;
    baseModels: PromiseWithResolvers<BaseModel[]>;
    options: CallOptions;
  }[] = [];

  listLoras(options: CallOptions = {}): Promise<Lora[]> {
    const loras = Promise.withResolvers<Lora[]>();
    this.asked.push({ loras, baseModels: Promise.withResolvers<BaseModel[]>(), options });
    return loras.promise;
  }

  async listBaseModels(): Promise<BaseModel[]> {
    const newest = this.asked.at(-1);
    assert.ok(newest);
    return newest.baseModels.promise;
  }

  answer(index: number, loras: Lora[] | Error, baseModels: BaseModel[] | Error = [baseModel('llama')]): void {
    const asked = this.asked[index];
    assert.ok(asked, `There is no request ${index}.`);
    if (loras instanceof Error) asked.loras.reject(loras);
    else asked.loras.resolve(loras);
    if (baseModels instanceof Error) asked.baseModels.reject(baseModels);
    else asked.baseModels.resolve(baseModels);
  }
}

class Kept implements KeptCatalog {
  readonly saved: Catalog[] = [];
  kept: Awaited<ReturnType<KeptCatalog['load']>>;
  async load() {
    return this.kept;
  }
  async save(catalog: Catalog) {
    this.saved.push(catalog);
  }
}

function start(kept?: Kept['kept']) {
  const source = new Source();
  const disk = new Kept();
  disk.kept = kept;
  const clock = { now: 5000 };
  const loader = new CatalogLoader(source, disk, silent, () => clock.now);
  const seen: Catalog[] = [];
  loader.onDidChange((catalog) => seen.push(catalog));
  const names = () => loader.catalog.loras.map((one) => one.name);
  return { source, disk, clock, loader, seen, names };
}

const fromDisk = { loras: [lora('kept')], baseModels: [baseModel('llama')], loadedAt: 100 };

async function loaded(loras = [lora('tone')]) {
  const bench = start();
  const done = bench.loader.refresh();
  await turnOfTheLoop();
  bench.source.answer(0, loras);
  await done;
  return bench;
}

describe('Loading a catalog', () => {
  it('asks nothing before it is told to', () => {
    const { source, loader } = start();
    assert.equal(loader.catalog.state, 'idle');
    assert.equal(source.asked.length, 0);
  });

  it('goes from idle over loading to fresh, and keeps the list for the next start', async () => {
    const { seen, names, disk, loader } = await loaded();
    assert.deepEqual(
      seen.map((one) => one.state),
      ['loading', 'fresh'],
    );
    assert.deepEqual(names(), ['tone']);
    assert.equal(loader.catalog.loadedAt, 5000);
    assert.deepEqual(disk.saved, [loader.catalog]);
  });

  it('shows the list of the last time first, and says that it is', async () => {
    const { loader, names, source, seen } = start(fromDisk);
    const done = loader.refresh();
    await turnOfTheLoop();
    assert.equal(loader.catalog.state, 'loading');
    assert.equal(loader.catalog.isKept, true);
    assert.equal(loader.catalog.loadedAt, 100);
    assert.deepEqual(names(), ['kept']);
    source.answer(0, [lora('new')]);
    await done;
    assert.equal(loader.catalog.isKept, false);
    assert.deepEqual(names(), ['new']);
    assert.equal(seen.at(-1)?.loadedAt, 5000);
  });

  it('runs one refresh at a time', async () => {
    const { loader, source } = start();
    const both = Promise.all([loader.refresh(), loader.refresh()]);
    await turnOfTheLoop();
    source.answer(0, []);
    await both;
    assert.equal(source.asked.length, 1);
  });

  it('runs once more for any number of changes that happened meanwhile', async () => {
    const { loader, source, names } = start();
    const done = Promise.all([
      loader.refresh(),
      loader.refresh({ isNew: true }),
      loader.refresh({ isNew: true }),
    ]);
    await turnOfTheLoop();
    source.answer(0, [lora('before')]);
    await turnOfTheLoop();
    source.answer(1, [lora('after')]);
    await done;
    assert.equal(source.asked.length, 2);
    assert.deepEqual(names(), ['after']);
  });

  it('forgets no change, at whatever moment of the ending refresh it comes', async () => {
    for (let ticks = 0; ticks < 20; ticks++) {
      const { loader, source, names } = start();
      const first = loader.refresh();
      await turnOfTheLoop();
      source.answer(0, [lora('before')]);
      for (let tick = 0; tick < ticks; tick++) await undefined;
      const second = loader.refresh({ isNew: true });
      await turnOfTheLoop();
      assert.equal(source.asked.length, 2, `The change after ${ticks} ticks was forgotten.`);
      source.answer(1, [lora('after')]);
      await Promise.all([first, second]);
      assert.deepEqual(names(), ['after']);
    }
  });

  it('refreshes what is older than asked, or not fresh, and leaves the rest', async () => {
    const { loader, source, clock } = await loaded();
    clock.now += 999;
    await loader.refreshIfOlder(1000);
    assert.equal(source.asked.length, 1);
    clock.now += 1;
    const done = loader.refreshIfOlder(1000);
    await turnOfTheLoop();
    source.answer(1, failed('server'));
    await done;
    const again = loader.refreshIfOlder(1000);
    await turnOfTheLoop();
    source.answer(2, []);
    await again;
    assert.equal(source.asked.length, 3);
  });

  it('counts the entries that could not be read', async () => {
    const { loader, source } = start();
    const done = loader.refresh();
    await turnOfTheLoop();
    source.asked[0]?.options.onSkipped?.({}, 'no name');
    source.asked[0]?.options.onSkipped?.(7, 'no object');
    source.answer(0, [lora('tone')]);
    await done;
    assert.equal(loader.catalog.skipped, 2);
    assert.equal(loader.catalog.state, 'fresh');
  });
});

describe('A change of the connection', () => {
  it('drops the answer that is under way, and aborts its request', async () => {
    const { loader, source, names, disk } = start();
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

  it('lets a new refresh start at once, which a late answer does not touch', async () => {
    const { loader, source, names } = start();
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

  it('keeps the list when only the key changed, and forgets it with another address', async () => {
    const { loader, names } = await loaded();
    loader.reset({ forget: false });
    assert.deepEqual([loader.catalog.state, ...names()], ['idle', 'tone']);
    loader.reset({ forget: true });
    assert.deepEqual([loader.catalog.state, ...names()], ['idle']);
  });

  it('shows the kept list still, when it came while that was being read', async () => {
    const { loader, source, names } = start(fromDisk);
    const old = loader.refresh();
    loader.reset({ forget: false });
    const done = loader.refresh();
    await turnOfTheLoop();
    source.answer(0, failed('network'));
    await Promise.all([old, done]);
    assert.deepEqual([loader.catalog.state, ...names()], ['offline', 'kept']);
  });

  it('does not bring the kept list of another address back', async () => {
    const { loader, source, names } = start(fromDisk);
    const old = loader.refresh();
    loader.reset({ forget: true });
    const done = loader.refresh();
    await turnOfTheLoop();
    source.answer(0, failed('network'));
    await Promise.all([old, done]);
    assert.deepEqual(names(), []);
  });

  it('is silent after it is disposed, whatever still comes', async () => {
    const { loader, source, seen, disk } = start();
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

describe('A refresh that fails', () => {
  for (const [kind, state] of [
    ['server', 'stale'],
    ['rateLimited', 'stale'],
    ['network', 'offline'],
    ['timeout', 'offline'],
  ] as const) {
    it(`keeps the list as ${state} after ${kind}`, async () => {
      const { loader, source, names, clock, disk } = await loaded();
      clock.now = 9000;
      const done = loader.refresh();
      await turnOfTheLoop();
      source.answer(1, failed(kind), failed(kind));
      await done;
      assert.deepEqual([loader.catalog.state, ...names()], [state, 'tone']);
      assert.equal(loader.catalog.loadedAt, 5000);
      assert.equal(loader.catalog.error?.kind, kind);
      assert.equal(disk.saved.length, 1);
    });
  }

  for (const kind of ['unauthorized', 'forbidden', 'noKey'] as const) {
    it(`hides the list after ${kind}, and leaves the one on disk alone`, async () => {
      const { loader, source, names, disk } = await loaded();
      const done = loader.refresh();
      await turnOfTheLoop();
      source.answer(1, failed(kind), failed(kind));
      await done;
      assert.deepEqual(names(), []);
      assert.equal(loader.catalog.loadedAt, undefined);
      assert.equal(disk.saved.length, 1);
    });
  }

  it('takes the half that came, says what failed, and keeps no half list for the next start', async () => {
    const { loader, source, names, disk } = await loaded();
    const done = loader.refresh();
    await turnOfTheLoop();
    source.answer(1, [lora('new')], failed('server'));
    await done;
    assert.deepEqual([loader.catalog.state, ...names()], ['stale', 'new']);
    assert.deepEqual(
      loader.catalog.baseModels.map((one) => one.name),
      ['llama'],
    );
    assert.equal(disk.saved.length, 1);
  });

  it('hides the list when one half refuses the key, whatever the other does', async () => {
    for (const other of [failed('network'), [lora('new')]]) {
      const { loader, source, names } = await loaded();
      const done = loader.refresh();
      await turnOfTheLoop();
      source.answer(1, other, failed('unauthorized'));
      await done;
      assert.deepEqual([loader.catalog.state, ...names()], ['unauthorized']);
    }
  });

  it('is stale after an error that nobody foresaw, and never rejects', async () => {
    const { loader, source } = await loaded();
    const done = loader.refresh();
    await turnOfTheLoop();
    source.answer(1, new Error('surprise'));
    await done;
    assert.equal(loader.catalog.state, 'stale');
    assert.equal(loader.catalog.error?.kind, 'protocol');
  });

  it('is over with the next one that succeeds', async () => {
    const { loader, source } = await loaded();
    for (const [index, answer] of [failed('network'), [lora('tone')]].entries()) {
      const done = loader.refresh();
      await turnOfTheLoop();
      source.answer(index + 1, answer);
      await done;
    }
    assert.equal(loader.catalog.state, 'fresh');
    assert.equal(loader.catalog.error, undefined);
  });
});
