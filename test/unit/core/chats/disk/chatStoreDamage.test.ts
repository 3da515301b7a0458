import assert from 'node:assert/strict';
import { constants } from 'node:buffer';
import { appendFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChatRecord, deletedRecord } from '../../../../../src/core/chats/disk/chatRecord.ts';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { ChatTooLargeError } from '../../../../../src/core/chats/disk/chatTooLarge.ts';
import { ChatSearch } from '../../../../../src/core/chats/transfer/chatSearch.ts';
import {
  answerLine,
  chatId,
  column,
  metaLine,
  questionLine,
  RecordingLog,
  silent,
  turnsIn,
  useFolder,
} from '../../fixtures.ts';

const records: ChatRecord[] = [
  questionLine('u1', 'Hi'),
  answerLine('a1', 'u1', 'Hello, Grüße 😀'),
  metaLine({ columns: [column('tone', { last: 'a1' })] }),
];
const lines = records.map((record) => JSON.stringify(record));
const whole = `${lines.join('\n')}\n`;

describe('A damaged chat file', () => {
  const folder = useFolder();
  const path = () => join(folder(), `${chatId}.jsonl`);
  const texts = async () => {
    const stored = await new ChatStore(folder(), silent).load(chatId);
    return stored && [...turnsIn(stored.conversation).values()].map((turn) => turn.text);
  };

  for (const [what, tail] of [
    ['half a record', '{"v":1,"type":"question","id":"u2","te'],
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
      await new ChatStore(folder(), silent).append(chatId, [questionLine('u2', 'More', 'a1')]);
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
    await appendFile(join(folder(), `${chatId}.jsonl`), '{"v":1,"type":"question","id":"u1","te');
    await store.deleteEmpty(chatId);
    assert.equal(await isThere(), true);
    await store.delete(chatId);
    await store.append(chatId, [metaLine(), questionLine('u1', 'Hi')]);
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
    assert.equal(turnsIn(stored.conversation).size, 2);
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
      { v: 3, type: 'question', id: 'u1', ts: 6, text: 'Hi', mood: 'curious' },
      { v: 2, type: 'answer', id: 'a1', ts: 7, parts: [{ text: 'Hello' }] },
    ];
    await writeFile(path(), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const store = new ChatStore(folder(), silent);
    const stored = await store.load(chatId);
    assert.ok(stored?.readOnly);
    const { title, columns } = stored.conversation;
    const ids = [...turnsIn(stored.conversation).keys()];
    assert.deepEqual([title, columns[0].name, ids], ['From the future', 'tone', ['u1']]);
    assert.deepEqual(
      (await store.list()).map((chat) => [chat.title, chat.updatedAt, chat.isNewer]),
      [['From the future', 6, true]],
    );
  });
});

describe('A chat’s large file', function () {
  this.timeout(60_000);
  const folder = useFolder();
  const path = () => join(folder(), `${chatId}.jsonl`);
  const fresh = () => new ChatStore(folder(), silent);
  const listed = async () => (await fresh().list()).map(({ title, updatedAt }) => [title, updatedAt]);

  /** Writes a chat with so many zeros in its middle, which take no room on most disks; returns its size. */
  async function write(zeros: number): Promise<number> {
    await fresh().append(chatId, [metaLine({ ts: 1 }), questionLine('u1', 'Hi', undefined, 2)]);
    await truncate(path(), (await stat(path())).size + zeros);
    await fresh().append(chatId, [
      answerLine('a1', 'u1', 'Hello', { ts: 4 }),
      metaLine({ columns: [column('tone', { last: 'a1' })], ts: 5 }),
    ]);
    return (await stat(path())).size;
  }

  it('is searched, continued and deleted like any other, even if one of its lines is longer than a string can be', async function () {
    // Half a gigabyte is read several times.
    this.timeout(300_000);
    const size = await write(constants.MAX_STRING_LENGTH + 1);
    const [hit] = await new ChatSearch(fresh(), silent).searchChats('hello');
    assert.equal(hit?.found?.turn, 'a1');
    await fresh().deleteEmpty(chatId);
    assert.equal((await stat(path())).size, size);
    await fresh().append(chatId, [questionLine('u2', 'More', 'a1', 6)]);
    assert.deepEqual(await listed(), [['Refund tone', 6]]);
    const log = new RecordingLog();
    const { conversation } = (await new ChatStore(folder(), log).load(chatId)) ?? {};
    assert.deepEqual([turnsIn(conversation).size, conversation?.columns[0].last], [3, 'u2']);
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
    const turns = ['u1', 'u2', 'u3'].map((id, at) => questionLine(id, text, at === 0 ? undefined : `u${at}`));
    await store.append(chatId, [
      metaLine(),
      ...turns,
      metaLine({ columns: [column('tone', { last: 'u3' })] }),
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
    await store.append(chatId, [metaLine(), questionLine('u1', text), questionLine('u2', text, 'u1')]);
    for (let each = 0; each < 5; each++)
      await store.append(chatId, [questionLine('u2', `${text}${each}`, 'u1')]);
    await store.append(chatId, [
      deletedRecord(chatId, ['u1', 'u2'], 2),
      questionLine('u3', text),
      questionLine('u4', text),
    ]);
    await store.append(chatId, [questionLine('u1', text)]);
    await assert.rejects(store.load(chatId), ChatTooLargeError);
    await store.append(chatId, [
      deletedRecord(chatId, ['u1'], 2),
      metaLine({ columns: [column('tone', { last: 'u4' })] }),
    ]);
    const stored = await new ChatStore(folder(), silent).load(chatId);
    const texts = [...turnsIn(stored?.conversation).values()].map((turn) => turn.text);
    assert.deepEqual(texts, [text, text]);
  });
});
