import assert from 'node:assert/strict';
import fc from 'fast-check';
import { rowsOf } from '../../../../../src/core/chats/columns/rows.ts';
import { readChatFile, splitLines } from '../../../../../src/core/chats/disk/chatFile.ts';
import {
  type ChatRecord,
  deletedRecord,
  metaRecord,
  readRecord,
  turnRecord,
  voteRecord,
} from '../../../../../src/core/chats/disk/chatRecord.ts';
import { knownChat, knownChatOf } from '../../../../../src/core/chats/disk/chatSummary.ts';
import { conversationFrom } from '../../../../../src/core/chats/disk/recordedConversation.ts';
import { ColumnPaths } from '../../../../../src/core/chats/tree/columnPaths.ts';
import type { Conversation } from '../../../../../src/core/chats/tree/conversation.ts';
import {
  alone,
  answerLine,
  chatId,
  column,
  metaLine,
  newAnswer,
  newQuestion,
  questionLine,
  turnsIn,
} from '../../fixtures.ts';
import { shownIn } from '../chatScript.ts';

const records: ChatRecord[] = [
  metaLine({ title: 'A title', ts: 1 }),
  questionLine('u1', 'Hi', undefined, 2),
  answerLine('a1', 'u1', 'Hello', { ts: 3 }),
  questionLine('u2', 'More', 'a1', 4),
  answerLine('a2', 'u2', 'Fine 😀', { ts: 5 }),
  answerLine('a3', 'u2', 'Better', { ts: 6 }),
  metaLine({ title: 'Another', columns: [column('tone', { last: 'a2' })], ts: 7 }),
];
const lines = records.map((record) => JSON.stringify(record));

const columns = ['base', 'tone'].map((name) => column(name));
const blind = (isRevealed: boolean): ChatRecord => {
  const order = columns.map(({ id }) => id);
  const question = { ...alone('u9', 'u1', 'Blind'), at: 8 };
  return turnRecord({ ...question, blind: { order, ...(isRevealed && { isRevealed }) } }, 8);
};
const blindLine = JSON.stringify(blind(false));
const comparedLines = [
  metaLine({ columns }),
  metaLine({ columns, isBlind: true }),
  blind(true),
  voteRecord(chatId, { question: 'u1', best: 'c-tone', among: ['a1', 'a2'], at: 8 }),
  deletedRecord(chatId, ['u9'], 9),
].map((record) => JSON.stringify(record));

const isBad = ({ record, isNewer }: ReturnType<typeof readRecord>) => !record && !isNewer;

/** A line that no version writes. */
const garbage = fc.oneof(
  fc.string({ minLength: 1 }).map((text) => `x${text.replaceAll('\n', ' ')}`),
  fc.constant('\0'.repeat(64)),
  fc.nat({ max: (lines[2]?.length ?? 2) - 2 }).map((length) => `{${lines[2]?.slice(1, length + 1)}`),
  // A number above 1 as its `v` makes it a line of a newer version.
  fc
    .json()
    .map((json) => json.replaceAll('\n', ' '))
    .filter((json) => isBad(readRecord(json))),
  fc.constant('\uFFFD\uFFFD{"v":1'),
);

function read(text: string): Conversation {
  const { stored } = readChatFile(chatId, splitLines(text));
  assert.ok(stored);
  return stored.conversation;
}

const turnsOf = ({ questions, answers }: Conversation) => [...questions.values(), ...answers.values()];
const textsOf = (conversation: Conversation) => turnsOf(conversation).map(({ text }) => text);
const whole = read(lines.join('\n'));

