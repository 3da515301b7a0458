import assert from 'node:assert/strict';
import { withRetries } from '../../../../src/api/call/retry.ts';
import { CallFailure } from '../../../../src/api/errors/errorMapping.ts';
import type { RetryWait } from '../../../../src/api/types.ts';
import { withoutTime } from '../harness.ts';

const { random } = Math;

interface Failing {
  status?: number;
  busyWaitMs?: number;
}

/** Returns the waits of a read that always fails, with these random numbers in turn; aborts the first wait over 1 ms. */
async function waitsBy(
  draws: number[],
  { status = 500, busyWaitMs = 1000 }: Failing = {},
): Promise<number[]> {
  const stop = new AbortController();
  const waits: number[] = [];
  Math.random = () => draws.shift() ?? 0;
  const failed = new CallFailure({ endpoint: 'GET /api/v1/lora', secrets: [], status }, 'server', 'failed');
  const onWait = (wait?: RetryWait): void => {
    if (wait) waits.push(wait.until);
    if (wait && wait.until > 1) stop.abort();
  };
  const timing = { totalMs: Number.POSITIVE_INFINITY, busyWaitMs };
  const call = { operation: 'read' as const, timing, options: { signal: stop.signal, onWait } };
  await assert.rejects(withRetries(call, () => Promise.reject(failed)));
  return waits;
}

describe('The wait before a retry if the service names none', () => {
  withoutTime();

  afterEach(() => {
    Math.random = random;
  });

  it('may be zero', async () => {
    assert.deepEqual(await waitsBy([0, 0]), [0, 0]);
  });

  it('is random: up to half a second at first, then up to a second', async () => {
    for (const [draw, first, second] of [
      [0.25, 125, 250],
      [0.5, 250, 500],
      [0.9999, 500, 1000],
    ] as const) {
      assert.deepEqual(await waitsBy([draw]), [first]);
      assert.deepEqual(await waitsBy([0, draw]), [0, second]);
    }
  });

  it('is at least a second at first, then two, if the service is too busy', async () => {
    for (const status of [429, 503, 529]) {
      for (const [draw, first] of [
        [0, 1000],
        [0.5, 1250],
        [0.9999, 1500],
      ] as const)
        assert.deepEqual(await waitsBy([draw], { status }), [first]);
      assert.deepEqual(await waitsBy([0, 0], { status, busyWaitMs: 1 }), [1, 2]);
    }
  });
});
