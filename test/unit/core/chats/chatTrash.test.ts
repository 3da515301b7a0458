import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ChatStore } from '../../../../src/core/chats/chatStore.ts';
import { trashMs } from '../../../../src/core/chats/chatTrash.ts';
import { chatId, metaLine, silent, useFolder, userLine } from '../fixtures.ts';

describe('A deleted chat', () => {
  const folder = useFolder();
  const path = () => join(folder(), `${chatId}.jsonl`);
  const trashed = async () => readdir(join(folder(), 'trash'));
  let store: ChatStore;
  beforeEach(async () => {
    store = new ChatStore(folder(), silent);
    await store.append(chatId, [metaLine(), userLine('u1', 'Hi')]);
  });

  it('is gone from the list, and comes back as it was', async () => {
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

  it('is deleted once, whichever window comes second', async () => {
    assert.equal(await store.moveToTrash(chatId), true);
    assert.equal(await new ChatStore(folder(), silent).moveToTrash(chatId), false);
    assert.equal(await store.restore(chatId), true);
  });

  it('waits for what is still being written', async () => {
    const written = store.append(chatId, [userLine('u2', 'More')]);
    await store.moveToTrash(chatId);
    await written;
    await store.restore(chatId);
    assert.equal((await store.load(chatId))?.conversation.turns.size, 2);
  });

  it('of a newer format is moved as it is', async () => {
    await writeFile(path(), '{"v":2}\n');
    await store.moveToTrash(chatId);
    await store.restore(chatId);
    assert.equal(await readFile(path(), 'utf8'), '{"v":2}\n');
  });

  it('is gone for good after thirty days, and not before', async () => {
    await store.moveToTrash(chatId, 1_000_000);
    await store.purgeTrash(1_000_000 + trashMs);
    assert.deepEqual(await trashed(), [`${chatId}.1000000.jsonl`]);
    await store.purgeTrash(1_000_001 + trashMs);
    assert.deepEqual(await trashed(), []);
    assert.equal(await store.restore(chatId), false);
  });

  it('takes nothing with it that lies in the trash and is no chat', async () => {
    await store.moveToTrash(chatId, 1);
    await writeFile(join(folder(), 'trash', 'notes.txt'), '');
    await store.purgeTrash();
    assert.deepEqual(await trashed(), ['notes.txt']);
  });

  it('does not write over one that is there again', async () => {
    await store.moveToTrash(chatId);
    await store.append(chatId, [metaLine({ title: 'Anew' }), userLine('u9', 'Anew')]);
    assert.equal(await store.restore(chatId), false);
    assert.equal((await store.list())[0]?.title, 'Anew');
  });

  it('comes back as it was deleted last', async () => {
    await store.moveToTrash(chatId, 1);
    await store.append(chatId, [metaLine({ title: 'Later' }), userLine('u1', 'Hi')]);
    await store.moveToTrash(chatId, 2);
    await store.restore(chatId);
    assert.equal((await store.list())[0]?.title, 'Later');
  });

  it('is none where there never was one, or a trash', async () => {
    await store.purgeTrash();
    assert.equal(await store.restore(randomUUID()), false);
    assert.equal(await store.moveToTrash(randomUUID()), false);
    await assert.rejects(store.moveToTrash('../escape'), TypeError);
  });
});
