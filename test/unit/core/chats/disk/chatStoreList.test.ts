import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChatRecord, turnRecord, voteRecord } from '../../../../../src/core/chats/disk/chatRecord.ts';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import type { Vote } from '../../../../../src/core/chats/tree/column.ts';
import {
  alone,
  answerLine,
  chatId,
  column,
  metaLine,
  questionLine,
  silent,
  useFolder,
} from '../../fixtures.ts';

describe('The list of chats', () => {
  const folder = useFolder();
  const path = () => join(folder(), `${chatId}.jsonl`);
  const fresh = () => new ChatStore(folder(), silent).list();
  let reads: number;
  let store: ChatStore;
  beforeEach(() => {
    reads = 0;
    const read = (file: string) => {
      reads += 1;
      return readFile(file, 'utf8');
    };
    store = new ChatStore(folder(), silent, { read });
  });

  const conversation: ChatRecord[][] = [
    [metaLine({ title: '', ts: 1 })],
    [metaLine({ title: '', columns: [column('llama', { connectionId: 'other' })], ts: 2 })],
    [questionLine('u1', 'Hi', undefined, 3), answerLine('a1', 'u1', '', { ts: 3 }), metaLine({ ts: 3 })],
    [answerLine('a1', 'u1', 'Hel', { ts: 4, state: 'streaming' })],
    [answerLine('a1', 'u1', 'Hello', { ts: 5 })],
    [
      metaLine({
        title: 'Renamed',
        settings: { topP: 0.5 },
        columns: [column('tone', { last: 'a1' })],
        ts: 6,
      }),
    ],
    [],
    [metaLine({ title: 'Again', ts: 7 }), questionLine('u2', 'Grüße 😀', 'a1', 8)],
  ];

  it('reads no file after an own append, and matches the file', async () => {
    for (const records of conversation) {
      await store.append(chatId, records);
      assert.deepEqual(await store.list(), await fresh());
    }
    assert.equal(reads, 0);
    assert.equal((await store.list())[0]?.updatedAt, 8);
  });

  it('reads an earlier chat once, and then only what another window wrote', async () => {
    const [first = [], ...more] = conversation;
    const other = new ChatStore(folder(), silent);
    await other.append(chatId, first);
    await store.list();
    assert.equal(reads, 1);
    for (const records of more) {
      await store.append(chatId, records);
      assert.deepEqual(await store.list(), await fresh());
    }
    assert.equal(reads, 1);
    await other.append(chatId, [metaLine({ title: 'By the other', columns: [column('llama')], ts: 9 })]);
    await store.append(chatId, [questionLine('u3', 'By us', 'u2', 10)]);
    assert.deepEqual(await store.list(), await fresh());
    assert.equal((await store.list())[0]?.title, 'By the other');
    assert.equal(reads, 2);
  });

  const columns = [column('base'), column('tone')];
  const models = columns.map(({ connectionId, name }) => ({ connectionId, name }));
  const answered = ['a1', 'a2'] as const;
  const vote: Vote = { question: 'u2', best: 'c-tone', among: [...answered], isBlind: true, at: 8 };
  const blind = (isRevealed?: boolean): ChatRecord => {
    const order = ['c-tone', 'c-base'];
    const question = { ...alone('u2', 'u1', 'Which?'), at: 5 };
    return turnRecord({ ...question, blind: { order, ...(isRevealed && { isRevealed }) } }, 5);
  };
  const comparing: ChatRecord[][] = [
    [questionLine('u1', 'Hi', undefined, 3), metaLine({ columns, ts: 3 })],
    [answerLine('a0', 'u1', 'Hello', { ts: 4 })],
    [
      blind(),
      ...answered.map((id, at) => answerLine(id, 'u2', 'Me', { ts: 5, column: columns[at]?.id ?? '' })),
      metaLine({ columns, isBlind: true, ts: 5 }),
    ],
    [metaLine({ columns, title: 'Renamed', ts: 6 })],
    [answerLine('a1', 'u2', 'Me, whole', { ts: 7, column: 'c-base' })],
    [blind(true), voteRecord(chatId, vote), metaLine({ columns, title: 'Renamed', ts: 8 })],
    [metaLine({ columns: [column('tone')], closed: [column('base')], title: 'Renamed', ts: 9 })],
  ];

  it('knows the models of a chat in the order of its columns, whatever was appended', async () => {
    await store.append(chatId, [metaLine({ ts: 1 })]);
    const listed: unknown[] = [];
    for (const records of comparing) {
      await store.append(chatId, records);
      assert.deepEqual(await store.list(), await fresh());
      const [chat] = await store.list();
      listed.push([chat?.models.map(({ name }) => name).join(), chat?.isHidden]);
    }
    assert.deepEqual(listed, [
      ['base,tone', undefined],
      ['base,tone', undefined],
      ['', true],
      ['', true],
      ['', true],
      ['base,tone', undefined],
      ['tone', undefined],
    ]);
  });

  it('names no model while a blind question waits, not even of a torn file, and all of them afterwards', async () => {
    await store.append(chatId, comparing.slice(0, 4).flat());
    const bytes = await readFile(path());
    const start = bytes.indexOf('"blind":{') + 9;
    for (let length = start; length <= bytes.length; length += 9) {
      await writeFile(path(), bytes.subarray(0, length));
      // Torn before the end of its own line, the question is not there at all.
      for (const [chat] of [await store.list(), await fresh()])
        if (bytes.subarray(start, length).includes('\n'))
          assert.deepEqual([chat?.models, chat?.isHidden], [[], true], `${length} bytes`);
    }
    await writeFile(path(), bytes);
    await store.append(chatId, comparing[5] ?? []);
    const [chat] = await store.list();
    assert.deepEqual([chat?.title, chat?.models, chat?.isHidden], ['Renamed', models, undefined]);
  });

  it('reads the file anew if what was kept of it is of another shape', async () => {
    await store.append(chatId, comparing.slice(0, 4).flat());
    const { size, mtimeMs } = await stat(path());
    const summary = { id: chatId, title: 'Old', connectionId: 'acme', model: 'base', updatedAt: 4 };
    const files = { [chatId]: { size, mtimeMs, chat: { summary, hasTurns: true } } };
    await writeFile(join(folder(), 'list.json'), JSON.stringify({ v: 1, files }));
    assert.deepEqual(
      (await fresh()).map(({ title, models }) => [title, models]),
      [['Renamed', []]],
    );
  });

  it('keeps no title of a deleted chat', async () => {
    const cache = join(folder(), 'list.json');
    await store.append(chatId, [metaLine({ title: 'Secret' }), questionLine('u1', 'Hi')]);
    const [summary] = await store.list();
    const known = { size: 1, mtimeMs: 1, chat: { summary, hasTurns: true } };
    await writeFile(cache, JSON.stringify({ v: 1, files: { [chatId]: known } }));
    const next = new ChatStore(folder(), silent);
    assert.equal((await next.list()).length, 1);
    assert.match(await readFile(cache, 'utf8'), /Secret/u);
    await next.moveToTrash(chatId);
    await next.list();
    assert.doesNotMatch(await readFile(cache, 'utf8'), /Secret/u);
  });

  it('needs no further read after an append that closed a torn line', async () => {
    await store.append(chatId, conversation.flat());
    await writeFile(path(), '{"v":1,"type":"qu', { flag: 'a' });
    await store.list();
    assert.equal(reads, 1);
    await store.append(chatId, [metaLine({ title: 'After the crash', ts: 9 })]);
    assert.deepEqual(await store.list(), await fresh());
    assert.equal((await store.list())[0]?.title, 'After the crash');
    assert.equal(reads, 1);
  });

  it('has forgotten a chat that was deleted, even if it is written again', async () => {
    await store.append(chatId, conversation.flat());
    await store.delete(chatId);
    await store.append(chatId, [metaLine({ title: 'New', ts: 20 })]);
    assert.deepEqual(await store.list(), []);
    await store.append(chatId, [questionLine('u1', 'Hi', undefined, 21)]);
    assert.deepEqual(await store.list(), await fresh());
    assert.equal(reads, 0);
  });

  it('matches the file even if two windows write at the same time', async () => {
    const other = new ChatStore(folder(), silent);
    await store.append(chatId, conversation.flat());
    for (let round = 0; round < 20; round++) {
      const writers = [store, other].map((writer, index) =>
        writer.append(chatId, [metaLine({ title: `${round} of ${index}`, ts: 10 })]),
      );
      await Promise.all(writers);
      assert.deepEqual(await store.list(), await fresh());
    }
  });
});
