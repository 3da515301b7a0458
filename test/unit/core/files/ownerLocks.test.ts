import assert from 'node:assert/strict';
import { OwnerLocks } from '../../../../src/core/files/ownerLocks.ts';
import { silent, useFolder } from '../fixtures.ts';

describe('A lock that many windows ask for again and again', () => {
  const folder = useFolder();

  it('has one owner at a time', async () => {
    let owners = 0;
    let taken = 0;
    const windows = Array.from({ length: 4 }, () => new OwnerLocks(folder(), silent));
    const use = async (window: OwnerLocks) => {
      for (let turns = 0; turns < 200; ) {
        if (!(await window.take('it'))) continue;
        owners += 1;
        await new Promise(setImmediate);
        assert.equal(owners, 1);
        owners -= 1;
        taken += 1;
        turns += 1;
        await window.release('it');
      }
    };
    await Promise.all(windows.map(use));
    assert.equal(taken, 800);
    for (const window of windows) window.dispose();
  }).timeout(20_000);
});
