import assert from 'node:assert/strict';
import { failed, lora } from '../fixtures.ts';
import { fromDisk, loaded, startLoader } from './loaderBench.ts';

type Bench = ReturnType<typeof startLoader>;

const marks = ({ loader }: Bench) =>
  [...loader.catalog.changes.values()].map(({ is, model }) => `${is} ${model.name}`);

describe('The marks of a catalog', () => {
  it('are none after the first load, and later show what changed', async () => {
    const bench = await loaded([lora('tone')]);
    assert.deepEqual(marks(bench), []);
    await bench.refresh([lora('tone'), lora('other')]);
    assert.deepEqual(marks(bench), ['new other']);
    await bench.refresh([lora('other')]);
    assert.deepEqual(marks(bench), ['new other', 'gone tone']);
  });

  it('compare with the list that an earlier window kept, and add to its marks', async () => {
    const changes = new Map([['lora old', { is: 'gone', model: lora('old') } as const]]);
    const bench = startLoader({ ...fromDisk, changes });
    await bench.refresh([lora('kept'), lora('tone')]);
    assert.deepEqual(marks(bench), ['gone old', 'new tone']);
  });

  it('stay over a failing refresh, and compare a list that came alone with the same earlier list', async () => {
    const bench = await loaded([lora('tone')]);
    await bench.refresh([lora('tone'), lora('other')], failed('server'));
    await bench.refresh(failed('network'), failed('network'));
    assert.deepEqual(marks(bench), ['new other']);
    await bench.refresh([lora('tone')]);
    assert.deepEqual(marks(bench), []);
  });

  it('are none for a list that comes for the first time after the other', async () => {
    const bench = startLoader();
    await bench.refresh([lora('tone')], failed('server'));
    await bench.refresh([lora('tone')]);
    assert.deepEqual(marks(bench), []);
  });

  it('are hidden with the list while the key is refused, and shown again afterwards', async () => {
    const bench = await loaded([lora('tone')]);
    await bench.refresh([lora('tone'), lora('other')]);
    await bench.refresh(failed('unauthorized'), failed('unauthorized'));
    assert.deepEqual(marks(bench), []);
    await bench.refresh([lora('other')]);
    assert.deepEqual(marks(bench), ['new other', 'gone tone']);
  });

  it('are dropped with another organization, as by a new key, whose list gets none', async () => {
    const bench = await loaded([lora('a'), lora('b'), lora('c')]);
    await bench.refresh([lora('a'), lora('b'), lora('d')]);
    assert.deepEqual(marks(bench), ['new d', 'gone c']);
    bench.loader.reset({ forget: false });
    await bench.refresh([lora('theirs')]);
    assert.deepEqual(marks(bench), []);
    await bench.refresh([lora('theirs'), lora('new')]);
    assert.deepEqual(marks(bench), ['new new']);
  });

  it('are dropped with another address', async () => {
    const bench = await loaded([lora('tone')]);
    await bench.refresh([lora('tone'), lora('other')]);
    bench.loader.reset({ forget: true });
    await bench.refresh([lora('tone')]);
    assert.deepEqual(marks(bench), []);
  });

  it('never include a LoRA that this machine deleted', async () => {
    const asked: unknown[] = [];
    const bench = startLoader(undefined, undefined, async (names, since) => {
      asked.push([...names], since);
      return new Set(['mine']);
    });
    await bench.refresh([lora('mine'), lora('tone'), lora('theirs')]);
    assert.deepEqual(asked, []);
    bench.clock.now = 9000;
    await bench.refresh([lora('tone')]);
    assert.deepEqual(marks(bench), ['gone theirs']);
    assert.deepEqual(asked, [['mine', 'theirs'], 5000]);
  });

  it('are gone once they were seen, here and in the next window', async () => {
    const bench = await loaded([lora('tone')]);
    await bench.refresh([lora('tone'), lora('other')]);
    bench.loader.markSeen(({ model }) => model.name === 'other');
    assert.deepEqual(marks(bench), []);
    assert.equal(bench.disk.saved.at(-1)?.changes.size, 0);
    await bench.refresh([lora('tone'), lora('other')]);
    assert.deepEqual(marks(bench), []);
  });

  it('cause no event and no write if there were none', async () => {
    const bench = await loaded();
    const [fired, written] = [bench.seen.length, bench.disk.saved.length];
    bench.loader.markSeen(() => true);
    assert.deepEqual([bench.seen.length, bench.disk.saved.length], [fired, written]);
  });

  it('are not restored by a refresh that was under way when they were seen', async () => {
    const bench = await loaded([lora('tone')]);
    await bench.refresh([lora('tone'), lora('other')]);
    const done = bench.loader.refresh();
    await bench.source.asks(3);
    bench.loader.markSeen(() => true);
    bench.source.answer(2, [lora('tone'), lora('other')]);
    await done;
    assert.deepEqual(marks(bench), []);
  });

  it('that are seen after only one list came don’t cause that to be written', async () => {
    const bench = await loaded([lora('tone')]);
    await bench.refresh([lora('tone'), lora('other')], failed('server'));
    const written = bench.disk.saved.length;
    bench.loader.markSeen(() => true);
    assert.deepEqual([marks(bench), bench.disk.saved.length], [[], written]);
  });
});