describe('A chat’s file', () => {
  it('reads the same with garbage between its lines, which is counted', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: lines.length }), garbage), { maxLength: 12 }),
        (inserted) => {
          const mixed: string[] = [...lines];
          for (const [at, line] of inserted) mixed.splice(at, 0, line);
          const { stored, bad } = readChatFile(chatId, splitLines(mixed.join('\n')));
          assert.deepEqual(stored?.conversation, whole);
          assert.equal(bad, inserted.length);
        },
      ),
    );
  });

  it('reads the same with any of its lines written twice', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 7, maxLength: 7 }), (times) => {
        const repeated = lines.flatMap((line, at) => new Array<string>(times[at] ?? 1).fill(line));
        assert.deepEqual(read(repeated.join('\n')), whole);
      }),
    );
  });

  it('contains every turn, whatever the order of its lines, and always shows a path', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(lines, { minLength: lines.length }), (shuffled) => {
        const conversation = read(shuffled.join('\n'));
        assert.deepEqual(textsOf(conversation).sort(), textsOf(whole).sort());
        assert.ok(shownIn(conversation).length > 0);
      }),
    );
  });

  it('gives the rest if any lines are lost, even the first', () => {
    fc.assert(
      fc.property(fc.subarray(lines, { minLength: 1 }), (left) => {
        const conversation = read(left.join('\n'));
        const texts = left.flatMap((line) => JSON.parse(line).text ?? []);
        assert.deepEqual(textsOf(conversation).sort(), texts.sort());
      }),
    );
  });

  it('never hangs on turns that follow each other', () => {
    const circle = [
      questionLine('u1', 'Hi', 'a1'),
      answerLine('a1', 'u1', 'Hello'),
      answerLine('a2', 'a2', 'I'),
      ...[alone('u8', 'u9'), alone('u9', 'u8')].map((turn) => turnRecord(turn, 1)),
    ];
    const conversation = read(circle.map((record) => JSON.stringify(record)).join('\n'));
    assert.equal(turnsOf(conversation).length, 5);
    for (const { id } of turnsOf(conversation)) {
      const shown = new ColumnPaths(conversation).showing(column('tone'), id);
      // Of these, only the answer to itself has no question to be shown under.
      assert.equal(shownIn(conversation, shown).length > 0, id !== 'a2');
    }
    assert.ok(rowsOf(conversation).length > 0);
  });

  it('may start with a byte order mark, have Windows line ends, and contain bytes that are not letters', () => {
    const broken = Buffer.from(lines.join('\r\n'));
    broken[broken.indexOf('Hello')] = 0xff;
    const conversation = read(`\uFEFF${broken.toString('utf8')}\r\n`);
    assert.equal(conversation.title, 'Another');
    assert.equal(turnsIn(conversation).get('a1')?.text, '\uFFFDello');
  });

  it('gives the same list entry from its end as from the whole', () => {
    const line = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...lines) },
      { weight: 2, arbitrary: fc.constantFrom(blindLine, ...comparedLines) },
      { weight: 1, arbitrary: garbage },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '{"v":2,"type":"vote"}',
          '{"v":1,"type":"meta"}',
          '{"v":1,"type":"question"}',
          `{"v":1,"id":"x",${blindLine.slice(7)}`,
          blindLine.replace('"order":[', '"order":[7,'),
          '{"v":1,"ty',
        ),
      },
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (some) => {
        const lines = splitLines(some.join('\n'));
        assert.deepEqual(knownChatOf(chatId, lines), knownChat(readChatFile(chatId, lines)));
      }),
    );
  });
});

function reread(record: ChatRecord): ChatRecord {
  const read = readRecord(JSON.stringify(record));
  assert.ok(read.record && !read.isNewer);
  return read.record;
}

const built = (...records: ChatRecord[]) => conversationFrom(chatId, records);

const texts = (...records: ChatRecord[]) => shownIn(built(...records)).map((turn) => turn.text);

describe('A line of a chat file', () => {
  it('restores a turn of the person', () => {
    for (const turn of [newQuestion('u1'), newQuestion('u2', 'a1', 'Grüße\n"\u0000\u2028😀')]) {
      assert.deepEqual(built(metaLine(), reread(turnRecord(turn, 5))).questions.get(turn.id), turn);
    }
  });

  it('is bad if it is not JSON, not a record, or of an unknown type', () => {
    const lines = ['', '{', '\0\0\0', '7', 'null', '[]', '{"v":1}', '{"v":1,"type":"edit","id":"x","ts":1}'];
    for (const line of lines) assert.deepEqual(readRecord(line), { record: undefined, isNewer: false }, line);
  });

  it('keeps the text even if a figure, a setting or a time is invalid', () => {
    const line = JSON.stringify(turnRecord(newAnswer('a1', 'u1', 'Said'), 1)).replace(
      '"settings":{}',
      '"settings":{"temperature":null},"figures":{"durationMs":1,"tokensPerSecond":null},"error":7',
    );
    const { record } = readRecord(line.replace('"ts":1', '"ts":1e300'));
    assert.ok(record?.type === 'answer', line);
    assert.equal(record.text, 'Said');
    // A list of chats shows it as a date, which throws outside its range.
    assert.ok(Number.isFinite(new Date(record.ts).getTime()));
  });

  it('is newer, not bad, if its format number is higher', () => {
    assert.ok(readRecord('{"v":2,"type":"vote","anything":[]}').isNewer);
  });
});

