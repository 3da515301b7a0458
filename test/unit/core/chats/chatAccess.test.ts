import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ChatAccess } from '../../../../src/core/chats/chatAccess.ts';
import { ChatStore } from '../../../../src/core/chats/chatStore.ts';
import { ChatTakenError, HistoryOffError } from '../../../../src/core/chats/chatWriter.ts';
import { OwnerLocks } from '../../../../src/core/files/ownerLocks.ts';
import { chatId, metaLine, silent, useFolder, userLine } from '../fixtures.ts';

describe('A chat that two windows open', () => {
  const folder = useFolder();
  const path = () => join(folder(), `${chatId}.lock`);
  const windows: OwnerLocks[] = [];
  let keepsHistory = true;
  beforeEach(() => {
    keepsHistory = true;
  });
  afterEach(() => {
    for (const window of windows.splice(0)) window.dispose();
  });
  const newWindow = (beatMs = 10_000) => {
    const locks = new OwnerLocks(folder(), silent, { beatMs, staleMs: 30_000 });
    windows.push(locks);
    const store = new ChatStore(folder(), silent);
    return { locks, store, access: new ChatAccess(store, locks, () => keepsHistory, silent) };
  };
  /** As if its owner had been silent for so long, in milliseconds. */
  const age = async (ms: number) => {
    const then = new Date(Date.now() - ms);
    await utimes(path(), then, then);
  };

  it('is owned by the first, and read by the second', async () => {
    const [one, other] = [newWindow(), newWindow()];
    await one.store.append(chatId, [metaLine(), userLine('u1', 'Hi')]);
    const first = await one.access.open(chatId);
    const second = await other.access.open(chatId);
    assert.deepEqual([first?.readOnly, second?.readOnly], [undefined, 'elsewhere']);
    await first?.writer.append(chatId, [userLine('u2', 'More', 'u1')]);
    await assert.rejects(async () => second?.writer.append(chatId, [userLine('u3', 'Mine')]), ChatTakenError);
    assert.deepEqual([...((await one.store.load(chatId))?.conversation.turns.keys() ?? [])], ['u1', 'u2']);
  });

  it('goes over to the second as the first left it, once the first gives it back', async () => {
    const [one, other] = [newWindow(), newWindow()];
    const writer = one.access.newWriter();
    await writer.append(chatId, [metaLine(), userLine('u1', 'Hi')]);
    const second = await other.access.open(chatId);
    assert.equal(await other.access.takeOver(chatId), undefined);
    await writer.append(chatId, [userLine('u2', 'More', 'u1')]);
    await one.access.release(chatId);
    const left = await other.access.takeOver(chatId);
    assert.deepEqual([...(left?.turns.keys() ?? [])], ['u1', 'u2']);
    await second?.writer.append(chatId, [userLine('u3', 'Mine', 'u2')]);
    await assert.rejects(writer.append(chatId, [userLine('u4', 'Too late')]), ChatTakenError);
  });

  it('is taken from a window that said nothing for thirty seconds, and that one learns of it', async () => {
    const [one, other] = [newWindow(5), newWindow()];
    const lost: string[] = [];
    assert.ok(await one.locks.take(chatId));
    await other.locks.take(chatId);
    assert.equal(await other.locks.isHeld(chatId), false);
    // The lock of a machine elsewhere, whose processes nobody here can ask for.
    const elsewhere = JSON.stringify({ owner: 'x', pid: process.pid, host: 'another-machine' });
    const learned = new Promise<void>((resolve) => {
      one.locks.onDidLose((id) => {
        lost.push(id);
        resolve();
      });
    });
    await writeFile(path(), elsewhere);
    await learned;
    assert.deepEqual(lost, [chatId]);
    await age(29_000);
    assert.equal(await other.locks.take(chatId), false);
    await age(31_000);
    assert.equal(await other.locks.take(chatId), true);
    assert.equal(await one.locks.isHeld(chatId), false);
  });

  it('is taken by one of two that come for it at once, or the other sees it before it writes', async () => {
    for (let round = 0; round < 20; round++) {
      await writeFile(path(), JSON.stringify({ owner: 'x', pid: 1, host: 'another-machine' }));
      await age(60_000);
      const both = [newWindow(), newWindow()];
      await Promise.all(both.map(({ locks }) => locks.take(chatId)));
      const held = await Promise.all(both.map(({ locks }) => locks.isHeld(chatId)));
      assert.equal(held.filter(Boolean).length, 1);
    }
  });

  it('may have a lock that is torn, which counts as held until it is old', async () => {
    await writeFile(path(), '{"own');
    const { locks } = newWindow();
    assert.equal(await locks.take(chatId), false);
    await age(31_000);
    assert.equal(await locks.take(chatId), true);
  });

  it('stays with a living window, which says so again and again', async () => {
    const { locks } = newWindow(5);
    await locks.take(chatId);
    await age(20_000);
    while (Date.now() - (await stat(path())).mtimeMs > 10_000) await new Promise(setImmediate);
    assert.ok(await locks.isHeld(chatId));
  });

  it('does not come back where another window has deleted it', async () => {
    const { access, locks } = newWindow();
    const writer = access.newWriter();
    await writer.append(chatId, [metaLine(), userLine('u1', 'Hi')]);
    await rm(folder(), { recursive: true });
    await mkdir(folder());
    await assert.rejects(writer.append(chatId, [userLine('u2', 'More')]), ChatTakenError);
    assert.deepEqual(await readdir(folder()), []);
    assert.equal(await locks.isHeld(chatId), false);
  });

  it('leaves no lock behind when it is closed, or its window is', async () => {
    const { locks } = newWindow();
    await locks.take(chatId);
    await locks.release(chatId);
    assert.deepEqual(await readdir(folder()), []);
    await locks.take(chatId);
    locks.dispose();
    assert.deepEqual(await readdir(folder()), []);
  });

  it('keeps the lock of the window that took it over, when the first one closes', async () => {
    const { locks } = newWindow();
    await locks.take(chatId);
    await writeFile(path(), JSON.stringify({ owner: 'x', pid: 1, host: 'another-machine' }));
    locks.dispose();
    assert.deepEqual(await readdir(folder()), [`${chatId}.lock`]);
  });

  it('is given back when it can’t be read, so that it is not shut for all', async () => {
    const { locks } = newWindow();
    const store = new ChatStore(folder(), silent, async () => {
      throw Object.assign(new Error('EIO: it failed'), { code: 'EIO' });
    });
    const access = new ChatAccess(store, locks, () => true, silent);
    await assert.rejects(access.open(chatId), /EIO/);
    await assert.rejects(access.takeOver(chatId), /EIO/);
    assert.equal(await newWindow().locks.take(chatId), true);
  });

  it('stays taken when it is taken again while it is being given back', async () => {
    const { locks } = newWindow();
    await locks.take(chatId);
    const [, isTaken] = await Promise.all([locks.release(chatId), locks.take(chatId)]);
    assert.deepEqual([isTaken, await locks.isHeld(chatId)], [true, true]);
  });

  it('is changed from the list only where no other window has it', async () => {
    const [one, other] = [newWindow(), newWindow()];
    const write = () => other.store.append(chatId, [metaLine({ title: 'New' })]);
    await one.locks.take(chatId);
    assert.equal(await other.access.asOwner(chatId, write), false);
    await one.locks.release(chatId);
    assert.equal(await other.access.asOwner(chatId, write), true);
    assert.match(await readFile(join(folder(), `${chatId}.jsonl`), 'utf8'), /New/u);
    assert.ok(await one.locks.take(chatId));
  });

  it('of a newer format is nobody’s, and read by all', async () => {
    await writeFile(join(folder(), `${chatId}.jsonl`), '{"v":2,"type":"vote"}\n');
    for (const { access } of [newWindow(), newWindow()]) {
      assert.equal((await access.open(chatId))?.readOnly, 'newer');
    }
    assert.deepEqual(await readdir(folder()), [`${chatId}.jsonl`]);
  });

  it('is written by nobody while no history is kept', async () => {
    keepsHistory = false;
    const writer = newWindow().access.newWriter();
    await assert.rejects(writer.append(chatId, [metaLine()]), HistoryOffError);
    assert.deepEqual(await readdir(folder()), []);
  });

  describe('in two processes', function () {
    this.timeout(20_000);
    const start = async (): Promise<ChildProcess> => {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'lockingChild.ts'), folder()], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      assert.ok(child.stdout);
      await once(child.stdout, 'data');
      return child;
    };

    it('goes over at once when the first is killed', async () => {
      const child = await start();
      const { access } = newWindow();
      assert.equal((await access.open(chatId))?.readOnly, 'elsewhere');
      child.kill('SIGKILL');
      await once(child, 'exit');
      assert.deepEqual([...((await access.takeOver(chatId))?.turns.keys() ?? [])], ['child']);
    });

    it('goes over when the first ends as it should', async () => {
      const child = await start();
      const exited = once(child, 'exit');
      child.stdin?.write('end\n');
      await exited;
      assert.equal((await readdir(folder())).includes(`${chatId}.lock`), false);
      assert.equal((await newWindow().access.open(chatId))?.readOnly, undefined);
    });
  });
});
