import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mock } from 'node:test';
import { OwnerLocks } from '../../../../../src/core/files/locks/ownerLocks.ts';
import { deadLock, lockOf, RecordingLog, silent, useFolder } from '../../fixtures.ts';

const monthMs = 31 * 86_400_000;
const beatMs = 10_000;
const elsewhere = lockOf({ pid: 1, host: 'another-machine' });

describe('A lock that many windows take again and again', () => {
  const folder = useFolder();

  it('has one owner at a time', async () => {
    let owners = 0;
    let taken = 0;
    const windows = Array.from({ length: 4 }, () => new OwnerLocks(folder(), silent));
    const use = async (window: OwnerLocks) => {
      for (let turns = 0; turns < 100; ) {
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
    assert.equal(taken, 400);
    for (const window of windows) window.dispose();
  }).timeout(20_000);
});

describe('A lock', () => {
  const folder = useFolder();
  const path = (id = 'it') => join(folder(), `${id}.lock`);
  const windows: OwnerLocks[] = [];
  beforeEach(() => mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.now() }));
  afterEach(() => {
    for (const window of windows.splice(0)) window.dispose();
    mock.timers.reset();
  });
  const newWindow = (log = new RecordingLog()) => {
    const locks = new OwnerLocks(folder(), log);
    windows.push(locks);
    return locks;
  };
  /** All windows beat, which is synchronous except for touching what they hold. */
  const beat = (times: number) => mock.timers.tick(times * beatMs);
  const touchedAt = async () => (await stat(path())).mtimeMs;
  const setTouched = (at: number) => utimes(path(), new Date(at), new Date(at));
  /** Asserts that nobody else gets it before three beats without a touch, and that this window then does. */
  async function assertStale(window: OwnerLocks): Promise<void> {
    assert.equal(await window.take('it'), undefined);
    beat(2);
    assert.equal(await window.take('it'), undefined);
    beat(1);
    assert.equal(await (await window.take('it'))?.isHeld(), true);
  }

  it('stays with its living window, which touches it, whatever the clock says', async () => {
    const hold = await newWindow().take('it');
    const other = newWindow();
    for (const ageMs of [0, monthMs, -monthMs, 0, monthMs, -monthMs]) {
      await setTouched(Date.now() - ageMs);
      assert.equal(await other.take('it'), undefined);
      const before = await touchedAt();
      beat(1);
      while ((await touchedAt()) === before) await new Promise(setImmediate);
    }
    assert.equal(await other.take('it'), undefined);
    assert.equal(await hold?.isHeld(), true);
    assert.deepEqual([other.isBeating('it'), newWindow().isBeating('it')], [true, false]);
  });

  for (const [what, ageMs] of [
    ['just now', 0],
    ['a month ago', monthMs],
    ['in a month, by a wrong clock', -monthMs],
  ] as const) {
    it(`from another machine, touched ${what}, is taken after three beats without a touch`, async () => {
      await writeFile(path(), elsewhere);
      await setTouched(Date.now() - ageMs);
      const window = newWindow();
      assert.equal(await window.take('it'), undefined);
      beat(2);
      assert.equal(await window.isTaken('it'), true);
      await setTouched(Date.now() - ageMs);
      await assertStale(window);
    });
  }

  const reused = lockOf({ pid: process.pid });
  for (const [what, text] of [
    ['whose process has the number of another by now', reused],
    ['that is torn', '{"own'],
  ] as const) {
    it(`${what} is taken after three beats`, async () => {
      await writeFile(path(), text);
      await assertStale(newWindow());
    });
  }

  it('of a window that slept alone is taken after three beats, of which that learns when it wakes up', async () => {
    mock.timers.reset();
    // Its timer is a real one, and rests in this test.
    const sleeping = newWindow();
    mock.timers.enable({ apis: ['setInterval'] });
    const lost: string[] = [];
    sleeping.onDidLose((id) => lost.push(id));
    const hold = await sleeping.take('it');
    const other = newWindow();
    await assertStale(other);
    assert.equal(await hold?.isHeld(), false);
    assert.deepEqual(lost, ['it']);
    await hold?.release();
    assert.equal(await sleeping.take('it'), undefined);
    assert.equal(await other.isTaken('it'), true);
  });

  it('from another machine is taken by one of many that try at once, and by none of them later', async () => {
    for (let round = 0; round < 20; round++) {
      await writeFile(path(), elsewhere);
      const all = Array.from({ length: 5 }, () => newWindow());
      const takeAll = () => Promise.all(all.map((window) => window.take('it')));
      assert.deepEqual((await takeAll()).filter(Boolean), []);
      beat(3);
      const holds = await takeAll();
      assert.equal(holds.filter(Boolean).length, 1);
      assert.equal(await holds.find(Boolean)?.isHeld(), true);
      assert.deepEqual(await readdir(folder()), ['it.lock']);
      for (const window of windows.splice(0)) window.dispose();
    }
  });

  it('is taken over even if a window died while taking it over', async () => {
    await writeFile(path(), deadLock);
    await writeFile(path('it.takeover'), deadLock);
    const log = new RecordingLog();
    assert.ok(await newWindow(log).take('it'));
    assert.deepEqual(await readdir(folder()), ['it.lock']);
    assert.match(log.lines.join('\n'), /it was held by a window that is gone/u);
  });

  it('is swept once its window is gone, and not before', async () => {
    const [live, killed, stale, torn] = Array.from({ length: 4 }, () => randomUUID());
    const hold = await newWindow().take(live ?? '');
    await writeFile(path(killed), deadLock);
    await writeFile(path(stale), elsewhere);
    await writeFile(path(torn), '{"own');
    const window = newWindow();
    await window.sweep();
    assert.deepEqual((await readdir(folder())).sort(), [live, stale, torn].map((id) => `${id}.lock`).sort());
    beat(3);
    assert.equal(await hold?.isHeld(), true);
    await window.sweep();
    assert.deepEqual(await readdir(folder()), [`${live}.lock`]);
  });

  it('is not lost by being released while it is renewed', async () => {
    const one = newWindow();
    const lost: string[] = [];
    one.onDidLose((id) => lost.push(id));
    for (let round = 0; round < 50; round++) {
      const hold = await one.take('it');
      assert.ok(hold);
      beat(1);
      await hold.release();
    }
    assert.deepEqual(lost, []);
  });

  it('is known to be lost at the next beat once another window has taken it', async () => {
    const one = newWindow();
    const hold = await one.take('it');
    const lost = new Promise<string>((resolve) => void one.onDidLose(resolve));
    await writeFile(path(), elsewhere);
    beat(1);
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

    it('passes at once when that is killed', async () => {
      const owner = await child();
      assert.equal(await newWindow().take('it'), undefined);
      owner.kill('SIGKILL');
      await once(owner, 'exit');
      assert.ok(await newWindow().take('it'));
    });

    it('passes after three beats if that stands still, as in a debugger', async function () {
      if (process.platform === 'win32') return this.skip();
      const owner = await child();
      owner.kill('SIGSTOP');
      await assertStale(newWindow());
    });
  });
});
