import assert from 'node:assert/strict';
import { withRetries } from '../../../../src/api/call/retry.ts';
import { CallFailure } from '../../../../src/api/errors/callFailure.ts';
import { ServiceError } from '../../../../src/api/serviceError.ts';

const { random } = Math;

/** The waits of a read that fails each time, by these draws in turn; the first wait that is longer than 0 is stopped. */
async function waitsBy(...draws: number[]): Promise<number[]> {
  const stop = new AbortController();
  const waits: number[] = [];
  Math.random = () => draws.shift() ?? 0;
  const busy = new ServiceError('server', 'busy', { endpoint: 'GET /api/v1/lora', status: 503 });
  const onRetry = (waitMs: number): void => {
    waits.push(waitMs);
    if (waitMs > 0) stop.abort();
  };
  const context = { signal: stop.signal, onRetry, deadline: Number.POSITIVE_INFINITY };
  await assert.rejects(withRetries('read', context, () => Promise.reject(new CallFailure(busy))));
  return waits;
}

describe('The wait before a retry that nobody asked for', () => {
  afterEach(() => {
    Math.random = random;
  });

  it('may be nothing at all', async () => {
    assert.deepEqual(await waitsBy(0, 0), [0, 0]);
  });

  it('is drawn from the whole of half a second at first, and of a second then', async () => {
    for (const [draw, first, second] of [
      [0.25, 125, 250],
      [0.5, 250, 500],
      [0.9999, 500, 1000],
    ] as const) {
      assert.deepEqual(await waitsBy(draw), [first]);
      assert.deepEqual(await waitsBy(0, draw), [0, second]);
    }
  });
});
