import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { isRunning, ownStart, readStat } from '../../../../../src/core/files/locks/processStart.ts';

const stat = (name: string, state: string) =>
  `4711 (${name}) ${state} 1 2 3 0 -1 4194304 99 0 0 0 0 0 0 0 20 0 1 0 61210 3133440 412 18446744073709551615`;

describe('A process’s start time', () => {
  it('distinguishes it from a later process with the same pid', async () => {
    const started = await ownStart();
    assert.equal(await isRunning(process.pid, started), true);
    if (started === undefined) return;
    assert.equal(await isRunning(process.pid, `${started}0`), false);
  });

  it('is not needed for a process that has ended', async () => {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'exit');
    assert.ok(child.pid);
    assert.equal(await isRunning(child.pid, undefined), false);
  });

  it('may be unknown, in which case the pid decides', async () => {
    assert.equal(await isRunning(process.pid, undefined), true);
  });

  it('is found after a name with spaces and parentheses', () => {
    for (const name of ['node', 'a b', ') R 1 (', 'S (x) Z'])
      assert.equal(readStat(stat(name, 'S')), '61210', name);
  });

  it('no longer counts for a process that has ended but whose parent has not noticed', async function () {
    assert.equal(readStat(stat('node', 'Z')), 'ended');
    if (process.platform !== 'linux') return this.skip();
    // The shell becomes a program that never asks how its child ended.
    const script = 'cat <&3 >/dev/null & echo $!; exec sleep 60 3<&-';
    const parent = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
    assert.ok(parent.stdout);
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(String(line));
    while ((await readFile(`/proc/${parent.pid}/comm`, 'utf8')) !== 'sleep\n')
      await new Promise(setImmediate);
    assert.equal(await isRunning(pid, undefined), true);
    const [, , , toChild] = parent.stdio;
    assert.ok(toChild instanceof Socket);
    toChild.destroy();
    while (await isRunning(pid, undefined)) await new Promise(setImmediate);
    assert.doesNotThrow(() => process.kill(pid, 0), 'Its number is still taken.');
    parent.kill('SIGKILL');
    await once(parent, 'exit');
  });
});
