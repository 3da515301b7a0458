import assert from 'node:assert/strict';
import { lazy } from '../../../src/base/lazy.ts';

describe('What is created on first use', () => {
  it('is created once, even if it is requested again meanwhile', async () => {
    let times = 0;
    const late = lazy(async () => ({ number: ++times }));
    assert.equal(late.made, undefined);
    const [one, other] = await Promise.all([late(), late()]);
    assert.deepEqual([one, one === other, late.made === one, times], [{ number: 1 }, true, true, 1]);
  });

  it('is created again after a failure', async () => {
    let times = 0;
    const late = lazy(async () => {
      times += 1;
      if (times === 1) throw new Error('The disk says no.');
      return times;
    });
    await assert.rejects(late(), /The disk says no/u);
    assert.equal(late.made, undefined);
    assert.equal(await late(), 2);
  });
});
