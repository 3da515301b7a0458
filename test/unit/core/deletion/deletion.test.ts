import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import * as v from 'valibot';
import { lora, useFolder } from '../fixtures.ts';
import { acme, DeletionBench, many } from './deletionBench.ts';
import { raw, type Script } from './scriptedService.ts';

describe('A deletion', () => {
  const folder = useFolder();

  it('of one LoRA retrieves it, records it, sends one DELETE, and requests no list', async () => {
    const bench = new DeletionBench(folder(), { tone: {} });
    assert.deepEqual(await bench.outcomes(), ['tone: deleted']);
    assert.deepEqual(bench.service.requests, ['GET tone', 'DELETE tone']);
    assert.deepEqual(await bench.journaled(), ['tone: returned']);
  });

  it('of many has at most four under way at once', async () => {
    const bench = new DeletionBench(folder(), many(20));
    const four = Promise.withResolvers<void>();
    let arrived = 0;
    bench.service.onRequest = () => {
      arrived += 1;
      if (arrived === 4) four.resolve();
      return four.promise;
    };
    await bench.run();
    assert.equal(bench.service.maxAtOnce, 4);
    assert.equal(bench.service.present.size, 0);
    assert.deepEqual(bench.progress.at(-1), { done: 20, total: 20, wait: undefined, isEnding: false });
  });

  for (const count of [1, 3]) {
    it(`of ${count} has each on disk as retrieved before its DELETE leaves`, async () => {
      const bench = new DeletionBench(folder(), many(count));
      const written = v.object({ is: v.literal('sent'), name: v.string(), object: v.unknown() });
      let checked = 0;
      bench.service.onRequest = async (method, name) => {
        if (method !== 'DELETE') return;
        const lines = (await readFile(bench.path, 'utf8')).trim().split('\n');
        const sent = lines.flatMap((line) => {
          const read = v.safeParse(written, JSON.parse(line));
          return read.success && read.output.name === name ? [read.output.object] : [];
        });
        assert.deepEqual(sent, [raw(name, 'retrieved')]);
        checked += 1;
      };
      await bench.run();
      assert.equal(checked, count);
    });
  }

  it('keeps what the service returned, in a further line only if that differs from what was retrieved', async () => {
    const bench = new DeletionBench(folder(), {
      other: {},
      same: { delete: ['same object'] },
      without: { delete: ['no object'] },
    });
    await bench.run();
    const { entries } = await bench.journal.read((object) => object);
    const kept = Object.fromEntries(
      entries.map(({ name, source, brief: object }) => [name, { source, object }]),
    );
    assert.deepEqual(kept, {
      other: { source: 'returned', object: raw('other', 'returned') },
      same: { source: 'returned', object: raw('same', 'retrieved') },
      without: { source: 'retrieved', object: raw('without', 'retrieved') },
    });
    const objects = (await readFile(bench.path, 'utf8'))
      .split('\n')
      .filter((line) => line.includes('"is":"outcome"') && line.includes('"object"'));
    assert.equal(objects.length, 1);
  });

  it('leaves alone what was not deployed before, or is deployed differently', async () => {
    const agreed = [
      lora('deployedSince'),
      lora('deployedAnew', { createdAt: 1, hubRevision: 'a' }),
      lora('same', { createdAt: 2, creator: { apiKeyName: 'ci' } }),
      lora('undeployedSince', { createdAt: 1 }),
    ];
    const changed: Script = { get: ['changed'] };
    const scripts = { deployedSince: changed, deployedAnew: changed, same: changed, undeployedSince: {} };
    const bench = new DeletionBench(folder(), scripts, { loras: agreed });
    const entries = await bench.run();
    assert.deepEqual(
      entries.map(({ outcome }) => outcome),
      [
        { is: 'changed', now: 'deployed' },
        { is: 'changed', now: 'deployedAnew' },
        { is: 'deleted', isReturned: true },
        { is: 'deleted', isReturned: true },
      ],
    );
    assert.equal(bench.service.deletions('deployedSince') + bench.service.deletions('deployedAnew'), 0);
    assert.deepEqual(await bench.journaled(), ['same: returned', 'undeployedSince: returned']);
  });

  it('shows each entry as being deleted, and reports which are gone', async () => {
    const shown: string[] = [];
    const scripts: Record<string, Script> = {
      well: {},
      inUse: { delete: ['409'] },
      lost: { delete: ['lost, but deleted'] },
    };
    const bench = new DeletionBench(folder(), scripts, {
      during: async (name, work) => shown.push(`${name} ${(await work()).isGone ? 'is gone' : 'is there'}`),
    });
    await bench.run();
    assert.deepEqual(shown.toSorted(), ['inUse is there', 'lost is gone', 'lost is there', 'well is gone']);
    assert.equal(shown.at(-1), 'lost is gone', 'Only the list tells.');
  });

  it('is on disk with its outcomes, readable by its owner only', async () => {
    const bench = new DeletionBench(folder(), { a: {}, b: { delete: ['409'] }, c: { get: ['changed'] } });
    const entries = await bench.run();
    const kept = await bench.kept();
    assert.ok(kept?.endedAt !== undefined && !kept.isTold);
    assert.deepEqual([...kept.entries.values()], entries);
    const { id, name, baseUrl } = acme;
    assert.deepEqual(kept.connection, { id, name, baseUrl });
    if (process.platform !== 'win32') assert.equal((await stat(bench.path)).mode & 0o777, 0o600);
  });
});
