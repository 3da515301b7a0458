import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mock } from 'node:test';
import { OwnerLocks } from '../../../../src/core/files/locks/ownerLocks.ts';
import { OwnedFile, TakenError } from '../../../../src/core/files/ownedFile.ts';
import { silent, useFolder } from '../fixtures.ts';

const id = '0b2d6a52-6a2b-4f43-9b5c-9a52a2ad0e10';

describe('A file that windows own in turn', () => {
  const folder = useFolder();
  const windows: OwnerLocks[] = [];
  afterEach(() => {
    for (const locks of windows.splice(0)) locks.dispose();
    mock.timers.reset();
  });
  const newWindow = (trustedMs?: number, path = folder()) => {
    const locks = new OwnerLocks(path, silent);
    windows.push(locks);
    return new OwnedFile(locks, id, trustedMs);
  };
  const written = async () => 'written';
  const fine = async () => true;

  it('belongs to one window, whose users share it until the last one lets go', async () => {
    const [mine, theirs] = [newWindow(), newWindow()];
    assert.deepEqual(
      [await mine.hold(fine), await mine.hold(fine), await theirs.take()],
      [true, true, false],
    );
    await mine.letGo();
    assert.equal(await theirs.take(), false);
    assert.equal(await mine.append(written), 'written');
    await assert.rejects(theirs.append(written), TakenError);
    const steps: string[] = [];
    await mine.letGo(async () => void steps.push(`finished ${await mine.isStillOurs()}`));
    assert.deepEqual([steps, mine.isOurs, await theirs.take()], [['finished true'], false, true]);
    await assert.rejects(mine.append(written), TakenError);
  });

  it('is free even if its last user could not finish', async () => {
    const [mine, theirs] = [newWindow(), newWindow()];
    await mine.hold(fine);
    await assert.rejects(
      mine.letGo(() => Promise.reject(new Error('The disk says no.'))),
      /The disk says no/u,
    );
    assert.deepEqual([mine.isOurs, await theirs.take()], [false, true]);
  });

  it('that was taken by nobody in particular is freed with its first user, or whoever uses it', async () => {
    const [mine, theirs] = [newWindow(), newWindow()];
    await mine.take();
    await mine.hold(fine);
    await mine.letGo();
    assert.equal(await theirs.hold(fine), true);
    await theirs.hold(fine);
    await theirs.letGo(undefined, true);
    assert.equal(await mine.take(), true);
  });

  it('is read once its last owner writes no more, and once only', async () => {
    const mine = newWindow();
    let reads = 0;
    const read = async () => {
      reads += 1;
      assert.equal(await newWindow().take(), false);
      return true;
    };
    await Promise.all([mine.hold(read), mine.hold(read), mine.take(read)]);
    assert.equal(reads, 1);
  });

  it('stays free if reading it fails, or finds that it is not to be had', async () => {
    const mine = newWindow();
    await assert.rejects(
      mine.hold(() => Promise.reject(new Error('EIO'))),
      /EIO/u,
    );
    assert.equal(await mine.hold(async () => false), false);
    assert.deepEqual([mine.isOurs, await newWindow().take()], [false, true]);
  });

  it('is taken again while it is let go', async () => {
    const mine = newWindow();
    await mine.hold(fine);
    for (let time = 0; time < 20; time++) {
      const [, isOurs] = await Promise.all([mine.letGo(), mine.hold(fine)]);
      assert.equal(isOurs, true);
      assert.equal(await mine.append(written), 'written');
    }
  });

  it('takes nothing from one that has lost it, until that takes and reads it anew', async () => {
    const mine = newWindow(1000);
    await mine.take();
    await rm(join(folder(), `${id}.lock`));
    const theirs = newWindow();
    await theirs.take();
    for (let time = 0; time < 3; time++) await assert.rejects(mine.append(written), TakenError);
    assert.equal(await mine.take(), false);
    await theirs.letGo();
    await assert.rejects(mine.append(written), TakenError);
    let isRead = false;
    await mine.take(async () => {
      isRead = true;
      return true;
    });
    assert.deepEqual([isRead, await mine.append(written)], [true, 'written']);
  });

  it('is looked at again only after the time for which a hold is trusted', async () => {
    const mine = newWindow(1000);
    mock.timers.enable({ apis: ['Date'], now: 1_763_200_000_000 });
    await mine.take();
    await mine.append(written);
    await rm(join(folder(), `${id}.lock`));
    mock.timers.tick(999);
    assert.equal(await mine.append(written), 'written');
    mock.timers.tick(1);
    await assert.rejects(mine.append(written), TakenError);
  });

  it('whose lock the disk refuses is read all the same for who can do without', async () => {
    const path = join(folder(), 'a file');
    await writeFile(path, '');
    const mine = newWindow(0, path);
    const refusals: unknown[] = [];
    assert.equal(await mine.take(fine, (error) => refusals.push(error)), true);
    assert.deepEqual([refusals.length, mine.isOurs], [1, false]);
    await assert.rejects(mine.take(fine), { code: 'ENOTDIR' });
  });
});
