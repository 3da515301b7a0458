import assert from 'node:assert/strict';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { ChatOwnership } from '../../../../../src/core/chats/session/chatOwnership.ts';
import { chatsJson, readImport } from '../../../../../src/core/chats/transfer/chatJson.ts';
import { importChats } from '../../../../../src/core/chats/transfer/importChats.ts';
import { columnPath } from '../../../../../src/core/chats/tree/columns.ts';
import type { Comparison } from '../../../../../src/core/chats/tree/comparison.ts';
import type { Conversation, Turn } from '../../../../../src/core/chats/tree/conversation.ts';
import { OwnerLocks } from '../../../../../src/core/files/locks/ownerLocks.ts';
import { answerTurn, silent, useFolder, userTurn } from '../../fixtures.ts';
import { emptyConversation } from '../chatScript.ts';

describe('An exported comparison', () => {
  const among = (id: string) => [
    { column: 'c1', connectionId: 'acme', model: 'base' },
    { column: 'c2', connectionId: id, model: 'tone' },
  ];
  const turns: Turn[] = [
    userTurn('u1'),
    { ...answerTurn('a1', 'u1'), column: 'c1' },
    { ...answerTurn('a2', 'u1'), column: 'c2', connectionId: 'staging' },
  ];
  const comparison: Comparison = {
    columns: [
      { id: 'c1', connectionId: 'acme', model: 'base', leaf: 'a1' },
      { id: 'c2', connectionId: 'staging', model: 'tone', leaf: 'a2' },
    ],
    closed: [{ id: 'c3', connectionId: 'gone', model: 'old' }],
    votes: [{ ask: 'u1', best: 'c2', among: among('staging'), at: 9 }],
  };
  const chat = emptyConversation({
    turns: new Map(turns.map((turn) => [turn.id, turn])),
    leaf: 'a1',
    comparison,
  });
  const connectionNames = new Map([
    ['acme', 'Acme'],
    ['staging', 'Staging'],
    ['gone', 'Gone'],
  ]);
  const file = JSON.parse(chatsJson([{ conversation: chat, connectionNames }]));
  const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
  const changed = (change: object) => ({
    ...file,
    chats: [{ ...file.chats[0], comparison: { ...file.chats[0].comparison, ...change } }],
  });
  const folder = useFolder();
  async function importedTo(connections: { id: string; name: string }[]): Promise<Conversation | undefined> {
    const read = readImport(bytes(file));
    assert.ok(read.is === 'chats');
    const store = new ChatStore(folder(), silent);
    const ownership = new ChatOwnership(store, new OwnerLocks(folder(), silent), () => true, silent);
    const [id = ''] = await importChats({ store, ownership }, read.chats, connections);
    return (await store.load(id))?.conversation;
  }

  it('finds the connections of all columns on another machine by name, and keeps one that it has not', async () => {
    const stored = await importedTo([
      { id: 'here', name: 'Acme' },
      { id: 'there', name: 'Staging' },
    ]);
    const { columns = [], closed = [], votes = [] } = stored?.comparison ?? {};
    const idsOf = (all: readonly { connectionId: string }[]) => all.map(({ connectionId }) => connectionId);
    assert.deepEqual(idsOf(columns), ['here', 'there']);
    assert.deepEqual(idsOf(closed), ['gone']);
    assert.deepEqual(idsOf(votes[0]?.among ?? []), ['here', 'there']);
    const answers = [...(stored?.turns.values() ?? [])].filter((turn) => turn.role === 'assistant');
    assert.deepEqual(idsOf(answers), ['here', 'there']);
  });

  it('shows the last answer of a column whose end is missing', () => {
    const columns = comparison.columns.map((column) => ({ ...column, leaf: 'lost' }));
    const read = readImport(bytes(changed({ columns })));
    const { conversation } = (read.is === 'chats' ? read.chats[0] : undefined) ?? {};
    assert.ok(conversation?.comparison);
    const shown = conversation.comparison.columns.map(
      (column) => columnPath(conversation, column).at(-1)?.id,
    );
    assert.deepEqual(shown, ['a1', 'a2']);
    assert.equal(conversation.leaf, 'a1');
  });

  for (const [what, change, where] of [
    ['no column', { columns: [] }, 'columns'],
    [
      'five columns',
      { columns: Array.from({ length: 5 }, (_, at) => ({ ...comparison.columns[0], id: `${at}` })) },
      'columns',
    ],
    [
      'more closed columns than it can have',
      { closed: Array.from({ length: 101 }, (_, at) => ({ ...comparison.columns[0], id: `${at}` })) },
      'closed',
    ],
    [
      'more votes than it can have',
      { votes: Array.from({ length: 10_001 }, (_, at) => ({ ask: `${at}`, among: [], at })) },
      'votes',
    ],
    ['two columns of one id', { columns: [comparison.columns[0], comparison.columns[0]] }, 'columns'],
    ['a column without a model', { columns: [{ id: 'c1', connectionId: 'acme' }] }, 'columns.0.model'],
    [
      'a setting that is none',
      { columns: [{ ...comparison.columns[0], settings: { seed: 'x' } }] },
      'columns.0.settings.seed',
    ],
    ['a vote on nothing', { votes: [{ ask: 'u1', at: 9 }] }, 'votes.0.among'],
    ['an unknown kind of blindness', { blind: 'half' }, 'blind'],
  ] as const) {
    it(`with ${what} is refused as a whole, with a reason`, () => {
      const expected = { is: 'refused', why: 'damaged', where: `chats.0.comparison.${where}` };
      assert.deepEqual(readImport(bytes(changed(change))), expected);
    });
  }
});
