import assert from 'node:assert/strict';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  columnAsChat,
  comparedAnew,
  comparedFrom,
} from '../../../../../src/core/chats/columns/newComparison.ts';
import { linesOf, readChatFile } from '../../../../../src/core/chats/disk/chatFile.ts';
import { forkAt, recordsOf } from '../../../../../src/core/chats/disk/forkChat.ts';
import { askOf, columnPath } from '../../../../../src/core/chats/tree/columns.ts';
import type { Comparison } from '../../../../../src/core/chats/tree/comparison.ts';
import type { Conversation } from '../../../../../src/core/chats/tree/conversation.ts';
import { shownPath, siblingsOf } from '../../../../../src/core/chats/tree/conversationTree.ts';
import { answerTurn, chatId, useFolder, userTurn } from '../../fixtures.ts';
import { emptyConversation } from '../chatScript.ts';
import { CompareBench } from './compareBench.ts';

/** The texts that each column shows. */
const columnsOf = (chat: Conversation | undefined) =>
  chat?.comparison?.columns.map((column) => columnPath(chat, column).map(({ text }) => text));

/** Lines as a version wrote and read them that knew no comparisons. */
function asOlderVersion(text: string): string {
  const lines = text.split('\n').filter((line) => line !== '' && !line.includes('"type":"comparison"'));
  const stripped = lines.map((line) => {
    const { ask: _ask, column: _column, ...rest } = JSON.parse(line) as Record<string, unknown>;
    return JSON.stringify(rest);
  });
  return `${stripped.join('\n')}\n`;
}

