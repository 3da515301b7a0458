import assert from 'node:assert/strict';
import { WorkQueue } from '../../../src/base/workQueue.ts';

describe('A queue', () => {
  it('runs work in order, one at a time, also after some that failed', async () => {
    const queue = new WorkQueue();
    const events: string[] = [];
    const first = Promise.withResolvers<void>();
    const failing = queue.run(async () => {
      events.push('first begins');
      await first.promise;
      throw new Error('Failed.');
    });
    const second = queue.run(async () => events.push('second'));
    await Promise.resolve();
    assert.deepEqual(events, ['first begins']);
    first.resolve();
    await assert.rejects(failing, /Failed/u);
    assert.equal(await second, 2);
    assert.equal(await queue.run(async () => 'third'), 'third');
  });
});
