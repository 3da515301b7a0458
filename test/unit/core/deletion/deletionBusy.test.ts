import assert from 'node:assert/strict';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { longestBusyMs } from '../../../../src/core/busyGate.ts';
import { failed, useFolder } from '../fixtures.ts';
import { DeletionBench, many } from './deletionBench.ts';

describe('A deletion at a busy service', () => {
  const folder = useFolder();

  it('waits as long as the service asks, checks again, and repeats the request', async () => {
    const waits: number[] = [];
    const pause = (ms: number, signal: AbortSignal) => {
      waits.push(ms);
      return pauseFor(ms, undefined, { signal });
    };
    const bench = new DeletionBench(folder(), { a: { delete: ['429', '429'] } }, { pause });
    assert.deepEqual(await bench.outcomes(), ['a: deleted']);
    assert.deepEqual(bench.service.requests, ['GET a', 'DELETE a', 'GET a', 'DELETE a', 'GET a', 'DELETE a']);
    assert.ok(waits.length >= 2 && waits.every((ms) => ms > 0 && ms <= 5), waits.join());
    assert.ok(bench.progress.some(({ wait }) => wait?.error.status === 429));
    assert.equal(bench.progress.at(-1)?.wait, undefined);
    assert.deepEqual(await bench.journaled(), ['a: returned']);
  });

  it('repeats it at most twice, also for several at once', async () => {
    const bench = new DeletionBench(folder(), many(2, { delete: ['429', '429', '429'] }));
    assert.deepEqual(await bench.outcomes(), ['n0: refused', 'n1: refused']);
    assert.deepEqual(
      ['n0', 'n1'].map((name) => bench.service.deletions(name)),
      [3, 3],
    );
    assert.deepEqual(await bench.journaled(), []);
  });

  it('repeats nothing for what was deployed during the wait', async () => {
    const bench = new DeletionBench(folder(), { a: { delete: ['429'] } });
    const scripted = bench.service.getLora.bind(bench.service);
    bench.service.getLora = async (name, options) => {
      const now = await scripted(name, options);
      return bench.service.deletions(name) === 0 ? now : { ...now, activeDeployment: {} };
    };
    assert.deepEqual(await bench.outcomes(), ['a: changed']);
    assert.equal(bench.service.deletions('a'), 1);
    assert.deepEqual(await bench.journaled(), []);
  });

  for (const [why, end] of [
    ['stopped', ({ deletion }: DeletionBench) => deletion.stop()],
    [
      'removed',
      (its: DeletionBench) => {
        its.connection = undefined;
        void its.deletion.recheck();
      },
    ],
    [
      'keyChanged',
      (its: DeletionBench) => {
        its.credentials = 'other';
        void its.deletion.recheck();
      },
    ],
  ] as const) {
    it(`ends the wait when it is ${why}, and knows that nothing was deleted`, async () => {
      const pause = (_ms: number, signal: AbortSignal) =>
        new Promise<void>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          end(bench);
        });
      const bench = new DeletionBench(folder(), { a: { delete: ['429'] } }, { pause });
      assert.deepEqual(await bench.outcomes(), [`a: notTried (${why})`]);
      assert.equal(bench.service.deletions('a'), 1);
      assert.deepEqual(await bench.journaled(), []);
    });
  }

  for (const [what, retryAfterMs, isWaitedFor] of [
    ['asks for the longest accepted wait', longestBusyMs, true],
    ['asks to stay away for longer', longestBusyMs + 1, false],
    ['names no time', undefined, false],
  ] as const) {
    it(`${isWaitedFor ? 'waits' : 'does not wait'} for one that ${what}`, async () => {
      const waits: number[] = [];
      const pause = async (ms: number) => {
        waits.push(ms);
        bench.deletion.stop();
      };
      const bench = new DeletionBench(folder(), { a: {} }, { pause });
      bench.service.deleteLora = () => Promise.reject(failed('rateLimited', { status: 429, retryAfterMs }));
      await bench.run();
      assert.equal(waits.length, isWaitedFor ? 1 : 0);
    });
  }

  it('tries no further entry if the service asks for a long wait', async () => {
    const bench = new DeletionBench(folder(), many(12, { delete: ['429 for long'] }));
    const outcomes = await bench.outcomes();
    assert.equal(outcomes.at(-1), 'n11: notTried (busy)');
    const refused = outcomes.filter((one) => one.endsWith('refused'));
    assert.ok(refused.length >= 1 && refused.length <= 4);
    assert.ok(refused.every((one) => bench.service.deletions(one.replace(': refused', '')) === 1));
  });
});
