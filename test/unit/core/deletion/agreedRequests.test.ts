import assert from 'node:assert/strict';
import { useFolder } from '../fixtures.ts';
import { brief, DeletionBench } from './deletionBench.ts';

const longMs = 5001;

describe('What allows a deletion', () => {
  const folder = useFolder();
  const clocks = { wall: Date.now, steady: performance.now.bind(performance) };
  afterEach(() => {
    Object.assign(Date, { now: clocks.wall });
    Object.assign(performance, { now: clocks.steady });
  });
  /** The machine sleeps: on Linux and macOS, only the wall clock goes on. */
  const sleep = (ms: number) => Object.assign(Date, { now: () => clocks.wall() + ms });
  /** The process stands still. */
  const stand = (ms: number) => Object.assign(performance, { now: () => clocks.steady() + ms });

  for (const [what, pass] of [
    ['a sleep', sleep],
    ['a stopped process', stand],
  ] as const) {
    it(`is retrieved again after ${what}`, async () => {
      const bench = new DeletionBench(folder(), { a: {} });
      const { getLora } = bench.service;
      bench.service.getLora = async (...call) => {
        const found = await getLora.apply(bench.service, call);
        // Just after it was answered, and only once.
        if (bench.service.requests.length === 1) setImmediate(() => pass(longMs));
        return found;
      };
      assert.deepEqual(await bench.outcomes(), ['a: deleted']);
      const { requests } = bench.service;
      assert.deepEqual(requests.slice(0, 2), ['GET a', 'GET a']);
      assert.equal(bench.service.deletions('a'), 1);
    });

    it(`is retrieved again if ${what} falls into the retrieve`, async () => {
      const bench = new DeletionBench(folder(), { a: {} });
      bench.service.onRequest = () => {
        if (bench.service.requests.length === 1) pass(longMs);
      };
      assert.deepEqual(await bench.outcomes(), ['a: deleted']);
      assert.deepEqual(bench.service.requests, ['GET a', 'GET a', 'DELETE a']);
    });
  }

  it('is retrieved three times more, and then nothing is deleted', async () => {
    const bench = new DeletionBench(folder(), { a: {}, b: {} });
    let slept = 0;
    bench.service.onRequest = (method, name) => {
      if (method !== 'GET' || name !== 'a') return;
      slept += longMs;
      sleep(slept);
    };
    const entries = await bench.run();
    assert.deepEqual(entries[0]?.outcome, { is: 'failed', at: 'check' });
    assert.equal(bench.service.requests.filter((one) => one === 'GET a').length, 4);
    assert.equal(bench.service.deletions('a'), 0);
    assert.ok(bench.service.present.has('a'));
    assert.deepEqual(await bench.journaled(), bench.service.present.has('b') ? [] : ['b: returned']);
  });
});

describe('Trying again what may still be deleted', () => {
  const folder = useFolder();

  for (const [what, script] of [
    ['a refusal', { delete: ['lost', '409'] }],
    ['a request that never left', { delete: ['lost', 'offline'] }],
    ['a failed retrieve', { get: [], delete: ['lost'] }],
  ] as const) {
    it(`leaves unknown whether the first request was carried out, after ${what}`, async () => {
      const bench = new DeletionBench(folder(), { a: { ...script, delete: [...script.delete] } });
      const before = await bench.run();
      assert.deepEqual(before.map(brief), ['a: unknown']);
      if (what === 'a failed retrieve') {
        bench.service.getLora = () => Promise.reject(new TypeError('our own'));
      }
      const again = await bench.runAgain(before);
      assert.deepEqual(again.map(brief), ['a: unknown']);
      assert.deepEqual(await bench.journaled(), ['a?']);
      assert.deepEqual([...((await bench.kept())?.entries.values() ?? [])].map(brief), ['a: unknown']);
    });
  }

  it('counts as deleted, not as already gone, once it is gone', async () => {
    const bench = new DeletionBench(folder(), { a: { delete: ['lost'] } });
    const before = await bench.run();
    bench.service.present.delete('a');
    const again = await bench.runAgain(before);
    assert.deepEqual(
      again.map(({ outcome }) => outcome),
      [{ is: 'deleted', isReturned: false }],
    );
    assert.deepEqual(await bench.journaled(), ['a: retrieved']);
  });
});
