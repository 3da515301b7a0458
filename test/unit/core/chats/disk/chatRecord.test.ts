import assert from 'node:assert/strict';
import { type ChatRecord, readRecord, turnRecord } from '../../../../../src/core/chats/disk/chatRecord.ts';
import { conversationFrom } from '../../../../../src/core/chats/disk/recordedConversation.ts';
import { answerLine, answerTurn, chatId, column, metaLine, userLine, userTurn } from '../../fixtures.ts';
import { shownIn } from '../chatScript.ts';

function reread(record: ChatRecord): ChatRecord {
  const read = readRecord(JSON.stringify(record));
  assert.ok(read.record && !read.isNewer);
  return read.record;
}

const built = (...records: ChatRecord[]) => conversationFrom(chatId, records);

const texts = (...records: ChatRecord[]) => shownIn(built(...records)).map((turn) => turn.text);

describe('A line of a chat file', () => {
  it('restores a turn of the person', () => {
    for (const turn of [userTurn('u1'), userTurn('u2', 'a1', 'Grüße\n"\u0000\u2028😀')]) {
      assert.deepEqual(
        built(metaLine(), reread(turnRecord(turn, 5))).turns.get(turn.id),
        turn.parent === undefined ? { ...turn, parent: undefined } : turn,
      );
    }
  });

  it('is bad if it is not JSON, not a record, or of an unknown type', () => {
    const lines = ['', '{', '\0\0\0', '7', 'null', '[]', '{"v":1}', '{"v":1,"type":"edit","id":"x","ts":1}'];
    for (const line of lines) assert.deepEqual(readRecord(line), { record: undefined, isNewer: false }, line);
  });

  it('keeps the text even if a figure, a setting or a time is invalid', () => {
    const line = JSON.stringify(turnRecord(answerTurn('a1', 'u1', 'Said'), 1)).replace(
      '"settings":{}',
      '"settings":{"temperature":null},"figures":{"durationMs":1,"tokensPerSecond":null},"error":7',
    );
    const { record } = readRecord(line.replace('"ts":1', '"ts":1e300'));
    assert.ok(record?.type === 'assistant', line);
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
    const { turns } = built(
      metaLine(),
      userLine('u1', 'Hi'),
      answerLine('a1', 'u1', 'Hel', { state: 'streaming' }),
      userLine('u2', 'More', 'a1'),
      answerLine('a1', 'u1', 'Hello'),
    );
    assert.deepEqual([...turns.keys()], ['u1', 'a1', 'u2']);
    assert.equal(turns.get('a1')?.text, 'Hello');
  });

  it('calls an answer cut if it was streaming when its window ended', () => {
    const turn = built(answerLine('a1', 'u1', 'Hel', { state: 'streaming' })).turns.get('a1');
    assert.ok(turn?.role === 'assistant');
    assert.equal(turn.state, 'cut');
  });

  const hi = userLine('u1', 'Hi');
  const [one, two] = [answerLine('a1', 'u1', 'One'), answerLine('a2', 'u1', 'Two')];
  const ending = (leaf: string) => metaLine({ columns: [column('tone', { leaf })] });
  const torn = [userLine('u2', 'More', 'a1'), answerLine('a3', 'u2', '')];
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
      userLine('u1', 'Hi', undefined, 2),
      answerLine('a1', 'u1', 'Hello', { ts: 3 }),
      metaLine({ title: 'New', columns: [column('llama')], ts: 9 }),
    );
    assert.deepEqual([createdAt, updatedAt], [1, 3]);
    assert.equal(built(metaLine({ ts: 1 }), metaLine({ ts: 9 })).updatedAt, 1);
  });

  it('is known by its answers if the line about itself is lost', () => {
    const { columns, title } = built(userLine('u1', 'Hi'), answerLine('a1', 'u1', 'Hello'));
    assert.deepEqual([columns, title], [[column('tone', { leaf: 'a1' })], '']);
  });

  it('stays pinned until a line about itself says otherwise', () => {
    assert.equal(built(metaLine({ pinned: true }), userLine('u1', 'Hi')).pinned, true);
    assert.equal(built(metaLine({ pinned: true }), metaLine()).pinned, undefined);
  });
});
