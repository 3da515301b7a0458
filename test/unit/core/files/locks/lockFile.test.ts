import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { chmod, mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { mock } from 'node:test';
import { createLock, lockText, readLock } from '../../../../../src/core/files/locks/lockFile.ts';
import { useFolder } from '../../fixtures.ts';

describe('A lock file', () => {
  const folder = useFolder();
  const path = () => join(folder(), 'it.lock');
  const isGone = async (lock: object) => {
    await writeFile(path(), JSON.stringify({ ...JSON.parse(lockText('x')), ...lock }));
    return (await readLock(path()))?.isGone;
  };

  it('is created by one of many at once, for its owner only', async () => {
    const owners = ['a', 'b', 'c', 'd'];
    const isMade = await Promise.all(owners.map((owner) => createLock(path(), lockText(owner))));
    assert.equal(isMade.filter(Boolean).length, 1);
    assert.equal((await readLock(path()))?.owner, owners[isMade.indexOf(true)]);
    assert.deepEqual(await readdir(folder()), ['it.lock']);
    if (process.platform !== 'win32') assert.equal((await stat(path())).mode & 0o777, 0o600);
  });

  it('rejects with an error if the disk refuses it', async function () {
    if (process.platform === 'win32' || process.getuid?.() === 0) return this.skip();
    await mkdir(join(folder(), 'shut'));
    await chmod(join(folder(), 'shut'), 0o500);
    await assert.rejects(createLock(join(folder(), 'shut', 'it.lock'), lockText('a')), /EACCES/u);
  });

  it('is not left behind empty by a full disk', async () => {
    const write = fs.writeFile;
    const full = mock.method(fs, 'writeFile', async (file: string) => {
      await write(file, '', { flag: 'wx' });
      throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
    });
    syncBuiltinESMExports();
    try {
      await assert.rejects(createLock(path(), lockText('a')), /ENOSPC/u);
    } finally {
      full.mock.restore();
      syncBuiltinESMExports();
    }
    assert.deepEqual(await readdir(folder()), []);
  });

  it('names nobody if it contains something else, and is none if it does not exist', async () => {
    assert.equal(await readLock(path()), undefined);
    for (const text of ['', '{"own', '[]']) {
      await writeFile(path(), text);
      await utimes(path(), 5, 5);
      assert.deepEqual(await readLock(path()), { owner: '', touchedAt: 5000, isGone: false });
    }
  });

  it('says on this host that its owner is gone once the process is', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    await once(child, 'spawn');
    assert.equal(await isGone({ pid: child.pid }), false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(await isGone({ pid: child.pid }), true);
  });

  it('says nothing about a process on another host, or in another container of this one', async () => {
    assert.equal(await isGone({ pid: 2 ** 30, host: 'another-machine' }), false);
    assert.equal(await isGone({ pid: 2 ** 30, pids: 'pid:[1]' }), false);
    assert.equal(await isGone({ pid: 2 ** 30 }), true);
  });

  it('takes another user’s process for the owner’s', async function () {
    if (process.platform === 'win32' || process.getuid?.() === 0) return this.skip();
    assert.equal(await isGone({ pid: 1 }), false);
  });
});
