import assert from 'node:assert/strict';
import fc from 'fast-check';
import { linesOf, readChatFile } from '../../../../../src/core/chats/disk/chatFile.ts';
import type { DeletedTurns } from '../../../../../src/core/chats/session/turnDeletion.ts';
import { columnPath } from '../../../../../src/core/chats/tree/columns.ts';
import type { Conversation, Turn } from '../../../../../src/core/chats/tree/conversation.ts';
import { columnOf } from '../../../../../src/core/chats/tree/conversationTree.ts';
import { useFolder } from '../../fixtures.ts';
import { emptyConversation } from '../chatScript.ts';
import { CompareBench } from './compareBench.ts';

const models = ['base', 'tone', 'third'] as const;

const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('send'), at: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('edit'), at: fc.nat(9) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constantFrom(
        'select',
        'find',
        'delete',
        'undo',
        'regenerate',
        'close',
        'add',
        'go',
        'missing',
      ),
      at: fc.nat(9),
    }),
  },
);

const texts = (chat: Conversation) =>
  chat.comparison?.columns.map((column) => columnPath(chat, column).map(({ text }) => text));

/** Another column's answers may come before a column's own, if it was added later, but never after one. */
function assertOwn(id: string, path: readonly Turn[]): void {
  const owners = path.filter(({ role }) => role === 'assistant').map(columnOf);
  const first = owners.indexOf(id);
  const rest = first < 0 ? [] : owners.slice(first);
  assert.ok(
    rest.every((owner) => owner === id),
    `${id} shows answers of ${owners.join(', ')}`,
  );
}

describe('A comparison after any actions', () => {
  const folder = useFolder();

  it('asks every column what it shows, shows no column another’s answers below its own, and is read back the same', async function () {
    this.timeout(60_000);
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 12 }), async (actions) => {
        const bench = new CompareBench(folder(), models, emptyConversation({ id: crypto.randomUUID() }));
        const { compare, session } = bench;
        const wrong: string[] = [];
        let count = 0;
        bench.service.onCall = ({ request, say }) => {
          const shown = bench.shown(request.model);
          for (const { content } of request.messages) {
            const said = String(content).split('\n\n');
            if (!said.every((one) => shown.includes(one)))
              wrong.push(`${request.model} was told: ${content}`);
          }
          say(`${request.model} answers ${++count}`).finish();
        };
        let gone: DeletedTurns | undefined;
        let before: ReturnType<typeof texts>;
        for (const { type, at } of actions) {
          const turns = [...session.conversation.turns.values()];
          const turn = turns[at % Math.max(1, turns.length)];
          const column = compare.comparison.columns[at % compare.comparison.columns.length];
          const model = models[at % models.length] ?? 'base';
          const { deleted } = session.conversation;
          if (type === 'send') await compare.send(`question ${++count}`);
          else if (type === 'close') await compare.closeColumn(column?.id ?? '');
          else if (type === 'add' && bench.id(model) === '')
            await compare.addColumn({ connectionId: 'acme', model });
          else if (type === 'missing') await compare.askMissing();
          else if (type === 'go') bench.gone[bench.gone.has(model) ? 'delete' : 'add'](model);
          else if (type === 'undo') {
            if (gone && (await session.restoreTurns(gone)))
              assert.deepEqual(texts(session.conversation), before);
          } else if (!turn) continue;
          else if (type === 'edit') await compare.edit(turn.id, `reworded ${++count}`);
          else if (type === 'select') await compare.select(turn.id);
          else if (type === 'find') await compare.find(turn.id);
          else if (type === 'regenerate') {
            const by = compare.askedFor(turn.id);
            if (by) await session.regenerate(turn.id, by);
          }
          if (type === 'delete' && turn) {
            before = texts(session.conversation);
            gone = await session.deleteTurn(turn.id);
          } else if (session.conversation.deleted === deleted && type !== 'go') gone = undefined;
          const { conversation } = session;
          for (const one of [...compare.comparison.columns, ...(compare.comparison.closed ?? [])]) {
            const { id, leaf } = one;
            assert.ok(leaf === undefined || conversation.turns.has(leaf), `${type}: ${id} ends nowhere`);
            const shown = columnPath(conversation, one);
            assertOwn(id, shown);
            for (const [place, { parent }] of shown.entries())
              assert.equal(parent, shown[place - 1]?.id, type);
          }
          assert.deepEqual(wrong, [], type);
        }
        const { conversation } = session;
        const text = await bench.store.text(conversation.id);
        const read = readChatFile(conversation.id, linesOf(text ?? '')).stored?.conversation;
        if (read) assert.deepEqual(texts(read), texts(conversation));
      }),
      { numRuns: 80 },
    );
  });
});
