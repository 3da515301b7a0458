import assert from 'node:assert/strict';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AttachmentDrafts, purgeDrafts } from '../../../../src/core/attachments/attachmentDrafts.ts';
import { chatId, RecordingLog, silent, useFolder } from '../fixtures.ts';
import { fileOf, picture, reply } from './attachmentFixtures.ts';

describe('An unsent attachment', () => {
  const folder = useFolder();
  let keepsHistory = true;
  /** The drafts of a new window. */
  const drafts = ({ log = silent } = {}) => new AttachmentDrafts(drafted(), () => keepsHistory, log);
  const drafted = () => join(folder(), 'attachments');
  const files = () => readdir(drafted());
  beforeEach(async () => {
    keepsHistory = true;
    await mkdir(drafted());
  });
  const namesIn = async (from: AttachmentDrafts) => {
    const { tray, loaded } = from.open(chatId);
    await loaded;
    return { names: tray.entries.map(({ attachment }) => attachment.name) };
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

  it('is deleted from disk when it is sent, and outlives its tab', async () => {
    const first = drafts().open(chatId);
    first.tray.add(reply);
    first.tray.forgetSent(first.tray.entries.map(({ attachment }) => attachment));
    await first.settled();
    assert.deepEqual(await files(), []);
    first.tray.add(reply);
    await first.close();
    assert.deepEqual((await namesIn(drafts())).names, ['docs/reply.md']);
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

  it('is deleted with the last of its chat, and without any other file', async () => {
    const other = '00000000-0000-4000-8000-000000000001';
    for (const id of [chatId, other]) await writeFile(join(drafted(), `${id}.json`), '');
    await writeFile(join(drafted(), 'notes.json'), '');
    await purgeDrafts(drafted(), async () => new Set([other]));
    assert.deepEqual(await files(), [`${other}.json`, 'notes.json'].sort());
  });
});
