import assert from 'node:assert/strict';
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AttachmentDrafts, purgeDrafts } from '../../../../src/core/attachments/attachmentDrafts.ts';
import { OwnerLocks } from '../../../../src/core/files/locks/ownerLocks.ts';
import { chatId, RecordingLog, silent, useFolder } from '../fixtures.ts';
import { fileOf, picture, reply } from './attachmentFixtures.ts';

describe('An unsent attachment', () => {
  const folder = useFolder();
  let keepsHistory = true;
  const windows: OwnerLocks[] = [];
  const newLocks = () => {
    const locks = new OwnerLocks(join(folder(), 'locks'), silent);
    windows.push(locks);
    return locks;
  };
  /** The drafts of a new window whose clock is ahead by `aheadMs` milliseconds. */
  const drafts = ({ aheadMs = 0, log = silent } = {}) =>
    new AttachmentDrafts(
      drafted(),
      () => keepsHistory,
      log,
      () => Date.now() + aheadMs,
    );
  const drafted = () => join(folder(), 'attachments');
  const files = () => readdir(drafted());
  beforeEach(async () => {
    keepsHistory = true;
    await mkdir(drafted());
  });
  afterEach(() => {
    for (const window of windows.splice(0)) window.dispose();
  });
  const namesIn = async (from: AttachmentDrafts) => {
    const { tray, loaded, discard } = from.open(chatId);
    await loaded;
    return { names: tray.entries.map(({ attachment }) => attachment.name), discard };
  };

  it('is restored after a reload, from a file that only its owner can read', async () => {
    const { tray, loaded, settled } = drafts().open(chatId);
    await loaded;
    tray.add(reply);
    tray.add(picture);
    await settled();
    assert.deepEqual((await namesIn(drafts())).names, ['docs/reply.md', 'screen.png']);
    const { mode } = await stat(join(drafted(), `${chatId}.json`));
    if (process.platform !== 'win32') assert.equal(mode & 0o777, 0o600);
  });

  it('joins earlier ones even if it was attached before they were read', async () => {
    const first = drafts().open(chatId);
    first.tray.add(reply);
    await first.settled();
    const second = drafts().open(chatId);
    second.tray.add(picture);
    await second.loaded;
    await second.settled();
    assert.equal(second.tray.entries.length, 2);
    assert.equal((await namesIn(drafts())).names.length, 2);
  });

  it('is deleted from disk when it is sent, and with its tab', async () => {
    const first = drafts().open(chatId);
    first.tray.add(reply);
    first.tray.forgetSent(first.tray.entries.map(({ attachment }) => attachment));
    await first.settled();
    assert.deepEqual(await files(), []);
    first.tray.add(reply);
    await first.discard();
    assert.deepEqual(await files(), []);
  });

  it('is never written while history is off', async () => {
    keepsHistory = false;
    const off = drafts().open(chatId);
    off.tray.add(reply);
    await off.settled();
    assert.equal(off.tray.entries.length, 1);
    assert.deepEqual(await files(), []);
  });

  it('stays unwritten if it came while history was off, unlike what comes after that', async () => {
    const { tray, loaded, settled } = drafts().open(chatId);
    await loaded;
    keepsHistory = false;
    tray.add(reply);
    keepsHistory = true;
    tray.add(picture);
    await settled();
    assert.equal(tray.entries.length, 2);
    assert.deepEqual((await namesIn(drafts())).names, ['screen.png']);
  });

  it('is not written for a chat that is not kept', async () => {
    const { tray, settled } = drafts().open(chatId, () => true);
    tray.add(reply);
    await settled();
    assert.deepEqual(await files(), []);
  });

  it('is dropped if its file is damaged or of a newer version, which the log says without the text', async () => {
    const log = new RecordingLog();
    await writeFile(join(drafted(), `${chatId}.json`), '{"v":1,"attachments":[{"name":"secret');
    const { tray, loaded } = drafts({ log }).open(chatId);
    await loaded;
    assert.equal(tray.entries.length, 0);
    assert.equal(log.lines.length, 1);
    assert.ok(!log.lines.join().includes('secret'));
    const attachments = [{ name: 'a', sound: 'la' }, fileOf(1, 'b')];
    await writeFile(join(drafted(), `${chatId}.json`), JSON.stringify({ v: 1, attachments }));
    assert.deepEqual((await namesIn(drafts())).names, ['b']);
    await writeFile(join(drafted(), `${chatId}.json`), JSON.stringify({ v: 2, attachments }));
    assert.deepEqual((await namesIn(drafts())).names, []);
  });

  describe('in a window that never came back', () => {
    const dayMs = 86_400_000;
    const other = '00000000-0000-4000-8000-000000000001';
    const purge = (aheadMs: number, by = drafts()) => purgeDrafts(by, newLocks(), Date.now() + aheadMs);
    const leave = async (id: string, agoMs: number) => {
      const path = join(drafted(), `${id}.json`);
      await writeFile(path, JSON.stringify({ v: 1, attachments: [fileOf(1, 'a')] }));
      const then = new Date(Date.now() - agoMs);
      await utimes(path, then, then);
    };
    const left = async () => (await files()).filter((name) => name !== 'expired').sort();

    it('is deleted after thirty days, once two checks a day apart have found it that old', async () => {
      await leave(chatId, 31 * dayMs);
      await leave(other, 0);
      await purge(0);
      await purge(dayMs / 2);
      assert.deepEqual(await left(), [`${other}.json`, `${chatId}.json`].sort());
      await purge(dayMs + 1000);
      assert.deepEqual(await files(), [`${other}.json`]);
    });

    it('is kept if the window comes back after all, whoever checked meanwhile, for thirty days more', async () => {
      await leave(chatId, 31 * dayMs);
      await purge(0);
      const back = drafts({ aheadMs: 2 * dayMs });
      assert.deepEqual((await namesIn(back)).names, ['a']);
      await purge(2 * dayMs);
      await purge(31 * dayMs);
      assert.deepEqual(await left(), [`${chatId}.json`]);
    });

    it('is kept while a tab has it open for weeks, here or in another window, and for the month after that', async () => {
      const here = drafts({ aheadMs: 40 * dayMs });
      await leave(chatId, 0);
      await leave(other, 0);
      await here.open(chatId).loaded;
      await newLocks().take(other);
      for (const id of [chatId, other]) await leave(id, 0);
      await purge(40 * dayMs, here);
      await purge(42 * dayMs);
      for (const window of windows.splice(0)) window.dispose();
      await purge(43 * dayMs);
      await purge(60 * dayMs);
      assert.deepEqual(await left(), [`${other}.json`, `${chatId}.json`].sort());
    });

    it('is deleted without any other file', async () => {
      await leave(chatId, 31 * dayMs);
      await writeFile(join(drafted(), 'notes.json'), '');
      const then = new Date(Date.now() - 31 * dayMs);
      await utimes(join(drafted(), 'notes.json'), then, then);
      await purge(0);
      await purge(2 * dayMs);
      assert.deepEqual(await files(), ['notes.json']);
    });
  });
});
