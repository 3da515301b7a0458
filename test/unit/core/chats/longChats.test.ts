import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ChatStore } from '../../../../src/core/chats/disk/chatStore.ts';
import { recordsOf } from '../../../../src/core/chats/disk/forkChat.ts';
import { ChatOwnership } from '../../../../src/core/chats/session/chatOwnership.ts';
import { chatsJson, readImport } from '../../../../src/core/chats/transfer/chatJson.ts';
import { importChats } from '../../../../src/core/chats/transfer/importChats.ts';
import type { Comparison } from '../../../../src/core/chats/tree/comparison.ts';
import type { Conversation, Turn } from '../../../../src/core/chats/tree/conversation.ts';
import { OwnerLocks } from '../../../../src/core/files/locks/ownerLocks.ts';
import { cpuGrowth } from '../../cpuGrowth.ts';
import { answerTurn, silent, useFolder, userTurn } from '../fixtures.ts';
import { emptyConversation } from './chatScript.ts';
import { columnsOf } from './columns/columns.ts';
import { CompareBench } from './columns/compareBench.ts';

const models = ['base', 'tone'];
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

/** A comparison of so many turns, whose first column shows the last one. */
function compared(turns: readonly Turn[], more: Partial<Comparison> = {}): Conversation {
  const leaf = turns.at(-1)?.id ?? '';
  const columns = columnsOf(...models).map((column, at) => (at === 0 ? { ...column, leaf } : column));
  const comparison = { columns, votes: [], ...more };
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  return emptyConversation({ id: randomUUID(), title: 'Long', turns: byId, leaf, comparison });
}

/** Questions and answers that follow each other. */
function chain(count: number, own: { column?: string } = { column: 'c0' }): Turn[] {
  return numbers(count).map((at): Turn => {
    const before = at === 0 ? undefined : `t${at - 1}`;
    return at % 2 === 0 ? userTurn(`t${at}`, before) : { ...answerTurn(`t${at}`, before ?? ''), ...own };
  });
}

/** One question in so many versions, each answered. */
const versions = (count: number): Turn[] =>
  numbers(count / 2).flatMap((at) => [
    { ...userTurn(`u${at}`), ask: 'same' },
    { ...answerTurn(`a${at}`, `u${at}`), column: at === 0 ? 'c1' : 'c0' },
  ]);

describe('A long comparison', function () {
  this.timeout(60_000);
  const folder = useFolder();

  /** Imports an exported file, lists the chats and opens them. */
  async function importAndOpen(conversation: Conversation): Promise<void> {
    const connectionNames = new Map([['acme', 'Acme']]);
    const read = readImport(Buffer.from(chatsJson([{ conversation, connectionNames }])));
    assert.ok(read.is === 'chats');
    const own = new ChatStore(folder(), silent);
    const ownership = new ChatOwnership(own, new OwnerLocks(folder(), silent), () => true, silent);
    const [id = ''] = await importChats({ store: own, ownership }, read.chats, []);
    await open(id);
  }

  async function open(id: string): Promise<void> {
    const store = new ChatStore(folder(), silent);
    assert.ok((await store.list()).some((one) => one.id === id));
    assert.ok(await store.load(id));
    await store.delete(id);
  }

  for (const [what, turnsOf] of [
    ['a long path in one column', (count: number) => chain(count)],
    ['answers of no column', (count: number) => chain(count, {})],
    ['turns that stand before those that they follow', (count: number) => chain(count).reverse()],
    ['many versions of one question', versions],
  ] as const) {
    it(`with ${what} is imported and opened in time that grows with its length`, async () => {
      const growth = await cpuGrowth((count) => importAndOpen(compared(turnsOf(count))), 1500);
      assert.ok(growth < 8, `${growth}`);
    });
  }

  it('whose file lost its last lines is opened in time that grows with its length', async () => {
    const growth = await cpuGrowth(async (count) => {
      const conversation = compared(chain(count));
      const store = new ChatStore(folder(), silent);
      // The first lines say what it compares; those at the end, that all of it was written.
      await store.append(conversation.id, recordsOf(conversation).slice(0, -2));
      await open(conversation.id);
    }, 1500);
    assert.ok(growth < 8, `${growth}`);
  });

  it('with many closed columns whose ends are lost is opened in time that grows with their number', async () => {
    const growth = await cpuGrowth(async (count) => {
      const closed = numbers(count).map((at) => ({
        id: `x${at}`,
        connectionId: 'acme',
        model: 'm',
        leaf: 'gone',
      }));
      const conversation = compared(chain(count), { closed });
      await new ChatStore(folder(), silent).append(conversation.id, recordsOf(conversation));
      await open(conversation.id);
    }, 1500);
    assert.ok(growth < 8, `${growth}`);
  });

  it('shows another version of a question, and deletes it, in time that grows with its length', async () => {
    const growth = await cpuGrowth(async (count) => {
      const conversation = compared(versions(count));
      const bench = new CompareBench(folder(), [], conversation);
      await bench.compare.select('u1');
      assert.ok(await bench.session.deleteTurn('u1'));
      await bench.session.close();
    }, 1500);
    assert.ok(growth < 8, `${growth}`);
  });
});
