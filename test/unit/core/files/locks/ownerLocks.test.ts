import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { OwnerLocks } from '../../../../../src/core/files/locks/ownerLocks.ts';
import { RecordingLog, silent, useFolder } from '../../fixtures.ts';

const monthMs = 31 * 86_400_000;
const elsewhere = JSON.stringify({ owner: 'x', pid: 1, host: 'another-machine' });

describe('A lock that many windows take again and again', () => {
  const folder = useFolder();

  it('has one owner at a time', async () => {
    let owners = 0;
    let taken = 0;
    const windows = Array.from({ length: 4 }, () => new OwnerLocks(folder(), silent));
    const use = async (window: OwnerLocks) => {
      for (let turns = 0; turns < 200; ) {
        const hold = await window.take('it');
        if (!hold) continue;
        owners += 1;
        await new Promise(setImmediate);
        assert.equal(owners, 1);
        owners -= 1;
        taken += 1;
        turns += 1;
        await hold.release();
      }
    };
    await Promise.all(windows.map(use));
    assert.equal(taken, 800);
    for (const window of windows) window.dispose();
  }).timeout(20_000);
});

describe('A lock', () => {
  const folder = useFolder();
  const path = () => join(folder(), 'it.lock');
  const windows: OwnerLocks[] = [];
  afterEach(() => {
    for (const window of windows.splice(0)) window.dispose();
  });
  /** `aheadMs`: how far its clock is ahead of the others'. */
  const newWindow = ({ beatMs = 10_000, aheadMs = 0, log = silent } = {}) => {
    const now = () => Date.now() + aheadMs;
    const locks = new OwnerLocks(folder(), log, { beatMs, staleMs: 30_000, now });
    windows.push(locks);
    return locks;
  };
  const age = async (ms: number) => utimes(path(), new Date(Date.now() - ms), new Date(Date.now() - ms));

  for (const [what, aheadMs] of [
    ['a month ahead', monthMs],
    ['a month back', -monthMs],
  ] as const) {
    it(`stays with its living window when the clock jumps ${what}`, async () => {
      const hold = await newWindow().take('it');
      assert.equal(await newWindow({ aheadMs }).take('it'), undefined);
      assert.equal(await hold?.isHeld(), true);
      await hold?.release();
      const late = await newWindow({ aheadMs }).take('it');
      assert.equal(await newWindow().take('it'), undefined);
      assert.equal(await late?.isHeld(), true);
    });
  }

  it('stays with a window whose machine, with all its timers, slept for hours', async () => {
    const hold = await newWindow().take('it');
    await age(8 * 3_600_000);
    assert.equal(await newWindow().take('it'), undefined);
    assert.equal(await hold?.isHeld(), true);
  });

  it('from another machine is taken by one of many that try at once, and by none of them later', async () => {
    for (let round = 0; round < 20; round++) {
      await writeFile(path(), elsewhere);
      await age(60_000);
      const all = Array.from({ length: 5 }, () => newWindow());
      const holds = await Promise.all(all.map((window) => window.take('it')));
      assert.equal(holds.filter(Boolean).length, 1);
      assert.equal(await holds.find(Boolean)?.isHeld(), true);
      assert.deepEqual(await readdir(folder()), ['it.lock']);
      for (const window of windows.splice(0)) window.dispose();
    }
  });

  it('is taken over even if a window died while taking it over', async () => {
    const dead = JSON.stringify({ owner: 'x', pid: 2 ** 30, host: hostname() });
    await writeFile(path(), dead);
    await writeFile(join(folder(), 'it.takeover.lock'), dead);
    const log = new RecordingLog();
    assert.ok(await newWindow({ log }).take('it'));
    assert.deepEqual(await readdir(folder()), ['it.lock']);
    assert.match(log.lines.join('\n'), /it was held by a window that is gone/u);
  });

  it('is not lost by being released while it is renewed', async () => {
    const one = newWindow({ beatMs: 1 });
    const lost: string[] = [];
    one.onDidLose((id) => lost.push(id));
    for (let round = 0; round < 200; round++) {
      const hold = await one.take('it');
      assert.ok(hold);
      await hold.release();
    }
    assert.deepEqual(lost, []);
  });

  it('is known to be lost once another machine has taken it', async () => {
    const one = newWindow({ beatMs: 5 });
    const hold = await one.take('it');
    const lost = new Promise<string>((resolve) => void one.onDidLose(resolve));
    await writeFile(path(), elsewhere);
    assert.equal(await lost, 'it');
    assert.equal(await hold?.isHeld(), false);
  });

  it('stays with its other holders in this window until the last one releases it', async () => {
    const [one, other] = [newWindow(), newWindow()];
    const [tab, pin] = await Promise.all([one.take('it'), one.take('it')]);
    await Promise.all([pin?.release(), pin?.release()]);
    assert.equal(await tab?.isHeld(), true);
    assert.equal(await pin?.isHeld(), false);
    assert.equal(await other.take('it'), undefined);
    await tab?.release();
    assert.deepEqual(await readdir(folder()), []);
    assert.ok(await other.take('it'));
  });

  it('is lost for good to all its holders if it was lost, and released by none of them', async () => {
    const one = newWindow();
    const lost: string[] = [];
    one.onDidLose((id) => lost.push(id));
    const before = [await one.take('it'), await one.take('it')];
    await rm(path());
    const anew = await one.take('it');
    assert.deepEqual(await Promise.all([...before, anew].map((hold) => hold?.isHeld())), [
      false,
      false,
      true,
    ]);
    assert.deepEqual(lost, ['it']);
    for (const hold of before) await hold?.release();
    assert.equal(await anew?.isHeld(), true);
  });

  it('is known to be taken here, elsewhere, or by nobody', async () => {
    const one = newWindow();
    assert.equal(await one.isTaken('it'), false);
    const hold = await one.take('it');
    assert.deepEqual([await one.isTaken('it'), await newWindow().isTaken('it')], [true, true]);
    await hold?.release();
    assert.equal(await one.isTaken('it'), false);
  });

  it('is not left behind by a window that closes while taking it', async () => {
    const one = newWindow();
    await mkdir(folder(), { recursive: true });
    const taking = one.take('it');
    one.dispose();
    assert.equal(await taking, undefined);
    assert.deepEqual(await readdir(folder()), []);
  });

  describe('of another process', function () {
    this.timeout(20_000);
    const children: ChildProcess[] = [];
    afterEach(() => {
      for (const one of children.splice(0)) one.kill('SIGKILL');
    });
    const child = async (): Promise<ChildProcess> => {
      const script = join(import.meta.dirname, 'holdingChild.ts');
      const started = spawn(process.execPath, [script, folder()], { stdio: ['pipe', 'pipe', 'inherit'] });
      children.push(started);
      assert.ok(started.stdout);
      await once(started.stdout, 'data');
      return started;
    };

    it('stays with that whatever the clock says, and passes at once when it is killed', async () => {
      const owner = await child();
      for (const aheadMs of [0, monthMs, -monthMs]) {
        assert.equal(await newWindow({ aheadMs }).take('it'), undefined);
        await age(aheadMs);
        assert.equal(await newWindow().take('it'), undefined);
      }
      owner.kill('SIGKILL');
      await once(owner, 'exit');
      assert.ok(await newWindow({ aheadMs: -monthMs }).take('it'));
    });

    it('stays with a stopped process, as in a debugger', async function () {
      if (process.platform === 'win32') return this.skip();
      const owner = await child();
      owner.kill('SIGSTOP');
      await age(3_600_000);
      assert.equal(await newWindow().take('it'), undefined);
      owner.kill('SIGKILL');
      await once(owner, 'exit');
    });

    it('passes if that ended and another process has its pid', async () => {
      const owner = await child();
      const text = await readFile(path(), 'utf8');
      owner.kill('SIGKILL');
      await once(owner, 'exit');
      const lock: unknown = JSON.parse(text);
      assert.ok(typeof lock === 'object' && lock && 'started' in lock);
      await rm(path());
      await writeFile(path(), JSON.stringify({ ...lock, pid: process.pid }));
      assert.ok(await newWindow().take('it'));
    });
  });
});
