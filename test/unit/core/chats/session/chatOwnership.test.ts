import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { metaRecord } from '../../../../../src/core/chats/disk/chatRecord.ts';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { ChatTakenError, HistoryOffError } from '../../../../../src/core/chats/disk/ownedChatFile.ts';
import { ChatOwnership } from '../../../../../src/core/chats/session/chatOwnership.ts';
import { OwnerLocks } from '../../../../../src/core/files/locks/ownerLocks.ts';
import { chatId, metaLine, silent, useFolder, userLine } from '../../fixtures.ts';

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
    return { locks, store, ownership: new ChatOwnership(store, locks, () => keepsHistory, silent) };
  };
  /** As if its owner had been silent for so long, in milliseconds. */
  const age = async (ms: number) => {
    const then = new Date(Date.now() - ms);
    await utimes(path(), then, then);
  };

  it('is owned by the first, and read by the second', async () => {
    const [one, other] = [newWindow(), newWindow()];
    await one.store.append(chatId, [metaLine(), userLine('u1', 'Hi')]);
    const first = await one.ownership.open(chatId);
    const second = await other.ownership.open(chatId);
    assert.deepEqual([first?.readOnly, second?.readOnly], [undefined, 'elsewhere']);
    await first?.writer.append(chatId, [userLine('u2', 'More', 'u1')]);
    await assert.rejects(async () => second?.writer.append(chatId, [userLine('u3', 'Mine')]), ChatTakenError);
    assert.deepEqual([...((await one.store.load(chatId))?.conversation.turns.keys() ?? [])], ['u1', 'u2']);
  });

  it('goes over to the second as the first left it, once the first gives it back', async () => {
    const [one, other] = [newWindow(), newWindow()];
    const writer = one.ownership.newWriter();
    await writer.append(chatId, [metaLine(), userLine('u1', 'Hi')]);
    const second = await other.ownership.open(chatId);
    assert.ok(second);
    assert.equal(await other.ownership.takeOver(chatId, second.writer), undefined);
    await writer.append(chatId, [userLine('u2', 'More', 'u1')]);
    await writer.close();
    const left = await other.ownership.takeOver(chatId, second.writer);
    assert.deepEqual([...(left?.turns.keys() ?? [])], ['u1', 'u2']);
    await second.writer.append(chatId, [userLine('u3', 'Mine', 'u2')]);
    await assert.rejects(writer.append(chatId, [userLine('u4', 'Too late')]), ChatTakenError);
  });

  it('is taken from a window that said nothing for thirty seconds, and that one learns of it', async () => {
    const [one, other] = [newWindow(5), newWindow()];
    const lost: string[] = [];
    const hold = await one.locks.take(chatId);
    assert.ok(hold);
    assert.equal(await other.locks.take(chatId), undefined);
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
    assert.equal(await other.locks.take(chatId), undefined);
    await age(31_000);
    assert.ok(await other.locks.take(chatId));
    assert.equal(await hold.isHeld(), false);
  });

  it('is taken by one of two that come for it at once, or the other sees it before it writes', async () => {
    for (let round = 0; round < 20; round++) {
      await writeFile(path(), JSON.stringify({ owner: 'x', pid: 1, host: 'another-machine' }));
      await age(60_000);
      const both = [newWindow(), newWindow()];
      const holds = await Promise.all(both.map(({ locks }) => locks.take(chatId)));
      const held = await Promise.all(holds.map((hold) => hold?.isHeld()));
      assert.equal(held.filter(Boolean).length, 1);
    }
  });

  it('may have a lock that is torn, which counts as held until it is old', async () => {
    await writeFile(path(), '{"own');
    const { locks } = newWindow();
    assert.equal(await locks.take(chatId), undefined);
    await age(31_000);
    assert.ok(await locks.take(chatId));
  });

  it('stays with a living window, which says so again and again', async () => {
    const { locks } = newWindow(5);
    const hold = await locks.take(chatId);
    await age(20_000);
    while (Date.now() - (await stat(path())).mtimeMs > 10_000) await new Promise(setImmediate);
    assert.ok(await hold?.isHeld());
  });

  it('does not come back where another window has deleted it', async () => {
    const { ownership, locks } = newWindow();
    const writer = ownership.newWriter();
    await writer.append(chatId, [metaLine(), userLine('u1', 'Hi')]);
    await rm(folder(), { recursive: true });
    await mkdir(folder());
    await assert.rejects(writer.append(chatId, [userLine('u2', 'More')]), ChatTakenError);
    assert.deepEqual(await readdir(folder()), []);
    assert.equal(await locks.isTaken(chatId), false);
  });

  it('leaves no lock behind when it is closed, or its window is', async () => {
    const { locks } = newWindow();
    const hold = await locks.take(chatId);
    await hold?.release();
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
    const ownership = new ChatOwnership(store, locks, () => true, silent);
    await assert.rejects(ownership.open(chatId), /EIO/);
    await assert.rejects(ownership.takeOver(chatId, ownership.newWriter()), /EIO/);
    assert.ok(await newWindow().locks.take(chatId));
  });

  it('stays taken when it is taken again while it is being given back', async () => {
    const { locks } = newWindow();
    const hold = await locks.take(chatId);
    const [, again] = await Promise.all([hold?.release(), locks.take(chatId)]);
    assert.equal(await again?.isHeld(), true);
  });

  it('is changed from the list only where no other window has it', async () => {
    const [one, other] = [newWindow(), newWindow()];
    await one.store.append(chatId, [metaLine(), userLine('u1', 'Hi')]);
    const rename = () => other.ownership.change(chatId, (kept) => [metaRecord({ ...kept, title: 'New' }, 1)]);
    const hold = await one.locks.take(chatId);
    assert.equal(await rename(), 'elsewhere');
    await hold?.release();
    assert.equal(await rename(), 'changed');
    assert.match(await readFile(join(folder(), `${chatId}.jsonl`), 'utf8'), /New/u);
    assert.ok(await one.locks.take(chatId));
  });

  it('is changed as it is once it is ours, so that no turn of another window is hidden', async () => {
    const [one, other] = [newWindow(), newWindow()];
    const writer = one.ownership.newWriter();
    await writer.append(chatId, [metaLine(), userLine('u1', 'Hi'), metaLine({ leaf: 'u1' })]);
    // What a list, or a box for the new name, was shown with.
    assert.ok(await other.store.look(chatId));
    await writer.append(chatId, [userLine('u2', 'More', 'u1'), metaLine({ leaf: 'u2', model: 'llama' })]);
    await writer.close();
    await other.ownership.change(chatId, (kept) => [metaRecord({ ...kept, title: 'New' }, kept.updatedAt)]);
    const now = (await one.store.load(chatId))?.conversation;
    assert.deepEqual([now?.title, now?.leaf, now?.model], ['New', 'u2', 'llama']);
  });

  it('is not changed where it is missing, damaged or of a newer format, and stays as it is', async () => {
    const { ownership } = newWindow();
    const change = () => ownership.change(chatId, () => [metaLine()]);
    assert.equal(await change(), 'missing');
    await writeFile(join(folder(), `${chatId}.jsonl`), '{"v":2,"type":"vote"}\n');
    assert.equal(await change(), 'newer');
    assert.deepEqual(await readdir(folder()), [`${chatId}.jsonl`]);
    assert.equal(await readFile(join(folder(), `${chatId}.jsonl`), 'utf8'), '{"v":2,"type":"vote"}\n');
  });

  it('stays with its tab when it is pinned while that opens', async () => {
    const [one, other] = [newWindow(), newWindow()];
    await one.store.append(chatId, [metaLine(), userLine('u1', 'Hi')]);
    const pin = () =>
      one.ownership.change(chatId, (kept) => [metaRecord({ ...kept, pinned: true }, kept.updatedAt)]);
    const [, opened] = await Promise.all([pin(), one.ownership.open(chatId), pin()]);
    await opened?.writer.append(chatId, [userLine('u2', 'More', 'u1')]);
    assert.equal((await other.ownership.open(chatId))?.readOnly, 'elsewhere');
    await opened?.writer.close();
    assert.equal((await other.ownership.open(chatId))?.readOnly, undefined);
  });

  it('that was closed is not taken again by what comes late', async () => {
    const { ownership, store } = newWindow();
    await store.append(chatId, [metaLine(), userLine('u1', 'Hi')]);
    const opened = await ownership.open(chatId);
    await opened?.writer.close();
    await assert.rejects(async () => opened?.writer.append(chatId, [userLine('u2', 'Late')]), ChatTakenError);
    assert.deepEqual(await readdir(folder()), [`${chatId}.jsonl`]);
  });

  it('whose tab was closed while it was taken over is given back', async () => {
    const [one, other] = [newWindow(), newWindow()];
    await one.store.append(chatId, [metaLine(), userLine('u1', 'Hi')]);
    const first = await one.ownership.open(chatId);
    const second = await other.ownership.open(chatId);
    assert.ok(second);
    await first?.writer.close();
    await Promise.all([other.ownership.takeOver(chatId, second.writer), second.writer.close()]);
    assert.deepEqual(await readdir(folder()), [`${chatId}.jsonl`]);
  });

  it('that another window is about to write is not set aside by one that only looks', async () => {
    const [one, other] = [newWindow(), newWindow()];
    await one.locks.take(chatId);
    const half = JSON.stringify(metaLine()).slice(0, 20);
    await writeFile(join(folder(), `${chatId}.jsonl`), half);
    assert.equal(await other.ownership.open(chatId), undefined);
    assert.equal(await other.store.look(chatId), undefined);
    assert.equal(await readFile(join(folder(), `${chatId}.jsonl`), 'utf8'), half);
  });

  it('of a newer format is nobody’s, and read by all', async () => {
    await writeFile(join(folder(), `${chatId}.jsonl`), '{"v":2,"type":"vote"}\n');
    for (const { ownership } of [newWindow(), newWindow()]) {
      assert.equal((await ownership.open(chatId))?.readOnly, 'newer');
    }
    assert.deepEqual(await readdir(folder()), [`${chatId}.jsonl`]);
  });

  it('is written by nobody while no history is kept', async () => {
    keepsHistory = false;
    const writer = newWindow().ownership.newWriter();
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
      const { ownership } = newWindow();
      const opened = await ownership.open(chatId);
      assert.equal(opened?.readOnly, 'elsewhere');
      child.kill('SIGKILL');
      await once(child, 'exit');
      assert.deepEqual(
        [...((await ownership.takeOver(chatId, opened.writer))?.turns.keys() ?? [])],
        ['child'],
      );
    });

    it('goes over when the first ends as it should', async () => {
      const child = await start();
      const exited = once(child, 'exit');
      child.stdin?.write('end\n');
      await exited;
      assert.equal((await readdir(folder())).includes(`${chatId}.lock`), false);
      assert.equal((await newWindow().ownership.open(chatId))?.readOnly, undefined);
    });
  });
});
