import assert from 'node:assert/strict';
import { eachLimited } from '../../../src/base/eachLimited.ts';

describe('Work on each of several items', () => {
  it('takes an item only when it is its turn, and runs no more than the limit at once', async () => {
    let taken = 0;
    function* items() {
      for (; taken < 7; ) {
        taken += 1;
        yield taken;
      }
    }
    const running: (() => void)[] = [];
    const done: number[] = [];
    const all = eachLimited(items(), 3, async (item) => {
      await new Promise<void>((resolve) => running.push(resolve));
      done.push(item);
    });
    for (let ended = 0; ended < 7; ended++) {
      assert.equal(running.length, Math.min(7, ended + 3));
      assert.equal(taken, Math.min(7, ended + 3));
      running[ended]?.();
      await new Promise(setImmediate);
    }
    await all;
    assert.deepEqual(done, [1, 2, 3, 4, 5, 6, 7]);
  });
});
