import assert from 'node:assert/strict';
import { KeyedQueue } from '../../../src/base/keyedQueue.ts';

describe('A queue by key', () => {
  it('runs work on one key in order, one at a time, also after some that failed; other keys don’t wait', async () => {
    const queue = new KeyedQueue();
    const events: string[] = [];
    const first = Promise.withResolvers<void>();
    const work = (name: string, until?: Promise<void>) => async () => {
      events.push(`${name} begins`);
      await until;
      events.push(`${name} ends`);
      return name;
    };
    const failing = queue.run('a', async () => {
      await first.promise;
      throw new Error('Failed.');
    });
    const second = queue.run('a', work('second'));
    const third = queue.run('a', work('third'));
    assert.equal(await queue.run('b', work('other')), 'other');
    assert.deepEqual(events, ['other begins', 'other ends']);
    first.resolve();
    await assert.rejects(failing, /Failed/u);
    assert.deepEqual(await Promise.all([second, third]), ['second', 'third']);
    assert.deepEqual(events.slice(2), ['second begins', 'second ends', 'third begins', 'third ends']);
  });
});
