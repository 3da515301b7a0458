import assert from 'node:assert/strict';
import { runInSlices } from '../../../src/base/eventLoop.ts';

describe('A computation in slices', () => {
  it('leaves what follows it a turn of its own', async () => {
    const order: string[] = [];
    const everyTurn = () => {
      order.push('others');
      if (!order.includes('after')) setImmediate(everyTurn);
    };
    setImmediate(everyTurn);
    const end = await runInSlices(longAndShort(() => order.push('last step')));
    order.push('after');
    assert.equal(end, 'done');
    assert.equal(order.at(-2), 'others');
  });

  it('takes no other turn if it is short', async () => {
    let isNextTurn = false;
    setImmediate(() => {
      isNextTurn = true;
    });
    await runInSlices([1, 2].values());
    assert.equal(isNextTurn, false);
  });

  it('ends with the reason of an abort during its last step', async () => {
    const stop = new AbortController();
    const steps = longAndShort(() => stop.abort(new Error('stopped')));
    await assert.rejects(runInSlices(steps, stop.signal), /stopped/u);
  });
});

/** Two steps, of which the first one takes long. */
function* longAndShort(last: () => void): Generator<void, string> {
  for (const end = performance.now() + 20; performance.now() < end; );
  yield;
  last();
  return 'done';
}
