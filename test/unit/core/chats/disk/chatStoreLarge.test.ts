import assert from 'node:assert/strict';
import { constants } from 'node:buffer';
import { stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { deletedRecord } from '../../../../../src/core/chats/disk/chatRecord.ts';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { ChatTooLargeError } from '../../../../../src/core/chats/disk/chatTooLarge.ts';
import { ChatSearch } from '../../../../../src/core/chats/transfer/chatSearch.ts';
import {
  answerLine,
  chatId,
  column,
  metaLine,
  RecordingLog,
  silent,
  useFolder,
  userLine,
} from '../../fixtures.ts';

describe('A chat’s large file', function () {
  this.timeout(60_000);
  const folder = useFolder();
  const path = () => join(folder(), `${chatId}.jsonl`);
  const fresh = () => new ChatStore(folder(), silent);
  const listed = async () => (await fresh().list()).map(({ title, updatedAt }) => [title, updatedAt]);

  /** Writes a chat with so many zeros in its middle, which take no room on most disks; returns its size. */
  async function write(zeros: number): Promise<number> {
    await fresh().append(chatId, [metaLine({ ts: 1 }), userLine('u1', 'Hi', undefined, 2)]);
    await truncate(path(), (await stat(path())).size + zeros);
    await fresh().append(chatId, [
      answerLine('a1', 'u1', 'Hello', { ts: 4 }),
      metaLine({ columns: [column('tone', { leaf: 'a1' })], ts: 5 }),
    ]);
    return (await stat(path())).size;
  }

  it('is searched, continued and deleted like any other, even if one of its lines is longer than a string can be', async () => {
    const size = await write(constants.MAX_STRING_LENGTH + 1);
    const [hit] = await new ChatSearch(fresh(), silent).searchChats('hello');
    assert.equal(hit?.found?.turn, 'a1');
    await fresh().deleteEmpty(chatId);
    assert.equal((await stat(path())).size, size);
    await fresh().append(chatId, [userLine('u2', 'More', 'a1', 6)]);
    assert.deepEqual(await listed(), [['Refund tone', 6]]);
    const log = new RecordingLog();
    const { conversation } = (await new ChatStore(folder(), log).load(chatId)) ?? {};
    assert.deepEqual([conversation?.turns.size, conversation?.columns[0].leaf], [3, 'u2']);
    assert.deepEqual(log.lines, [`warn Chat ${chatId}: 1 of 6 lines could not be read.`]);
    await fresh().moveToTrash(chatId);
    assert.deepEqual(await listed(), []);
  });
});

describe('A chat that is too large to open', () => {
  const folder = useFolder();
  const limited = () => new ChatStore(folder(), silent, { maxLetters: 3000 });
  const text = 'x'.repeat(1000);

  it('is said to be, stays listed, and keeps its file', async () => {
    const store = limited();
    const turns = ['u1', 'u2', 'u3'].map((id, at) => userLine(id, text, at === 0 ? undefined : `u${at}`));
    await store.append(chatId, [
      metaLine(),
      ...turns,
      metaLine({ columns: [column('tone', { leaf: 'u3' })] }),
    ]);
    const path = join(folder(), `${chatId}.jsonl`);
    const { size } = await stat(path);
    for (const open of [() => store.load(chatId), () => store.look(chatId)])
      await assert.rejects(open, (error) => error instanceof ChatTooLargeError && error.path === path);
    assert.equal((await limited().list())[0]?.title, 'Refund tone');
    assert.equal((await stat(path)).size, size);
  });

  it('is not one whose file has its turns several times, or turns that were deleted', async () => {
    const store = limited();
    await store.append(chatId, [metaLine(), userLine('u1', text), userLine('u2', text, 'u1')]);
    for (let each = 0; each < 5; each++) await store.append(chatId, [userLine('u2', `${text}${each}`, 'u1')]);
    await store.append(chatId, [
      deletedRecord(chatId, ['u1', 'u2'], 2),
      userLine('u3', text),
      userLine('u4', text),
    ]);
    await store.append(chatId, [userLine('u1', text)]);
    await assert.rejects(store.load(chatId), ChatTooLargeError);
    await store.append(chatId, [
      deletedRecord(chatId, ['u1'], 2),
      metaLine({ columns: [column('tone', { leaf: 'u4' })] }),
    ]);
    const { turns } = (await new ChatStore(folder(), silent).load(chatId))?.conversation ?? {};
    assert.deepEqual(
      [...(turns?.values() ?? [])].map((turn) => turn.text),
      [text, text],
    );
  });
});
