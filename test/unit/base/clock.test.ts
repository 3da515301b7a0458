import assert from 'node:assert/strict';
import { Clock } from '../../../src/base/clock.ts';

describe('A clock', () => {
  it('expires so long after it was last started, though its timer runs on', async () => {
    const { promise: expired, resolve } = Promise.withResolvers<number>();
    const clock = new Clock(() => resolve(performance.now()));
    clock.start(40);
    await new Promise((started) => setTimeout(started, 25));
    const startedAt = performance.now();
    clock.start(40);
    const ms = (await expired) - startedAt;
    assert.ok(ms >= 39, `${ms} ms`);
  });

  it('starts over if it ran out while nobody waited', async () => {
    const { promise: expired, resolve } = Promise.withResolvers<number>();
    const clock = new Clock(() => resolve(performance.now()));
    clock.setAwaited(false);
    clock.start(10);
    await new Promise((ranOut) => setTimeout(ranOut, 30));
    const awaitedAt = performance.now();
    clock.setAwaited(true);
    const ms = (await expired) - awaitedAt;
    assert.ok(ms >= 9, `${ms} ms`);
  });

  it('can be started again once it has expired', async () => {
    const expired: number[] = [];
    await new Promise<void>((resolve) => {
      const clock = new Clock((ms) => {
        if (expired.push(ms) === 3) resolve();
        else clock.start(ms + 1);
      });
      clock.start(1);
    });
    assert.deepEqual(expired, [1, 2, 3]);
  });
});
