import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  createLock,
  type FoundLock,
  isOwned,
  newLock,
  readLock,
} from '../../../../../src/core/files/locks/lockFile.ts';
import { useFolder } from '../../fixtures.ts';

const monthMs = 31 * 86_400_000;
const staleMs = 30_000;

describe('A lock file', () => {
  const folder = useFolder();
  const path = () => join(folder(), 'it.lock');
  const noLinks = async () => {
    throw Object.assign(new Error('EPERM: no hard links here'), { code: 'EPERM' });
  };

  it('is made with all of its text, once, and leaves nothing else behind', async () => {
    const locks = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => newLock(owner)));
    const isMade = await Promise.all(locks.map((lock) => createLock(path(), lock)));
    assert.equal(isMade.filter(Boolean).length, 1);
    assert.deepEqual(await readLock(path()), locks[isMade.indexOf(true)]);
    assert.deepEqual(await readdir(folder()), ['it.lock']);
    if (process.platform !== 'win32') assert.equal((await stat(path())).mode & 0o777, 0o600);
  });

  it('is made once even on a disk without hard links', async () => {
    const locks = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => newLock(owner)));
    const isMade = await Promise.all(locks.map((lock) => createLock(path(), lock, noLinks)));
    assert.equal(isMade.filter(Boolean).length, 1);
    assert.deepEqual(await readLock(path()), locks[isMade.indexOf(true)]);
    assert.deepEqual(await readdir(folder()), ['it.lock']);
  });

  it('is never seen torn while it is made', async () => {
    const seen = new Set<string>();
    let isOver = false;
    const reader = (async () => {
      while (!isOver) {
        const found = await readLock(path());
        seen.add(typeof found === 'object' ? 'whole' : found);
      }
    })();
    const lock = await newLock('it');
    for (let round = 0; round < 200; round++) {
      assert.ok(await createLock(path(), lock));
      await rm(path());
    }
    isOver = true;
    await reader;
    assert.equal(seen.has('torn'), false);
  });

  it('rejects with an error if the disk refuses it', async function () {
    if (process.platform === 'win32' || process.getuid?.() === 0) return this.skip();
    await mkdir(join(folder(), 'shut'));
    await chmod(join(folder(), 'shut'), 0o500);
    await assert.rejects(createLock(join(folder(), 'shut', 'it.lock'), await newLock('a')), /EACCES/u);
  });

  it('is torn if it contains something else, and none if it does not exist', async () => {
    assert.equal(await readLock(path()), 'none');
    for (const text of ['', '{"own', '[]', '{"owner":"x","pid":0,"host":"here"}']) {
      await writeFile(path(), text);
      assert.equal(await readLock(path()), 'torn');
    }
  });
});

describe('A lock’s owner', () => {
  const folder = useFolder();
  const path = () => join(folder(), 'it.lock');

  /** Whether the owner counts as alive if this machine's clock saw the lock touched `agoMs` milliseconds ago. */
  async function lives(lock: Exclude<FoundLock, 'none'>, agoMs = 0): Promise<boolean> {
    await writeFile(path(), lock === 'torn' ? '' : JSON.stringify(lock));
    const now = Date.now();
    await utimes(path(), new Date(now - agoMs), new Date(now - agoMs));
    return isOwned(path(), await readLock(path()), staleMs, now);
  }

  it('is alive on this machine while its process is, whatever its silence and the clock', async () => {
    const lock = await newLock('x');
    for (const ago of [0, 3_600_000, monthMs, -monthMs]) assert.equal(await lives(lock, ago), true);
  });

  it('is gone on this machine with its process, whatever the clock says', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    await once(child, 'spawn');
    assert.ok(child.pid);
    const lock = { ...(await newLock('x')), pid: child.pid };
    delete lock.started;
    assert.equal(await lives(lock), true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    for (const ago of [0, monthMs, -monthMs]) assert.equal(await lives(lock, ago), false);
  });

  it('is gone if another process now has its pid', async () => {
    const lock = { ...(await newLock('x')), started: 'at another time' };
    for (const ago of [0, monthMs, -monthMs]) assert.equal(await lives(lock, ago), false);
  });

  it('is alive while there is a process with its pid, if version 0.1 wrote the lock', async () => {
    const lock = { owner: 'x', pid: process.pid, host: hostname() };
    for (const ago of [0, monthMs, -monthMs]) assert.equal(await lives(lock, ago), true);
    assert.equal(await lives({ ...lock, pid: 2 ** 30 }), false);
  });

  it('on another machine, or in another container of this one, is alive while it renews the lock', async () => {
    const elsewhere = { ...(await newLock('x')), host: 'another-machine', machine: 'another one' };
    const container = { ...elsewhere, host: hostname(), pid: 2 ** 30 };
    const old = { owner: 'x', pid: 2 ** 30, host: 'another-machine' };
    for (const lock of [elsewhere, container, old]) {
      assert.equal(await lives(lock, 29_000), true);
      assert.equal(await lives(lock, 31_000), false);
    }
  });

  it('is known on this machine even if that has another name, as on another network', async () => {
    const lock = { ...(await newLock('x')), host: 'laptop.cafe.example' };
    if (lock.machine !== undefined) assert.equal(await lives(lock, monthMs), true);
  });

  it('with a torn lock counts as alive until that is old', async () => {
    assert.equal(await lives('torn', 29_000), true);
    assert.equal(await lives('torn', 31_000), false);
    assert.equal(await isOwned(path(), 'none', staleMs, Date.now()), false);
    assert.equal(await readFile(path(), 'utf8'), '');
  });
});