describe('The file of a comparison', () => {
  const folder = useFolder();
  const path = () => join(folder(), `${chatId}.jsonl`);
  let bench: CompareBench;
  beforeEach(async () => {
    bench = new CompareBench(folder());
    await bench.exchangeAll('one');
    await bench.exchangeAll('two');
  });

  it('is read back as it was', async () => {
    const stored = await bench.stored();
    // A file is as old as its first line.
    assert.deepEqual({ ...stored, createdAt: 1000 }, bench.session.conversation);
  });

  it('is a chat with siblings to an older version, which may go on with it', async () => {
    const whole = await readFile(path(), 'utf8');
    const old = readChatFile(chatId, linesOf(asOlderVersion(whole))).stored;
    assert.ok(old && !old.readOnly);
    const shown = shownPath(old.conversation);
    assert.deepEqual(
      shown.map(({ text }) => text),
      ['one', 'base: one', 'two', 'base: two'],
    );
    const [, answer] = shown;
    assert.equal(answer && siblingsOf(old.conversation, answer).length, 2);
    // It takes the line that it doesn't know for a damaged one, and appends its own below.
    const { id: _id, text: _text, ...rest } = answerTurn('old', '', '');
    const later = [
      { v: 1, type: 'user', id: 'u-old', parent: shown.at(-1)?.id, ts: 5, text: 'three' },
      {
        v: 1,
        type: 'assistant',
        ts: 6,
        ...rest,
        role: undefined,
        id: 'a-old',
        parent: 'u-old',
        text: 'old: three',
      },
    ];
    await appendFile(path(), later.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const back = await bench.stored();
    assert.equal(back.turns.size, old.conversation.turns.size + 2);
    const both = [
      ['one', 'base: one', 'two', 'base: two', 'three', 'old: three'],
      ['one', 'tone: one', 'two', 'tone: two'],
    ];
    assert.deepEqual(columnsOf(back), both, 'shown in the column that it continues');
    // This version goes on: the older one's answer is the column's for good.
    const next = new CompareBench(folder(), [], back);
    await next.session.rename('Kept');
    assert.deepEqual(columnsOf(await next.stored()), both);
    assert.equal(next.compare.askedFor('a-old')?.model, 'base');
  });

  it('loses nothing but its torn tail, wherever that was torn', async () => {
    const whole = await readFile(path());
    const lines = whole.toString('utf8').trimEnd().split('\n');
    const second = lines.findIndex((line) => line.includes('"text":"two"'));
    const start = Buffer.byteLength(`${lines.slice(0, second).join('\n')}\n`);
    for (let length = start; length <= whole.length; length += 7) {
      const read = readChatFile(chatId, linesOf(whole.subarray(0, length).toString('utf8')));
      const columns = columnsOf(read.stored?.conversation) ?? [];
      assert.equal(columns.length, 2);
      for (const texts of columns) assert.deepEqual(texts.slice(0, 1), ['one'], `${length} bytes`);
      assert.ok(read.bad <= 1);
    }
  });

  it('keeps its turns if the line of the columns is damaged', async () => {
    const whole = await readFile(path(), 'utf8');
    const damages: ((line: Record<string, unknown>) => void)[] = [
      (line) => Object.assign(line, { columns: [] }),
      (line) => Object.assign(line, { columns: 'none' }),
      (line) => Object.assign(line, { votes: 7, closed: {} }),
      (line) =>
        Object.assign(line, { columns: [{ id: 'x', connectionId: 'acme', model: 'base', leaf: 'nowhere' }] }),
    ];
    for (const damage of damages) {
      const lines = whole
        .trimEnd()
        .split('\n')
        .map((line) => {
          const json = JSON.parse(line) as Record<string, unknown>;
          if (json['type'] === 'comparison') damage(json);
          return JSON.stringify(json);
        });
      await writeFile(path(), `${lines.join('\n')}\n`);
      assert.equal((await bench.stored()).turns.size, bench.session.conversation.turns.size);
    }
  });

  /** Reads the file with each of its lines changed. */
  async function reread(change: (line: Record<string, unknown>) => Record<string, unknown>) {
    const lines = (await readFile(path(), 'utf8')).trimEnd().split('\n');
    const changed = lines.map((line) => JSON.stringify(change(JSON.parse(line) as Record<string, unknown>)));
    await writeFile(path(), `${changed.join('\n')}\n`);
    return bench.stored();
  }
  const changed = (change: (comparison: Comparison) => object) =>
    reread((line) => (line['type'] === 'comparison' ? { ...line, ...change(line as never) } : line));

  it('hides the names if it can’t be read whether they are hidden', async () => {
    assert.equal((await changed(() => ({ blind: 'sometimes' }))).comparison?.blind, 'hidden');
  });

  it('has each column once', async () => {
    const { comparison } = await changed(({ columns }) => ({ columns: [...columns, ...columns] }));
    assert.deepEqual(
      comparison?.columns.map(({ model }) => model),
      ['base', 'tone'],
    );
  });

  it('keeps what ties turns if an older version wrote them again', async () => {
    const text = asOlderVersion(await readFile(path(), 'utf8'));
    await appendFile(
      path(),
      text
        .split('\n')
        .filter((line) => !line.includes('"type":"meta"'))
        .join('\n'),
    );
    assert.deepEqual((await bench.stored()).turns, bench.session.conversation.turns);
  });

  it('shows a question whose answers were torn off in every column that it followed', async () => {
    const lines = (await readFile(path(), 'utf8')).trimEnd().split('\n');
    const first = lines.findIndex((line) => line.includes('"text":"two"'));
    const torn = readChatFile(chatId, lines.slice(0, first + 2)).stored?.conversation;
    assert.deepEqual(columnsOf(torn), [
      ['one', 'base: one', 'two'],
      ['one', 'tone: one', 'two'],
    ]);
  });

  it('is one from its first line on, also if it was written all at once', () => {
    const [first, second] = recordsOf(bench.session.conversation);
    assert.deepEqual([first?.type, second?.type], ['meta', 'comparison']);
  });

  it('has what came of each column, and all as cut off, if the window dies in the middle', async () => {
    const { of, done } = await bench.start(() => bench.compare.send('three'));
    of('base').say('half of base');
    of('tone').say('half of tone');
    const stored = await bench.stored();
    const cut = [...stored.turns.values()].filter(
      (turn) => turn.role === 'assistant' && turn.state === 'cut',
    );
    assert.equal(cut.length, 2);
    assert.deepEqual(
      columnsOf(stored)?.map((texts) => texts.length),
      [6, 6],
    );
    of('base').finish();
    of('tone').finish();
    await done;
  });

  it('is written whole again after the disk refused it', async () => {
    await bench.session.keepAll();
    assert.deepEqual((await bench.stored()).comparison, bench.session.conversation.comparison);
  });
});

describe('A comparison made from a chat', () => {
  const turns = [
    userTurn('u1', undefined, 'one'),
    answerTurn('a1', 'u1', 'tone: one'),
    userTurn('u2', 'a1', 'two'),
    answerTurn('a2', 'u2', 'tone: two'),
  ];
  const chat = emptyConversation({
    turns: new Map(turns.map((turn) => [turn.id, turn])),
    leaf: 'a2',
    pinned: true,
  });
  const compared = comparedFrom(chat, [{ connectionId: 'acme', model: 'base' }]);

  it('takes its turns along; only the last answer is the chat’s model’s alone', () => {
    assert.notEqual(compared.id, chat.id);
    assert.equal(compared.pinned, undefined);
    assert.deepEqual(columnsOf(compared), [
      ['one', 'tone: one', 'two', 'tone: two'],
      ['one', 'tone: one', 'two'],
    ]);
    assert.equal(chat.turns.get('a2'), turns[3], 'the chat is as it was');
  });

  it('becomes a chat again without a trace, also from one of its turns', () => {
    const [own, other] = compared.comparison?.columns ?? [];
    assert.ok(own && other);
    const again = columnAsChat(compared, own);
    assert.deepEqual({ ...again, id: chat.id, pinned: true }, { ...chat, updatedAt: again.updatedAt });
    const fork = forkAt(compared, 'u2');
    assert.equal(fork?.comparison, undefined);
    assert.deepEqual([...(fork?.turns.keys() ?? [])], ['u1', 'a1', 'u2']);
    assert.equal(columnAsChat(compared, other).model, 'base');
  });

  it('gives the last answer to the compared model that gave it; if none did, it stays behind', () => {
    const by = (model: string) =>
      comparedFrom(
        {
          ...chat,
          turns: new Map([...chat.turns, ['a2', { ...answerTurn('a2', 'u2', 'two'), model, isApart: true }]]),
        },
        [{ connectionId: 'acme', model: 'base' }],
      );
    assert.deepEqual(columnsOf(by('base')), [
      ['one', 'tone: one', 'two'],
      ['one', 'tone: one', 'two', 'two'],
    ]);
    assert.deepEqual(columnsOf(by('other')), [
      ['one', 'tone: one', 'two'],
      ['one', 'tone: one', 'two'],
    ]);
    assert.ok(!by('other').turns.has('a2'));
  });

  it('keeps the model of a closed column if one of its turns becomes a chat', () => {
    assert.ok(compared.comparison);
    const [own, other] = compared.comparison.columns;
    assert.ok(own && other);
    const turns = new Map([
      ...compared.turns,
      ['b2', { ...answerTurn('b2', 'u2', 'b'), model: 'base', column: other.id }],
    ]);
    const closed = { ...compared, turns, comparison: { columns: [own], closed: [other], votes: [] } };
    assert.equal(forkAt(closed, 'b2')?.model, 'base');
  });

  it('is asked anew with the same models, hidden, and nothing said', () => {
    assert.ok(compared.comparison);
    const next = comparedAnew(compared, compared.comparison);
    assert.equal(next.turns.size, 0);
    assert.equal(next.comparison?.blind, 'hidden');
    assert.deepEqual(
      next.comparison?.columns.map(({ model, leaf }) => [model, leaf]),
      [
        ['tone', undefined],
        ['base', undefined],
      ],
    );
    assert.ok(
      next.comparison?.columns.every(({ id }) => compared.comparison?.columns.every((one) => one.id !== id)),
    );
  });

  it('ties no question that stands once', () => {
    assert.ok([...compared.turns.values()].every((turn) => turn.role !== 'user' || askOf(turn) === turn.id));
  });
});
