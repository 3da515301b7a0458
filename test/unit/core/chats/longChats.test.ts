import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rowsOf } from '../../../../src/core/chats/columns/rows.ts';
import { ChatStore } from '../../../../src/core/chats/disk/chatStore.ts';
import { recordsOf } from '../../../../src/core/chats/disk/forkChat.ts';
import { ChatOwnership } from '../../../../src/core/chats/session/chatOwnership.ts';
import { chatsJson, readImport } from '../../../../src/core/chats/transfer/chatJson.ts';
import { importChats } from '../../../../src/core/chats/transfer/importChats.ts';
import type { Column } from '../../../../src/core/chats/tree/column.ts';
import type { Conversation, Turn } from '../../../../src/core/chats/tree/conversation.ts';
import { OwnerLocks } from '../../../../src/core/files/locks/ownerLocks.ts';
import { cpuGrowth } from '../../cpuGrowth.ts';
import { column, newAnswer, newQuestion, alone as sentAlone, silent, useFolder } from '../fixtures.ts';
import { Bench, emptyConversation, shownIn, turnsOf } from './chatScript.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const answer = (id: string, question: string, name = 'base'): Turn => ({
  ...newAnswer(id, question),
  column: `c-${name}`,
  name,
});

/** A chat with two columns, of which the first shows the last turn. */
function compared(turns: readonly Turn[], fields: Partial<Conversation> = {}): Conversation {
  const last = turns.at(-1)?.id;
  const columns = [column('base', last === undefined ? {} : { last }), column('tone')] as const;
  return emptyConversation({ id: randomUUID(), title: 'Long', ...turnsOf(turns), columns, ...fields });
}

/** Questions and answers that follow each other. */
function chain(count: number): Turn[] {
  return numbers(count).map((at): Turn => {
    const before = at === 0 ? undefined : `t${at - 1}`;
    return at % 2 === 0 ? newQuestion(`t${at}`, before, `t${at}`, 'c-base') : answer(`t${at}`, before ?? '');
  });
}

/** One question in so many versions, each answered. */
const versions = (count: number): Turn[] =>
  numbers(count / 2).flatMap((at) => [
    { ...newQuestion(`u${at}`), ...(at > 0 && { versionOf: 'u0' }) },
    answer(`a${at}`, `u${at}`, at === 0 ? 'tone' : 'base'),
  ]);

/** Questions sent alone after each other, each answered twice by one column and once by the other. */
const alone = (count: number): Turn[] =>
  numbers(count / 4).flatMap((at): Turn[] => [
    sentAlone(`u${at}`, at === 0 ? undefined : `u${at - 1}`),
    answer(`a${at}`, `u${at}`),
    answer(`b${at}`, `u${at}`),
    answer(`t${at}`, `u${at}`, 'tone'),
  ]);

/** The columns of `alone`, whose first one shows its first answer to every question. */
function choosing(count: number): { columns: readonly [Column, Column] } {
  const last = count / 4 - 1;
  const shown = Object.fromEntries(numbers(last).map((at) => [`u${at}`, `a${at}`]));
  return { columns: [column('base', { last: `a${last}`, shown }), column('tone', { last: `t${last}` })] };
}