describe('A file’s conversation', () => {
  it('takes the last record of a turn, in the place of its first', () => {
    const chat = built(
      metaLine(),
      questionLine('u1', 'Hey'),
      answerLine('a1', 'u1', 'Hel', { state: 'streaming' }),
      answerLine('a2', 'u1', 'Bye'),
      questionLine('u2', 'More', 'a1'),
      questionLine('u1', 'Hi'),
      answerLine('a1', 'u1', 'Hello'),
    );
    assert.deepEqual(textsOf(chat), ['Hi', 'More', 'Hello', 'Bye']);
  });

  it('calls an answer cut if it was streaming when its window ended', () => {
    const { answers } = built(answerLine('a1', 'u1', 'Hel', { state: 'streaming' }));
    assert.equal(answers.get('a1')?.state, 'cut');
  });

  const hi = questionLine('u1', 'Hi');
  const [one, two] = [answerLine('a1', 'u1', 'One'), answerLine('a2', 'u1', 'Two')];
  const ending = (last: string) => metaLine({ columns: [column('tone', { last })] });
  const torn = [questionLine('u2', 'More', 'a1'), answerLine('a3', 'u2', '')];
  for (const [what, records, shown] of [
    ['the path that was shown last', [hi, one, two, ending('a1')], ['Hi', 'One']],
    ['the newest turn if the one that was shown is lost', [ending('lost'), hi], ['Hi']],
    ['a turn whose place was torn off', [hi, one, ending('a1'), ...torn], ['Hi', 'One', 'More', '']],
    [
      'the chosen path while another answer is written again',
      [hi, one, answerLine('a2', 'u1', ''), ending('a1'), two],
      ['Hi', 'One'],
    ],
    ['its turns if nothing says which model they belong to', [hi], ['Hi']],
  ] as const) {
    it(`shows ${what}`, () => {
      assert.deepEqual(texts(...records), shown);
    });
  }

  it('is dated by its last turn, not by a change of its name or model', () => {
    const { createdAt, updatedAt } = built(
      metaLine({ ts: 1 }),
      questionLine('u1', 'Hi', undefined, 2),
      answerLine('a1', 'u1', 'Hello', { ts: 3 }),
      metaLine({ title: 'New', columns: [column('llama')], ts: 9 }),
    );
    assert.deepEqual([createdAt, updatedAt], [1, 3]);
    assert.equal(built(metaLine({ ts: 1 }), metaLine({ ts: 9 })).updatedAt, 1);
  });

  it('is known by its answers if the line about itself is lost', () => {
    const { columns, title } = built(questionLine('u1', 'Hi'), answerLine('a1', 'u1', 'Hello'));
    assert.deepEqual([columns, title], [[column('tone', { last: 'a1' })], '']);
  });

  it('stays pinned until a line about itself says otherwise', () => {
    assert.equal(built(metaLine({ pinned: true }), questionLine('u1', 'Hi')).pinned, true);
    assert.equal(built(metaLine({ pinned: true }), metaLine()).pinned, undefined);
  });

  it('says nothing of what a chat is not, or is no longer', () => {
    const chat = conversationFrom(chatId, records);
    const off = { pinned: false, isBlind: false, isOneAtATime: false, isWithoutEarlier: false };
    const line = JSON.stringify(metaRecord({ ...chat, ...off }, 9));
    assert.equal(line, JSON.stringify(metaRecord(chat, 9)));
    assert.deepEqual(Object.keys(JSON.parse(line)), [
      'v',
      'type',
      'id',
      'ts',
      'title',
      'settings',
      'columns',
    ]);
  });
});
