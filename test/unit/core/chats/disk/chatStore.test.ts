import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChatRecord } from '../../../../../src/core/chats/disk/chatRecord.ts';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { purgeTrash, trashMs } from '../../../../../src/core/chats/disk/chatTrash.ts';
import { chatId, metaLine, questionLine, RecordingLog, silent, turnsIn, useFolder } from '../../fixtures.ts';

describe('The chats on disk', () => {
  const folder = useFolder();
  const open = (log = silent) => new ChatStore(folder(), log);
  const path = (id = chatId) => join(folder(), `${id}.jsonl`);
  const chat = (title: string, ts: number): ChatRecord[] => [
    metaLine({ title, ts }),
    questionLine('u1', 'Hi', undefined, ts),
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
    await store.append(chatId, [metaLine({ title: 'secret' }), questionLine('u1', 'secret')]);
    await writeFile(path(), 'secret garbage\n', { flag: 'a' });
    await store.load(chatId);
    assert.ok(log.lines.length > 0);
    assert.doesNotMatch(log.lines.join('\n'), /secret/u);
  });
});

const dayMs = 86_400_000;

describe('A deleted chat', () => {
  const folder = useFolder();
  const path = () => join(folder(), `${chatId}.jsonl`);
  const trashed = async () => readdir(join(folder(), 'trash'));
  const purge = (now = Date.now()) => purgeTrash(join(folder(), 'trash'), silent, now);
  let store: ChatStore;
  beforeEach(async () => {
    store = new ChatStore(folder(), silent);
    await store.append(chatId, [metaLine(), questionLine('u1', 'Hi')]);
  });

  it('is gone from the list, and can be restored as it was', async () => {
    const before = await readFile(path(), 'utf8');
    const seen: string[] = [];
    store.onDidChange((id) => seen.push(id));
    await store.moveToTrash(chatId);
    assert.deepEqual(await store.list(), []);
    assert.equal(await store.load(chatId), undefined);
    assert.equal(await store.restore(chatId), true);
    assert.equal(await readFile(path(), 'utf8'), before);
    assert.equal((await store.list())[0]?.title, 'Refund tone');
    assert.deepEqual([seen, await trashed()], [[chatId, chatId], []]);
  });

  it('is listed as what can be restored, the last one first, even if its file can’t be read', async () => {
    assert.deepEqual(await store.deleted(), []);
    const [torn, back] = [randomUUID(), randomUUID()];
    await writeFile(join(folder(), `${torn}.jsonl`), '{"v":1,"ty');
    await store.append(back, [metaLine(), questionLine('u1', 'Hi')]);
    for (const [id, at] of [[chatId, 1000] as const, [back, 1500] as const, [torn, 2000] as const])
      await store.moveToTrash(id, at);
    await store.append(back, [metaLine(), questionLine('u1', 'Written anew')]);
    const found = (await store.deleted()).map(({ id, title, deletedAt }) => [id, title, deletedAt]);
    assert.deepEqual(found, [
      [torn, '', 2000],
      [chatId, 'Refund tone', 1000],
    ]);
  });

  it('is deleted only once if two windows delete it', async () => {
    assert.equal(await store.moveToTrash(chatId), true);
    assert.equal(await new ChatStore(folder(), silent).moveToTrash(chatId), false);
    assert.equal(await store.restore(chatId), true);
  });

  it('waits for a write that is still under way', async () => {
    const written = store.append(chatId, [questionLine('u2', 'More')]);
    await store.moveToTrash(chatId);
    await written;
    await store.restore(chatId);
    assert.equal(turnsIn((await store.load(chatId))?.conversation).size, 2);
  });

  it('of a newer format is moved unchanged', async () => {
    await writeFile(path(), '{"v":2}\n');
    await store.moveToTrash(chatId);
    await store.restore(chatId);
    assert.equal(await readFile(path(), 'utf8'), '{"v":2}\n');
  });

  it('is gone for good after thirty days, once two checks a day apart have found it that old', async () => {
    await store.moveToTrash(chatId, 1_000_000);
    await purge(1_000_000 + trashMs);
    assert.deepEqual(await trashed(), [`${chatId}.1000000.jsonl`]);
    await purge(1_000_001 + trashMs);
    await purge(1_000_000 + trashMs + dayMs);
    assert.deepEqual(await trashed(), [`${chatId}.1000000.jsonl`, 'expired']);
    await purge(1_000_002 + trashMs + dayMs);
    assert.deepEqual(await trashed(), []);
    assert.equal(await store.restore(chatId), false);
  });

  it('can be restored even if the clock was a month ahead or behind when it was deleted', async () => {
    for (const ahead of [31 * dayMs, -31 * dayMs]) {
      await store.moveToTrash(chatId, Date.now() + ahead);
      await purge();
      await purge();
      assert.equal(await store.restore(chatId), true);
    }
  });

  it('is deleted without any other file in the trash', async () => {
    await store.moveToTrash(chatId, 1);
    await writeFile(join(folder(), 'trash', 'notes.txt'), '');
    await purge(Date.now() - 2 * dayMs);
    await purge();
    assert.deepEqual(await trashed(), ['notes.txt']);
  });

  it('does not replace a chat that exists again', async () => {
    await store.moveToTrash(chatId);
    await store.append(chatId, [metaLine({ title: 'Anew' }), questionLine('u9', 'Anew')]);
    assert.equal(await store.restore(chatId), false);
    assert.equal((await store.list())[0]?.title, 'Anew');
  });

  it('is restored as it was last deleted, even if the clock was ahead before or stood still', async () => {
    await store.moveToTrash(chatId, Date.now() + 31 * dayMs);
    for (const title of ['Later', 'Last']) {
      await store.append(chatId, [metaLine({ title }), questionLine('u1', 'Hi')]);
      await store.moveToTrash(chatId, 1);
    }
    assert.equal((await trashed()).length, 3);
    await store.restore(chatId);
    assert.equal((await store.list())[0]?.title, 'Last');
  });

  it('can’t be restored or moved if it never existed', async () => {
    await purge();
    assert.equal(await store.restore(randomUUID()), false);
    assert.equal(await store.moveToTrash(randomUUID()), false);
    await assert.rejects(store.moveToTrash('../escape'), TypeError);
  });
});