describe('A long chat', function () {
  this.timeout(60_000);
  const folder = useFolder();

  async function assertLinear(work: (count: number) => unknown, size = 1000): Promise<void> {
    const growth = await cpuGrowth(work, size);
    assert.ok(growth < 8, `${growth}`);
  }

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
    const conversation = (await store.load(id))?.conversation;
    assert.ok(conversation && rowsOf(conversation).length > 0);
    await store.delete(id);
  }

  for (const [what, chatOf] of [
    [
      'turns that stand before those that they follow',
      (count: number) =>
        compared(chain(count).reverse(), { columns: [column('base', { last: `t${count - 1}` })] }),
    ],
    ['many versions of one question', (count: number) => compared(versions(count))],
    ['many questions sent alone', (count: number) => compared(alone(count), choosing(count))],
  ] as const) {
    it(`with ${what} is imported and opened in time that grows with its length`, async () => {
      await assertLinear((count) => importAndOpen(chatOf(count)));
    });
  }

  for (const [what, turnsOf] of [
    ['', chain],
    [' of questions sent alone', alone],
  ] as const) {
    it(
      `${what} whose file lost its last lines is opened in time that grows with its length`.trim(),
      async () => {
        await assertLinear(async (count) => {
          const conversation = compared(turnsOf(count));
          const store = new ChatStore(folder(), silent);
          // The first line says which columns there are; the last one, where they end.
          await store.append(conversation.id, recordsOf(conversation).slice(0, -1));
          await open(conversation.id);
        });
      },
    );
  }

  it('with many closed columns whose ends are lost is opened in time that grows with their number', async () => {
    await assertLinear(async (count) => {
      const closed = numbers(count).map((at) => column('m', { id: `x${at}`, last: 'gone' }));
      const conversation = compared(chain(count), { closed });
      await new ChatStore(folder(), silent).append(conversation.id, recordsOf(conversation));
      await open(conversation.id);
    });
  });

  it('shows another version of a question, and deletes it, in time that grows with its length', async () => {
    await assertLinear(async (count) => {
      const bench = new Bench(folder(), compared(versions(count)));
      await bench.session.select('u1');
      assert.ok(await bench.session.deleteTurn('u1'));
      await bench.session.close();
    });
  });

  it('of questions sent alone shows, deletes and restores its turns in time that grows with its length', async () => {
    await assertLinear(async (count) => {
      const bench = new Bench(folder(), compared(alone(count), choosing(count)));
      const middle = Math.floor(count / 8);
      await bench.session.select(`b${middle}`);
      assert.ok(shownIn(bench.session.conversation).some(({ id }) => id === `b${middle}`));
      bench.session.look('a0');
      bench.session.look('u0');
      assert.ok(shownIn(bench.session.conversation).some(({ id }) => id === 'a0'));
      const answer = await bench.session.deleteTurn(`b${middle}`);
      const gone = await bench.session.deleteTurn('u0');
      assert.equal(bench.session.conversation.questions.size, 0);
      assert.ok(gone && answer && (await bench.session.restoreTurns(gone)));
      assert.equal(rowsOf(bench.session.conversation).length, count / 4);
      await bench.session.close();
    });
  });

  it('says what it shows elsewhere in time that grows with its length', async () => {
    // The other column shows all of the questions, and this one an answer to the first that nothing follows.
    const chatOf = (count: number) => {
      const turns = numbers(count / 2).flatMap((at): Turn[] => {
        const after = at === 0 ? {} : { 'c-base': `b${at - 1}`, 'c-tone': `t${at - 1}` };
        const question = { ...newQuestion(`u${at}`), after };
        return [question, answer(`b${at}`, question.id), answer(`t${at}`, question.id, 'tone')];
      });
      const columns = [
        column('base', { last: 'again' }),
        column('tone', { last: `t${count / 2 - 1}` }),
      ] as const;
      return compared([...turns, answer('again', 'u0')], { columns });
    };
    // Made before: making them takes longer, and more so the larger they are.
    const chats = new Map([500, 2000].map((count) => [count, chatOf(count)]));
    await assertLinear((count) => {
      const chat = chats.get(count);
      assert.ok(chat);
      const rows = rowsOf(chat);
      assert.equal(rows.length, count / 2);
      assert.equal(rows.at(-1)?.cells.get('c-base')?.elsewhere?.count, 2);
    }, 500);
  });

  it('goes back to a version of its first question below which much was sent alone in time that grows with it', async () => {
    await assertLinear((count) => {
      const { columns } = choosing(count);
      const [base, tone] = columns.map((one) => ({ ...one, last: 'other-answer' }));
      assert.ok(base && tone);
      const other = { ...sentAlone('other'), versionOf: 'u0' };
      const turns = [...alone(count), other, answer('other-answer', 'other')];
      const bench = new Bench(folder(), compared(turns, { columns: [base, tone] }));
      bench.session.look('u0');
      assert.equal(rowsOf(bench.session.conversation).length, count / 4);
    });
  });
});
