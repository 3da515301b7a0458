import assert from 'node:assert/strict';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChatLibrary, openChatLibrary } from '../../../../src/core/chats/chatLibrary.ts';
import { ChatStore } from '../../../../src/core/chats/disk/chatStore.ts';
import { chatId, deadLock, RecordingLog, useFolder } from '../fixtures.ts';

const dayMs = 86_400_000;
const otherId = '00000000-0000-4000-8000-0000000000fd';

describe('A window that stays open for weeks', () => {
  const folder = useFolder();
  let log: RecordingLog;
  let storage: ChatLibrary;
  let now: number;
  const start = Date.now();
  const trashed = () => readdir(join(folder(), 'trash'));
  /** Runs the check as on this day after the start. */
  const look = (days: number) => {
    now = start + days * dayMs;
    return storage.clear();
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

  it('removes the attachments of chats that are gone for good, and no others', async () => {
    const [kept, deleted, gone] = [chatId, otherId, '00000000-0000-4000-8000-0000000000fe'];
    await leave(join(folder(), `${kept}.jsonl`), '');
    await leave(join(folder(), 'trash', `${deleted}.${start}.jsonl`), '');
    for (const id of [kept, deleted, gone])
      await leave(join(folder(), 'attachments', `${id}.json`), JSON.stringify({ v: 1, attachments: [] }));
    await look(0);
    assert.deepEqual(
      await readdir(join(folder(), 'attachments')),
      [`${kept}.json`, `${deleted}.json`].sort(),
    );
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
