import assert from 'node:assert/strict';
import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChatRecord, deletedRecord } from '../../../../../src/core/chats/disk/chatRecord.ts';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
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

const records: ChatRecord[] = [
  userLine('u1', 'Hi'),
  answerLine('a1', 'u1', 'Hello, Grüße 😀'),
  metaLine({ columns: [column('tone', { leaf: 'a1' })] }),
];
const lines = records.map((record) => JSON.stringify(record));
const whole = `${lines.join('\n')}\n`;

describe('A damaged chat file', () => {
  const folder = useFolder();
  const path = () => join(folder(), `${chatId}.jsonl`);
  const texts = async () => {
    const stored = await new ChatStore(folder(), silent).load(chatId);
    return stored && [...stored.conversation.turns.values()].map((turn) => turn.text);
  };

  for (const [what, tail] of [
    ['half a record', '{"v":1,"type":"user","id":"u2","te'],
    ['a torn letter', Buffer.from([0x7b, 0x22, 0xf0, 0x9f, 0x98])],
    ['garbage', Buffer.from([0xff, 0xfe, 0x00, 0x13, 0x37, 0x0a, 0x80])],
    ['zeros', Buffer.alloc(4096)],
    ['zeros and a line end', Buffer.concat([Buffer.alloc(100), Buffer.from('\n')])],
    ['a JSON of another shape', '{"hello":"world"}'],
    ['empty lines', '\n\n \n'],
    ['Windows line ends', '\r\n\r\n'],
  ] as const) {
    it(`is read completely except for ${what} at its end, and goes on with whole lines`, async () => {
      await writeFile(path(), whole);
      await appendFile(path(), tail);
      assert.deepEqual(await texts(), ['Hi', 'Hello, Grüße 😀']);
      await new ChatStore(folder(), silent).append(chatId, [userLine('u2', 'More', 'a1')]);
      assert.deepEqual(await texts(), ['Hi', 'Hello, Grüße 😀', 'More']);
    });
  }

  it('is logged with the number of lines that could not be read', async () => {
    const log = new RecordingLog();
    await writeFile(path(), `${whole}{\n}\n`);
    await new ChatStore(folder(), log).load(chatId);
    assert.deepEqual(log.lines, [`warn Chat ${chatId}: 2 of 5 lines could not be read.`]);
  });

  for (const [what, text] of [
    ['garbage', 'not a chat\nat all\n'],
    ['zeros', '\0'.repeat(500)],
    ['half its only record', (lines[0] ?? '').slice(0, 20)],
  ] as const) {
    it(`with nothing but ${what} is set aside unchanged, and its name is free again`, async () => {
      await writeFile(path(), text);
      const store = new ChatStore(folder(), silent);
      assert.equal(await store.load(chatId), undefined);
      const [name = '', ...more] = await readdir(folder());
      assert.deepEqual(more, []);
      assert.match(name, new RegExp(`^${chatId}\\.jsonl\\.corrupt-\\d+$`, 'u'));
      assert.equal(await readFile(join(folder(), name), 'utf8'), text);
      await store.append(chatId, records);
      assert.deepEqual(await texts(), ['Hi', 'Hello, Grüße 😀']);
      assert.equal((await readdir(folder())).length, 2);
    });
  }

  it('does not remove the other chats from the list', async () => {
    const other = '00000000-0000-4000-8000-000000000000';
    await writeFile(path(), 'garbage');
    const store = new ChatStore(folder(), silent);
    await store.append(other, records);
    assert.deepEqual(
      (await store.list()).map((one) => one.id),
      [other],
    );
  });

  it('is not deleted with its empty tab, unlike one without any turns', async () => {
    const store = new ChatStore(folder(), silent);
    const isThere = async () => (await readdir(folder())).includes(`${chatId}.jsonl`);
    await store.append(chatId, [metaLine()]);
    await appendFile(join(folder(), `${chatId}.jsonl`), '{"v":1,"type":"user","id":"u1","te');
    await store.deleteEmpty(chatId);
    assert.equal(await isThere(), true);
    await store.delete(chatId);
    await store.append(chatId, [metaLine(), userLine('u1', 'Hi')]);
    await store.deleteEmpty(chatId);
    assert.equal(await isThere(), true);
    await store.append(chatId, [deletedRecord(chatId, ['u1'], 2)]);
    await store.deleteEmpty(chatId);
    assert.deepEqual([await isThere(), await store.restore(chatId)], [false, true]);
    await store.delete(chatId);
    await store.append(chatId, [metaLine()]);
    await store.deleteEmpty(chatId);
    assert.equal(await isThere(), false);
  });

  it('is no chat yet if it is empty, and is not set aside', async () => {
    await writeFile(path(), '');
    assert.equal(await new ChatStore(folder(), silent).load(chatId), undefined);
    assert.deepEqual(await readdir(folder()), [`${chatId}.jsonl`]);
  });
});

describe('A chat file of a newer version', () => {
  const folder = useFolder();
  const path = () => join(folder(), `${chatId}.jsonl`);
  const newer = '{"v":2,"type":"vote","id":"x","ts":9}\n';

  it('is read-only if some of its lines are newer, and shows the others', async () => {
    await writeFile(path(), whole + newer);
    const stored = await new ChatStore(folder(), silent).load(chatId);
    assert.equal(stored?.readOnly, true);
    assert.equal(stored.conversation.turns.size, 2);
  });

  it('is read-only, listed and left exactly as it is if all its lines are newer', async () => {
    await writeFile(path(), newer);
    const store = new ChatStore(folder(), silent);
    assert.equal((await store.load(chatId))?.readOnly, true);
    const [listed] = await store.list();
    assert.deepEqual([listed?.id, listed?.title, listed?.isNewer], [chatId, '', true]);
    // Its lines have no time, so the file's time counts.
    assert.equal(listed?.updatedAt, (await stat(path())).mtimeMs);
    assert.deepEqual(await readdir(folder()), [`${chatId}.jsonl`]);
    assert.equal(await readFile(path(), 'utf8'), newer);
  });

  it('shows as much of each line as it understands', async () => {
    const lines = [
      {
        v: 2,
        type: 'meta',
        id: chatId,
        ts: 5,
        title: 'From the future',
        columns: [column('tone')],
        folder: ['x'],
      },
      { v: 3, type: 'user', id: 'u1', ts: 6, text: 'Hi', mood: 'curious' },
      { v: 2, type: 'assistant', id: 'a1', ts: 7, parts: [{ text: 'Hello' }] },
    ];
    await writeFile(path(), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const store = new ChatStore(folder(), silent);
    const stored = await store.load(chatId);
    assert.ok(stored?.readOnly);
    const { title, columns, turns } = stored.conversation;
    assert.deepEqual([title, columns[0].name, [...turns.keys()]], ['From the future', 'tone', ['u1']]);
    assert.deepEqual(
      (await store.list()).map((chat) => [chat.title, chat.updatedAt, chat.isNewer]),
      [['From the future', 6, true]],
    );
  });
});
