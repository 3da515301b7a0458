import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { changeSince } from '../../../../src/core/deletion/bulkOutcome.ts';
import { lora, useFolder } from '../fixtures.ts';
import { acme, BulkBench, brief } from './bulkBench.ts';
import type { Script } from './scriptedService.ts';

/** `count` LoRAs, all with the same script. */
function many(count: number, script: Script = {}): Record<string, Script> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, script]));
}

describe('A bulk deletion', () => {
  const folder = useFolder();

  it('retrieves each entry, deletes it once, and the journal keeps what the service returned', async () => {
    const bench = new BulkBench(folder(), { a: {}, b: { delete: ['no object'] } });
    assert.deepEqual(await bench.outcomes(), ['a: deleted', 'b: deleted']);
    assert.deepEqual(bench.service.requests.toSorted(), ['DELETE a', 'DELETE b', 'GET a', 'GET b']);
    const { entries } = await bench.journal.read();
    const kept = entries.map(({ name, source, object }) => ({ name, source, object }));
    assert.deepEqual(
      kept.toSorted((one, other) => one.name.localeCompare(other.name)),
      [
        { name: 'a', source: 'returned', object: { name: 'a', seen: 'returned' } },
        { name: 'b', source: 'retrieved', object: { name: 'b', seen: 'retrieved' } },
      ],
    );
  });

  it('has at most four under way at once', async () => {
    const bench = new BulkBench(folder(), many(20));
    await bench.run();
    assert.equal(bench.service.mostAtOnce, 4);
    assert.equal(bench.service.present.size, 0);
    assert.deepEqual(bench.progress.at(-1), { done: 20, total: 20, wait: undefined, isEnding: false });
  });

  it('tells apart how each entry ended, and a failure ends none of the others', async () => {
    const bench = new BulkBench(folder(), {
      gone: { get: ['404'] },
      goneSince: { delete: ['404'] },
      inUse: { delete: ['409'] },
      forbidden: { delete: ['403'] },
      unchecked: { get: ['500'] },
      broken: { delete: ['500'] },
      lost: { delete: ['lost, but deleted'] },
      lostWhole: { get: [], delete: ['lost'] },
      well: {},
    });
    assert.deepEqual(await bench.outcomes(), [
      'gone: alreadyGone',
      'goneSince: alreadyGone',
      'inUse: refused',
      'forbidden: refused',
      'unchecked: failed',
      'broken: failed',
      'lost: deleted',
      'lostWhole: failed',
      'well: deleted',
    ]);
  });

  it('leaves alone what is deployed now and was not, or is deployed anew', async () => {
    const agreed = [
      lora('deployedSince'),
      lora('deployedAnew', { createdAt: 1, hubRevision: 'a' }),
      lora('same', { createdAt: 2, creator: { apiKeyName: 'ci' } }),
      lora('undeployedSince', { createdAt: 1 }),
    ];
    const changed: Script = { get: ['changed'] };
    const scripts = { deployedSince: changed, deployedAnew: changed, same: changed, undeployedSince: {} };
    const bench = new BulkBench(folder(), scripts, { loras: agreed });
    const entries = await bench.run();
    assert.deepEqual(
      entries.map(({ outcome }) => outcome),
      [
        { is: 'changed', now: 'deployed' },
        { is: 'changed', now: 'deployedAnew' },
        { is: 'deleted' },
        { is: 'deleted' },
      ],
    );
    assert.equal(bench.service.deletions('deployedSince') + bench.service.deletions('deployedAnew'), 0);
  });

  for (const field of ['baseModelName', 'createdAt', 'modelName', 'modelSource', 'hubRevision'] as const) {
    it(`calls it another deployment where its ${field} is another one, and not where its creator is`, () => {
      const before = { [field]: field === 'createdAt' ? 1 : 'one', creator: { apiKeyName: 'ci' } };
      const after = { ...before, [field]: field === 'createdAt' ? 2 : 'two' };
      assert.equal(changeSince(lora('a', before), lora('a', after)), 'deployedAnew');
      assert.equal(changeSince(lora('a', before), lora('a', { ...before, creator: {} })), undefined);
    });
  }

  it('does not wait for a service that asks to stay away for long', async () => {
    const bench = new BulkBench(folder(), {
      ...many(1, { delete: ['429 for long'] }),
      b: {},
      c: {},
      d: {},
      e: {},
    });
    const outcomes = await bench.outcomes();
    assert.deepEqual([outcomes[0], outcomes[4]], ['n0: refused', 'e: notTried (busy)']);
    assert.equal(bench.service.deletions('n0'), 1);
  });

  it('waits as long as a busy service asks, checks anew, and deletes then', async () => {
    const waits: number[] = [];
    const bench = new BulkBench(
      folder(),
      { a: { delete: ['429', '429'] }, b: { delete: ['429', '429', '429'] } },
      {
        pause: async (ms) => {
          waits.push(ms);
          await new Promise((resolve) => setTimeout(resolve, ms));
        },
      },
    );
    assert.deepEqual(await bench.outcomes(), ['a: deleted', 'b: refused']);
    assert.ok(waits.length > 0 && waits.every((ms) => ms <= 5));
    assert.equal(bench.service.deletions('b'), 3);
    assert.ok(bench.progress.some(({ wait }) => wait?.error.kind === 'rateLimited'));
    assert.equal(bench.progress.at(-1)?.wait, undefined);
  });

  it('stops between entries: what has left is waited for, what had not is not tried', async () => {
    const bench = new BulkBench(folder(), many(12));
    bench.service.onRequest = (method) => {
      if (method === 'DELETE') bench.bulk.stop();
    };
    const entries = await bench.run();
    const deleted = entries.filter(({ outcome }) => outcome.is === 'deleted').length;
    assert.ok(deleted >= 1 && deleted <= 4, `${deleted} were deleted.`);
    assert.equal(12 - bench.service.present.size, deleted);
    const rest = entries.filter(({ outcome }) => outcome.is !== 'deleted').map(({ outcome }) => outcome);
    assert.deepEqual(
      new Set(rest.map((one) => JSON.stringify(one))),
      new Set(['{"is":"notTried","why":"stopped"}']),
    );
  });

  it('has no end on disk where its window goes, so that the next one tells of it', async () => {
    const bench = new BulkBench(folder(), many(12));
    bench.service.onRequest = (method) => {
      if (method === 'DELETE') bench.bulk.interrupt();
    };
    const outcomes = await bench.outcomes();
    assert.equal(outcomes.at(-1), 'n11: notTried (interrupted)');
    const kept = await bench.file.read();
    assert.ok(typeof kept === 'object' && kept.endedAt === undefined);
    assert.deepEqual(kept.entries.map(brief), outcomes);
  });

  it('stops at once where a busy service is waited for', async () => {
    const bench = new BulkBench(
      folder(),
      { a: { delete: ['429'] } },
      {
        pause: (_ms, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
            bench.bulk.stop();
          }),
      },
    );
    assert.deepEqual(await bench.outcomes(), ['a: notTried (stopped)']);
    assert.equal(bench.service.deletions('a'), 1);
  });

  for (const [why, change] of [
    ['readOnly', { ...acme, readOnly: true }],
    ['moved', { ...acme, baseUrl: 'https://other.example' }],
    ['removed', undefined],
  ] as const) {
    it(`sends nothing more once the connection is ${why}, not even what was just checked`, async () => {
      const bench = new BulkBench(folder(), many(12));
      let checked = 0;
      bench.service.onRequest = (method) => {
        checked += method === 'GET' ? 1 : 0;
        if (checked === 6) bench.connection = change;
      };
      const entries = await bench.run();
      const requests = bench.service.requests.lastIndexOf('GET n5');
      assert.ok(!bench.service.requests.slice(requests).some((one) => one.startsWith('DELETE')));
      assert.ok(entries.map(brief).includes(`n11: notTried (${why})`));
      const deleted = entries.filter(({ outcome }) => outcome.is === 'deleted').length;
      assert.equal(12 - bench.service.present.size, deleted);
    });
  }

  it('sends nothing through a connection that was read-only from the start', async () => {
    const shown: string[] = [];
    const during = async (name: string) => shown.push(name);
    const bench = new BulkBench(folder(), many(3), { during });
    bench.connection = { ...acme, readOnly: true };
    await bench.run();
    assert.deepEqual([bench.service.requests, shown], [[], []]);
  });

  for (const [what, script, why, most] of [
    ['refuses the key', { get: ['401'] }, 'keyRefused', 4],
    ['refuses each of them', { get: ['403'] }, 'forbidden', 8],
    ['deletes none of them', { delete: ['403'] }, 'forbidden', 16],
    ['can’t be reached', { get: ['offline'] }, 'unreachable', 8],
    ['answers with errors only', { get: ['500'] }, 'broken', 13],
  ] as const) {
    it(`ends soon where the service ${what}`, async () => {
      const bench = new BulkBench(folder(), many(300, script));
      const last = (await bench.outcomes()).at(-1);
      assert.equal(last, `n299: notTried (${why})`);
      assert.ok(bench.service.requests.length <= most, `${bench.service.requests.length} requests`);
      assert.equal(bench.service.present.size, 300);
    });
  }

  it('deletes nothing more once the journal can’t be written, and keeps the object that it could not take', async () => {
    const journal = { add: () => Promise.reject(new Error('The disk is full.')) };
    const bench = new BulkBench(folder(), many(12), { journal });
    const entries = await bench.run();
    const deleted = entries.filter(({ outcome }) => outcome.is === 'deleted');
    assert.ok(deleted.length >= 1 && deleted.length <= 4);
    for (const { lora: entry, outcome } of deleted) {
      assert.deepEqual(outcome, { is: 'deleted', object: { name: entry.name, seen: 'returned' } });
    }
    assert.equal(entries.map(brief).at(-1), 'n11: notTried (disk)');
  });

  it('sends nothing that could not be written down first', async () => {
    const record = {
      sent: () => Promise.reject(new Error('The disk is full.')),
      outcome: async () => undefined,
      ended: async () => undefined,
    };
    const bench = new BulkBench(folder(), many(12), { record });
    const outcomes = await bench.outcomes();
    assert.deepEqual(
      new Set(outcomes.map((one) => one.replace(/^n\d+/u, ''))),
      new Set([': notTried (disk)']),
    );
    assert.ok(!bench.service.requests.some((one) => one.startsWith('DELETE')));
  });

  it('ends with a fault of ours, and calls unknown what had left', async () => {
    const bench = new BulkBench(folder(), { a: {}, b: {}, c: {}, d: {}, e: {} });
    bench.service.onRequest = (method, name) => {
      if (method === 'DELETE' && name === 'a') throw new TypeError('our own');
    };
    const outcomes = await bench.outcomes();
    assert.equal(outcomes[0], 'a: unknown');
    assert.equal(outcomes[4], 'e: notTried (error)');
    assert.match(bench.log.lines.join('\n'), /TypeError: our own/u);
  });

  it('is on disk as it ended, for its owner alone', async () => {
    const bench = new BulkBench(folder(), { a: {}, b: { delete: ['409'] }, c: { get: ['changed'] } });
    const entries = await bench.run();
    const kept = await bench.file.read();
    assert.ok(typeof kept === 'object');
    assert.deepEqual(
      kept.entries.map(({ outcome }) => outcome),
      entries.map(({ outcome }) => outcome),
    );
    assert.ok(kept.endedAt !== undefined && !kept.isTold);
    if (process.platform !== 'win32') assert.equal((await stat(bench.path)).mode & 0o777, 0o600);
  });
});
