import assert from 'node:assert/strict';
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AttachmentDrafts } from '../../../../src/core/attachments/attachmentDrafts.ts';
import { chatId, RecordingLog, silent, useFolder } from '../fixtures.ts';
import { fileOf, picture, reply } from './attachmentFixtures.ts';

describe('What is attached but not sent', () => {
  const folder = useFolder();
  const drafts = (keepsHistory = true) => new AttachmentDrafts(folder(), () => keepsHistory, silent);
  const namesIn = async (from: AttachmentDrafts) => {
    const { tray, loaded, discard } = from.open(chatId);
    await loaded;
    return { names: tray.entries.map(({ attachment }) => attachment.name), discard };
  };

  it('is there again after a reload, for its owner’s eyes only', async () => {
    const { tray, loaded, settled } = drafts().open(chatId);
    await loaded;
    tray.add(reply);
    tray.add(picture);
    await settled();
    assert.deepEqual((await namesIn(drafts())).names, ['docs/reply.md', 'screen.png']);
    const { mode } = await stat(join(folder(), `${chatId}.json`));
    if (process.platform !== 'win32') assert.equal(mode & 0o777, 0o600);
  });

  it('joins what was attached before it was read', async () => {
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

  it('leaves the disk when it is sent or taken out, and with the tab', async () => {
    const first = drafts().open(chatId);
    first.tray.add(reply);
    first.tray.forgetSent(first.tray.entries.map(({ attachment }) => attachment));
    await first.settled();
    assert.deepEqual(await readdir(folder()), []);
    first.tray.add(reply);
    await first.discard();
    assert.deepEqual(await readdir(folder()), []);
  });

  it('is never written where no history is kept', async () => {
    const off = drafts(false).open(chatId);
    off.tray.add(reply);
    await off.settled();
    assert.equal(off.tray.entries.length, 1);
    assert.deepEqual(await readdir(folder()), []);
  });

  it('costs itself where its file is damaged or of a newer version, and says so without its text', async () => {
    const log = new RecordingLog();
    await writeFile(join(folder(), `${chatId}.json`), '{"v":1,"attachments":[{"name":"secret');
    const { tray, loaded } = new AttachmentDrafts(folder(), () => true, log).open(chatId);
    await loaded;
    assert.equal(tray.entries.length, 0);
    assert.equal(log.lines.length, 1);
    assert.ok(!log.lines.join().includes('secret'));
    const attachments = [{ name: 'a', sound: 'la' }, fileOf(1, 'b')];
    await writeFile(join(folder(), `${chatId}.json`), JSON.stringify({ v: 1, attachments }));
    assert.deepEqual((await namesIn(drafts())).names, ['b']);
    await writeFile(join(folder(), `${chatId}.json`), JSON.stringify({ v: 2, attachments }));
    assert.deepEqual((await namesIn(drafts())).names, []);
  });

  describe('in a window that never came back', () => {
    const dayMs = 86_400_000;
    /** Opens a chat in a new window, whose clock is ahead by so much, in milliseconds. */
    const openWindow = async (aheadMs: number, id = chatId) => {
      const now = () => Date.now() + aheadMs;
      const { tray, loaded } = new AttachmentDrafts(folder(), () => true, silent, now).open(id);
      await loaded;
      return tray.entries.length;
    };
    const leave = async (name: string, agoMs: number) => {
      await writeFile(join(folder(), name), JSON.stringify({ v: 1, attachments: [fileOf(1, 'a')] }));
      const then = new Date(Date.now() - agoMs);
      await utimes(join(folder(), name), then, then);
    };
    const left = async () => (await readdir(folder())).filter((name) => name !== 'expired').sort();

    it('is gone after thirty days, once two looks a day apart have found it so old', async () => {
      await leave('old.json', 31 * dayMs);
      await leave('new.json', 0);
      await openWindow(0);
      await openWindow(dayMs / 2);
      assert.deepEqual(await left(), ['new.json', 'old.json']);
      await openWindow(dayMs + 1000);
      assert.deepEqual(await readdir(folder()), ['new.json']);
    });

    it('stays when the clock jumps by a month and comes back, either way', async () => {
      await leave('draft.json', 3_600_000);
      for (const aheadMs of [31 * dayMs, 0, -31 * dayMs, 0, 31 * dayMs, 31 * dayMs + 3_600_000, 2 * dayMs])
        await openWindow(aheadMs);
      assert.deepEqual(await readdir(folder()), ['draft.json']);
    });

    it('is there for thirty more days once its tab was open again', async () => {
      await leave(`${chatId}.json`, 31 * dayMs);
      assert.equal(await openWindow(0), 1);
      assert.equal(await openWindow(2 * dayMs), 1);
      await openWindow(29 * dayMs, 'another');
      assert.deepEqual(await left(), [`${chatId}.json`]);
    });
  });
});
