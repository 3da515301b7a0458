import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeletionRecord } from '../../../../src/core/deletion/openDeletions.ts';
import { useFolder } from '../fixtures.ts';
import { acme, brief, DeletionBench, many } from './deletionBench.ts';

describe('A deletion that ends early', () => {
  const folder = useFolder();
  const full = () => Promise.reject(new Error('The disk is full.'));

  it('requests the list even after a stop, if only that can tell', async () => {
    const bench = new DeletionBench(folder(), { a: { delete: ['lost, but deleted'] } });
    bench.service.onRequest = (method) => {
      if (method === 'DELETE') bench.deletion.stop();
    };
    assert.deepEqual(await bench.outcomes(), ['a: deleted']);
  });

  const lockOf = ({ id }: DeletionBench) => join(folder(), 'deletions', `${id}.lock`);
  const theirs = JSON.stringify({ owner: 'another', pid: process.pid, host: 'another' });
  for (const [why, what, act] of [
    ['stopped', 'it is stopped', ({ deletion }) => deletion.stop()],
    [
      'keyChanged',
      'the API key or a header is another one',
      (bench) => Object.assign(bench, { credentials: 'other' }),
    ],
    ['taken', 'another window has taken it', (bench) => writeFile(lockOf(bench), theirs)],
    ['taken', 'its lock is gone', (bench) => rm(lockOf(bench))],
  ] as [string, string, (bench: DeletionBench) => unknown][]) {
    it(`waits for what was sent, and tries nothing more, once ${what}`, async () => {
      const bench = new DeletionBench(folder(), many(12));
      let acting: Promise<unknown> | undefined;
      bench.service.onRequest = (method) => {
        if (method === 'DELETE') acting ??= Promise.resolve(act(bench));
        return acting;
      };
      const entries = await bench.run();
      const deleted = entries.filter(({ outcome }) => outcome.is === 'deleted').length;
      assert.ok(deleted >= 1 && deleted <= 4, `${deleted} were deleted.`);
      assert.equal(12 - bench.service.present.size, deleted);
      const rest = entries.flatMap(({ outcome }) => (outcome.is === 'deleted' ? [] : [outcome]));
      assert.deepEqual(
        rest,
        rest.map(() => ({ is: 'notTried', why })),
      );
      if (why === 'stopped') assert.equal(bench.progress.at(-1)?.isEnding, true);
    });
  }

  it('has no end on disk if its window closes, so that the next window reports it', async () => {
    const bench = new DeletionBench(folder(), many(12, { delete: ['lost'] }));
    bench.service.onRequest = (method) => {
      if (method === 'DELETE') bench.deletion.interrupt();
    };
    const outcomes = await bench.outcomes();
    assert.ok(outcomes.some((one) => one.endsWith(': unknown')));
    assert.equal(outcomes.at(-1), 'n11: notTried (interrupted)');
    assert.equal(bench.service.lists, 0);
    const kept = await bench.kept();
    assert.ok(kept && kept.endedAt === undefined);
    assert.deepEqual([...kept.entries.values()].map(brief), outcomes);
  });

  it('does not wait for the list if its window closes', async () => {
    const bench = new DeletionBench(folder(), { a: { delete: ['lost, but deleted'] } });
    bench.service.listLoras = ({ signal } = {}) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        bench.deletion.interrupt();
      });
    assert.deepEqual(await bench.outcomes(), ['a: unknown']);
    assert.equal((await bench.kept())?.endedAt, undefined);
  });

  for (const [why, change, after] of [
    ['readOnly', { ...acme, readOnly: true }, 'deleted'],
    ['moved', { ...acme, baseUrl: 'https://other.example' }, 'unknown'],
    ['removed', undefined, 'unknown'],
  ] as const) {
    it(`sends nothing more once the connection is ${why}, not even for what was just checked`, async () => {
      const bench = new DeletionBench(folder(), many(12));
      let checked = 0;
      bench.service.onRequest = (method) => {
        checked += method === 'GET' ? 1 : 0;
        if (checked === 6) bench.connection = change;
      };
      const entries = await bench.run();
      const last = bench.service.requests.lastIndexOf('GET n5');
      assert.ok(!bench.service.requests.slice(last).some((one) => one.startsWith('DELETE')));
      assert.ok(entries.map(brief).includes(`n11: notTried (${why})`));
      const deleted = entries.filter(({ outcome }) => outcome.is === 'deleted').length;
      assert.equal(12 - bench.service.present.size, deleted);
    });

    it(`reports what had no answer as ${after} once the connection is ${why}`, async () => {
      const bench = new DeletionBench(folder(), { a: { delete: ['lost, but deleted'] } });
      bench.service.onRequest = (method) => {
        if (method === 'DELETE') bench.connection = change;
      };
      assert.deepEqual(await bench.outcomes(), [`a: ${after}`]);
    });
  }

  it('sends nothing through a connection that was read-only from the start', async () => {
    const shown: string[] = [];
    const during = async (name: string) => shown.push(name);
    const bench = new DeletionBench(folder(), many(3), { during });
    bench.connection = { ...acme, readOnly: true };
    await bench.run();
    assert.deepEqual([bench.service.requests, shown], [[], []]);
  });

  it('sends no DELETE for what it has just checked if another window has taken it', async () => {
    const bench = new DeletionBench(folder(), { a: {} });
    bench.service.onRequest = () => writeFile(lockOf(bench), theirs);
    assert.deepEqual(await bench.outcomes(), ['a: notTried (taken)']);
    assert.deepEqual(bench.service.requests, ['GET a']);
  });

  for (const [what, script, why, most] of [
    ['refuses the key', { get: ['401'] }, 'keyRefused', 4],
    ['refuses each of them', { get: ['403'] }, 'forbidden', 8],
    ['deletes none of them', { delete: ['403'] }, 'forbidden', 16],
    ["can't be reached", { get: ['offline'] }, 'unreachable', 8],
    ['answers with errors only', { get: ['500'] }, 'broken', 13],
  ] as const) {
    it(`ends soon if the service ${what}`, async () => {
      const bench = new DeletionBench(folder(), many(300, script));
      const last = (await bench.outcomes()).at(-1);
      assert.equal(last, `n299: notTried (${why})`);
      assert.ok(bench.service.requests.length <= most, `${bench.service.requests.length} requests`);
      assert.equal(bench.service.present.size, 300);
    });
  }

  it('sends nothing that could not be recorded first', async () => {
    const record = (real: DeletionRecord) => ({ ...real, sent: full });
    const bench = new DeletionBench(folder(), many(12), { record });
    const outcomes = await bench.outcomes();
    assert.deepEqual(
      outcomes,
      outcomes.map((_, index) => `n${index}: notTried (disk)`),
    );
    assert.ok(!bench.service.requests.some((one) => one.startsWith('DELETE')));
  });

  it('deletes nothing more once an outcome can’t be written, and knows what it has deleted', async () => {
    const record = (real: DeletionRecord) => ({ ...real, outcome: full });
    const bench = new DeletionBench(folder(), many(12), { record });
    const outcomes = await bench.outcomes();
    const deleted = outcomes.filter((one) => one.endsWith(': deleted'));
    assert.ok(deleted.length >= 1 && deleted.length <= 4);
    assert.equal(12 - bench.service.present.size, deleted.length);
    assert.equal(outcomes.at(-1), 'n11: notTried (disk)');
    // The disk does not claim more: their requests were about to leave.
    const journaled = await bench.journaled();
    assert.ok(deleted.every((one) => journaled.includes(one.replace(': deleted', '?'))));
    assert.ok(journaled.length <= 4 && journaled.every((one) => one.endsWith('?')));
  });

  it('reports how each entry ended even if the disk takes no end', async () => {
    const record = (real: DeletionRecord) => ({ ...real, ended: full });
    const bench = new DeletionBench(folder(), { a: {} }, { record });
    assert.deepEqual(await bench.outcomes(), ['a: deleted']);
    assert.match(bench.log.lines.join('\n'), /could not be written down/u);
  });

  it('sends nothing if it can’t tell who runs it', async () => {
    const record = (real: DeletionRecord) => ({ ...real, isHeld: full });
    const bench = new DeletionBench(folder(), { a: {}, b: {} }, { record });
    assert.deepEqual(await bench.outcomes(), ['a: notTried (disk)', 'b: notTried (disk)']);
    assert.deepEqual(bench.service.requests, []);
  });

  it('calls what was sent unknown after a bug of our own', async () => {
    const bench = new DeletionBench(folder(), many(12), { lists: ['fails'] });
    let broken: string | undefined;
    bench.service.onRequest = (method, name) => {
      if (method !== 'DELETE') return;
      broken ??= name;
      if (broken === name) throw new TypeError('our own');
    };
    const outcomes = await bench.outcomes();
    assert.deepEqual(
      outcomes.filter((one) => one.endsWith('unknown')),
      [`${broken}: unknown`],
    );
    assert.equal(outcomes.at(-1), 'n11: notTried (error)');
    assert.match(bench.log.lines.join('\n'), /failed: TypeError\n\s+at .*deletionEnds/u);
    assert.ok((await bench.journaled()).includes(`${broken}?`));
  });
});
