import assert from 'node:assert/strict';
import { countedVotes } from '../../../../../src/core/chats/columns/tallies.ts';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { ChatOwnership } from '../../../../../src/core/chats/session/chatOwnership.ts';
import { chatsJson, connectionsIn, readImport } from '../../../../../src/core/chats/transfer/chatJson.ts';
import { importChats } from '../../../../../src/core/chats/transfer/importChats.ts';
import type { Vote } from '../../../../../src/core/chats/tree/column.ts';
import type { Conversation, Turn } from '../../../../../src/core/chats/tree/conversation.ts';
import { OwnerLocks } from '../../../../../src/core/files/locks/ownerLocks.ts';
import { alone, column, newAnswer, newQuestion, silent, useFolder } from '../../fixtures.ts';
import { chatOf, shownIn, tableOf } from '../chatScript.ts';

describe('An exported chat with several columns', () => {
  const turns: Turn[] = [
    newQuestion('u1'),
    { ...newAnswer('a1', 'u1'), column: 'c-base' },
    { ...newAnswer('a2', 'u1'), connectionId: 'staging' },
    { ...alone('u2', 'u1'), blind: { order: ['c-tone', 'c-base'] } },
    { ...newAnswer('a3', 'u2'), column: 'c-base' },
    { ...newAnswer('a4', 'u2'), connectionId: 'staging', deployment: { hubRevision: '4f2c9ab' } },
  ];
  const columns = [
    column('base', { last: 'a3' }),
    column('tone', { connectionId: 'staging', last: 'a4' }),
  ] as const;
  const vote: Vote = { question: 'u1', best: 'c-tone', among: ['a1', 'a2'], at: 9 };
  const closed = [column('old', { connectionId: 'gone' })];
  const chat = chatOf(turns, undefined, { columns, closed, votes: [vote], isBlind: true });
  const connectionNames = new Map([
    ['acme', 'Acme'],
    ['staging', 'Staging'],
    ['gone', 'Gone'],
  ]);
  const file = JSON.parse(chatsJson([{ conversation: chat, connectionNames }]));
  const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
  const changed = (change: object) => ({ ...file, chats: [{ ...file.chats[0], ...change }] });
  const folder = useFolder();
  async function importedTo(
    connections: { id: string; name: string }[] = [],
    from: unknown = file,
  ): Promise<Conversation> {
    const read = readImport(bytes(from));
    assert.ok(read.is === 'chats', JSON.stringify(read));
    const store = new ChatStore(folder(), silent);
    const ownership = new ChatOwnership(store, new OwnerLocks(folder(), silent), () => true, silent);
    const [id = ''] = await importChats({ store, ownership }, read.chats, connections);
    const stored = await store.load(id);
    assert.ok(stored);
    return stored.conversation;
  }

  it('is imported as it was, only that its votes are shown and not counted', async () => {
    const stored = await importedTo();
    const imported = { ...vote, isImported: true };
    assert.deepEqual({ ...stored, updatedAt: chat.updatedAt }, { ...chat, votes: [imported] });
    assert.deepEqual(countedVotes(stored), []);
    assert.deepEqual(tableOf(stored), tableOf(chat));
  });

  it('finds the connections of all columns on another machine by name, and keeps one that it has not', async () => {
    const stored = await importedTo([
      { id: 'here', name: 'Acme' },
      { id: 'there', name: 'Staging' },
    ]);
    const idsOf = (all: readonly { connectionId: string }[]) => all.map(({ connectionId }) => connectionId);
    assert.deepEqual(idsOf(stored.columns), ['here', 'there']);
    assert.deepEqual(idsOf(stored.closed ?? []), ['gone']);
    assert.deepEqual(idsOf([...stored.answers.values()]), ['here', 'there', 'here', 'there']);
  });

  it('names every connection that it needs', () => {
    assert.deepEqual(connectionsIn(chat).sort(), ['acme', 'gone', 'staging']);
    assert.deepEqual(file.chats[0].connections.length, 3);
  });

  it('shows the last answer of a column whose end is missing', async () => {
    const lost = columns.map((one) => ({ ...one, last: 'lost' }));
    const stored = await importedTo([], changed({ columns: lost }));
    const shown = stored.columns.map((one) => shownIn(stored, one).at(-1)?.id);
    assert.deepEqual(shown, ['a3', 'a4']);
  });

  const [first] = columns;
  const many = <T>(count: number, of: (id: string) => T) =>
    Array.from({ length: count }, (_, at) => of(`${at}`));
  const columnsOf = (count: number) => many(count, (id) => ({ ...first, id }));
  const { column: _column, ...columnless } = newAnswer('a1', 'u1');
  for (const [what, change, where] of [
    ['no column', { columns: [] }, 'columns'],
    ['five columns', { columns: columnsOf(5) }, 'columns'],
    ['more closed columns than it can have', { closed: columnsOf(101) }, 'closed'],
    ['more votes than it can have', { votes: many(10_001, (question) => ({ ...vote, question })) }, 'votes'],
    ['two columns of one id', { columns: [first, first] }, 'columns'],
    ['a column without a model', { columns: [{ id: 'c1', connectionId: 'acme' }] }, 'columns.0.name'],
    [
      'a setting that is none',
      { columns: [{ ...first, settings: { seed: 'x' } }] },
      'columns.0.settings.seed',
    ],
    ['a vote on nothing', { votes: [{ question: 'u1', at: 9 }] }, 'votes.0.among'],
    ['a vote on one answer', { votes: [{ ...vote, among: vote.among.slice(1) }] }, 'votes.0.among'],
    ['an unknown kind of blindness', { isBlind: 'half' }, 'isBlind'],
    [
      'an order that is none',
      { questions: [{ ...turns[3], blind: { order: 7 } }] },
      'questions.0.blind.order',
    ],
    ['an answer of no column', { answers: [columnless] }, 'answers.0.column'],
  ] as const) {
    it(`with ${what} is refused as a whole, with a reason`, () => {
      const expected = { is: 'refused', why: 'damaged', where: `chats.0.${where}` };
      assert.deepEqual(readImport(bytes(changed(change))), expected);
    });
  }
});
