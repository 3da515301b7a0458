import assert from 'node:assert/strict';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChatLibrary, openChatLibrary } from '../../../../src/core/chats/chatLibrary.ts';
import { ChatStore } from '../../../../src/core/chats/disk/chatStore.ts';
import { chatId, deadLock, RecordingLog, useFolder } from '../fixtures.ts';

const dayMs = 86_400_000;

describe('A window that stays open for weeks', () => {
  const folder = useFolder();
  let log: RecordingLog;
  let storage: ChatLibrary;
  let now: number;
  const start = Date.now();
  const trashed = () => readdir(join(folder(), 'trash'));
  /** Runs the check as on this day after the start. */
  const look = (days: number, hasUnshown = false) => {
    now = start + days * dayMs;
    return storage.clear(hasUnshown);
  };
  const leave = async (path: string, text: string) => {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, text);
    await utimes(path, new Date(start - dayMs), new Date(start - dayMs));
  };

  beforeEach(() => {
    log = new RecordingLog();
    now = start;
    storage = openChatLibrary(
      new ChatStore(folder(), log),
      log,
      () => true,
      () => now,
    );
  });
  afterEach(() => storage.locks.dispose());

  it('checks once a day, and again after the clock was set back', async () => {
    const path = join(folder(), 'trash', `${chatId}.1.jsonl`);
    await look(40);
    await leave(path, '');
    await look(40.9);
    assert.deepEqual(await trashed(), [`${chatId}.1.jsonl`]);
    await look(2);
    assert.deepEqual(await trashed(), [`${chatId}.1.jsonl`, 'expired']);
    await look(3);
    assert.deepEqual(await trashed(), []);
  });

  it('leaves attachments alone while one of its tabs is not restored, and checks them afterwards', async () => {
    const path = join(folder(), 'attachments', `${chatId}.json`);
    await leave(path, JSON.stringify({ v: 1, attachments: [{ name: 'a', text: 'a' }] }));
    const left = () => readdir(join(folder(), 'attachments'));
    for (const days of [31, 32.1, 33.2]) await look(days, true);
    assert.deepEqual(await left(), [`${chatId}.json`]);
    await look(33.3);
    await look(34.4);
    assert.deepEqual(await left(), []);
  });

  it('removes the locks of killed windows, and no others', async () => {
    const live = await storage.locks.take(chatId);
    const killed = '00000000-0000-4000-8000-0000000000ff';
    await leave(join(folder(), `${killed}.lock`), deadLock);
    await leave(join(folder(), `${killed}.takeover.lock`), deadLock);
    await look(0.5);
    assert.deepEqual(await readdir(folder()), [`${chatId}.lock`]);
    assert.equal(await live?.isHeld(), true);
  });

  it('goes on if the disk refuses, and says so in the log', async () => {
    await writeFile(join(folder(), 'trash'), 'a file');
    await look(0);
    assert.match(log.lines.join('\n'), /^warn Deleted chats could not be cleared away: ENOTDIR$/mu);
  });
});
