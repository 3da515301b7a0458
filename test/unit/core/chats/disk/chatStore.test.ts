import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChatRecord } from '../../../../../src/core/chats/disk/chatRecord.ts';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { chatId, metaLine, RecordingLog, silent, useFolder, userLine } from '../../fixtures.ts';

describe('The chats on disk', () => {
  const folder = useFolder();
  const open = (log = silent) => new ChatStore(folder(), log);
  const path = (id = chatId) => join(folder(), `${id}.jsonl`);
  const chat = (title: string, ts: number): ChatRecord[] => [
    metaLine({ title, ts }),
    userLine('u1', 'Hi', undefined, ts),
  ];

  it('are none if nothing was ever written', async () => {
    const store = new ChatStore(join(folder(), 'not', 'there'), silent);
    assert.deepEqual(await store.list(), []);
    assert.equal(await store.load(chatId), undefined);
  });

  it('can be read and written only by their owner', async function () {
    if (process.platform === 'win32') this.skip();
    const below = join(folder(), 'chats');
    await new ChatStore(below, silent).append(chatId, [metaLine()]);
    assert.equal((await stat(below)).mode & 0o777, 0o700);
    assert.equal((await stat(join(below, `${chatId}.jsonl`))).mode & 0o777, 0o600);
  });

  it('keep the order of records that are appended at the same time', async () => {
    const store = open();
    const titles = Array.from({ length: 200 }, (_, index) => `title ${index}`);
    await Promise.all(titles.map((title) => store.append(chatId, [metaLine({ title })])));
    const lines = (await readFile(path(), 'utf8')).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).title),
      titles,
    );
  });

  it('go on after an append that failed', async () => {
    const file = join(folder(), 'file');
    await writeFile(file, '');
    const store = new ChatStore(file, silent);
    const failing = store.append(chatId, [metaLine()]);
    const behind = store.append(chatId, [metaLine()]);
    await assert.rejects(failing);
    await assert.rejects(behind);
    await rm(file);
    await store.append(chatId, chat('well again', 1));
    assert.equal((await store.list())[0]?.title, 'well again');
  });

  it('are listed newest first, without empty ones', async () => {
    const store = open();
    const [old, young, empty] = [randomUUID(), randomUUID(), randomUUID()];
    await store.append(young, chat('young', 3000));
    await store.append(old, chat('old', 2000));
    await store.append(empty, [metaLine({ title: 'empty', ts: 4000 })]);
    const list = await store.list();
    assert.deepEqual(
      list.map((one) => one.title),
      ['young', 'old'],
    );
    assert.deepEqual(list[0], {
      id: young,
      title: 'young',
      models: [{ connectionId: 'acme', name: 'tone' }],
      votes: [],
      updatedAt: 3000,
    });
  });

  it('are listed without other files', async () => {
    for (const name of ['notes.txt', `${chatId}.jsonl.corrupt-1`, 'x.jsonl', `${chatId}.json`])
      await writeFile(join(folder(), name), '{}');
    assert.deepEqual(await open().list(), []);
    assert.equal((await readdir(folder())).length, 4);
  });

  it('are gone when deleted, even if a write was still under way', async () => {
    const store = open();
    const written = store.append(chatId, chat('x', 1));
    await store.delete(chatId);
    await written;
    assert.deepEqual(await readdir(folder()), []);
    await store.delete(chatId);
  });

  for (const id of [
    '',
    '..',
    '../escape',
    'a/b',
    `${chatId}/../x`,
    chatId.slice(1),
    `${chatId}\n`,
    'x'.repeat(36),
  ]) {
    it(`are not opened, written or deleted under ${JSON.stringify(id)}, which is not a UUID`, async () => {
      const store = open();
      await assert.rejects(store.append(id, [metaLine()]), TypeError);
      await assert.rejects(store.load(id), TypeError);
      await assert.rejects(store.delete(id), TypeError);
      assert.deepEqual(await readdir(folder()), []);
    });
  }

  it('reveal none of their text in the log', async () => {
    const log = new RecordingLog();
    const store = open(log);
    await store.append(chatId, [metaLine({ title: 'secret' }), userLine('u1', 'secret')]);
    await writeFile(path(), 'secret garbage\n', { flag: 'a' });
    await store.load(chatId);
    assert.ok(log.lines.length > 0);
    assert.doesNotMatch(log.lines.join('\n'), /secret/u);
  });
});
