import assert from 'node:assert/strict';
import fc from 'fast-check';
import { rowsOf } from '../../../../../src/core/chats/columns/rows.ts';
import { readChatFile, splitLines } from '../../../../../src/core/chats/disk/chatFile.ts';
import type { DeletedTurns } from '../../../../../src/core/chats/session/turnDeletion.ts';
import { ColumnPaths } from '../../../../../src/core/chats/tree/columnPaths.ts';
import type { Conversation } from '../../../../../src/core/chats/tree/conversation.ts';
import { isSentAlone, type Step, turnOf } from '../../../../../src/core/chats/tree/conversationTree.ts';
import { holds } from '../../../properties/holds.ts';
import { turnsIn, useFolder } from '../../fixtures.ts';
import { Bench, compared, shownIn } from '../chatScript.ts';

const models = ['base', 'tone', 'third'] as const;

const others = [
  'select',
  'look',
  'delete',
  'undo',
  'regenerate',
  'retry',
  'close',
  'add',
  'model',
  'go',
  'ask',
  'alone',
  'blind',
  'vote',
] as const;
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('send'), at: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('edit'), at: fc.nat(9) }) },
  { weight: 8, arbitrary: fc.record({ type: fc.constantFrom(...others), at: fc.nat(9) }) },
);

function act(type: (typeof others)[number] | 'send' | 'edit', at: number) {
  return { type, at };
}

/** Failed once: a closed column got a leaf when it was read back, or an open one showed a closed one's answer below its own. */
const foundWrong = [
  [act('send', 0), act('delete', 0), act('add', 1), act('close', 0), act('send', 0)],
  [act('send', 0), act('send', 0), act('add', 1), act('close', 3), act('select', 4)],
];

const texts = (chat: Conversation) =>
  chat.columns.map((column) => shownIn(chat, column).map(({ text }) => text));

/** A file is as old as its first line, and doesn't say what isn't so. */
function asKept({ createdAt: _createdAt, updatedAt: _updatedAt, ...rest }: Conversation) {
  const says = ([, value]: [string, unknown]) =>
    value !== false && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(rest).filter(says));
}

/** Another column's answers may come before a column's own, if it was added later, but never after one in one context. */
function assertOwn(id: string, path: readonly Step[]): void {
  let hasOwn = false;
  for (const { question, answer } of path) {
    if (isSentAlone(question)) hasOwn = false;
    if (answer?.column === id) hasOwn = true;
    else assert.ok(!answer || !hasOwn, `${id} shows an answer of ${answer?.column} below its own`);
  }
}

/** What a column shows follows each other: a question was asked after what stands above it, unless it was sent alone. */
function assertConnected(path: readonly Step[], what: string): void {
  for (const [at, { question }] of path.entries()) {
    const { question: above, answer = above } = path[at - 1] ?? {};
    if (question.after) assert.ok(!answer || Object.values(question.after).includes(answer.id), what);
  }
}

describe('A conversation after any actions', () => {
  const folder = useFolder();

  holds(
    'asks every column what it shows, shows no other’s answers below its own, and is read back the same',
    200,
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 14 }), async (actions) => {
      const start = compared(['base'], { id: crypto.randomUUID() });
      const bench = new Bench(folder(), start);
      const { session, service } = bench;
      const wrong: string[] = [];
      let count = 0;
      service.onCall = ({ request, say }) => {
        // A closed column that is opened again may have the model that another one has now.
        const asked = session.conversation.columns.filter(({ name }) => name === request.model);
        const shown = asked.map((one) => shownIn(session.conversation, one).map(({ text }) => text));
        const said = request.messages.flatMap(({ content }) => String(content).split('\n\n'));
        if (!shown.some((path) => said.every((one) => path.includes(one))))
          wrong.push(`${request.model} was told: ${said.join(' | ')}, and shows ${JSON.stringify(shown)}`);
        say(`${request.model} answers ${++count}`).finish();
      };
      let gone: DeletedTurns | undefined;
      let before: ReturnType<typeof texts> | undefined;
      for (const { type, at } of actions) {
        const { columns, deleted } = session.conversation;
        const turns = [...turnsIn(session.conversation).values()];
        const turn = turns[at % Math.max(1, turns.length)];
        const column = columns[at % columns.length];
        const model = models[at % models.length] ?? 'base';
        const rows = rowsOf(session.conversation);
        const asked = rows[at % Math.max(1, rows.length)]?.question.id ?? '';
        if (type === 'send') await session.send(`question ${++count}`);
        else if (type === 'close') await session.closeColumn(column?.id ?? '');
        else if (type === 'add' && bench.id(model) === '')
          await session.addColumn({ connectionId: 'acme', name: model });
        else if (type === 'model' && bench.id(model) === '')
          await session.setModel(column?.id ?? '', { connectionId: 'acme', name: model });
        else if (type === 'go') service.gone[service.gone.has(model) ? 'delete' : 'add'](model);
        else if (type === 'ask') await session.ask(column?.id ?? '', asked);
        else if (type === 'alone') await session.set({ isWithoutEarlier: at % 2 === 0 });
        else if (type === 'blind') await session.setBlind(at % 2 === 0);
        else if (type === 'vote') await session.vote(asked, at % 3 === 0 ? undefined : column?.id);
        else if (type === 'undo') {
          if (gone && (await session.restoreTurns(gone)))
            assert.deepEqual(texts(session.conversation), before);
        } else if (!turn) continue;
        else if (type === 'edit') await session.edit(turn.id, `reworded ${++count}`);
        else if (type === 'select') await session.select(turn.id);
        else if (type === 'look') {
          session.look(turn.id);
          await session.set({ pinned: at % 2 === 0 });
        } else if (type === 'regenerate') await session.regenerate(turn.id);
        else if (type === 'retry') await session.retry(turn.id);
        if (type === 'delete' && turn) {
          before = texts(session.conversation);
          gone = await session.deleteTurn(turn.id);
        } else if (session.conversation.deleted === deleted && type !== 'go') gone = undefined;
        const now = session.conversation;
        const paths = new ColumnPaths(now);
        for (const one of [...now.columns, ...(now.closed ?? [])]) {
          assert.ok(one.last === undefined || turnOf(now, one.last), `${type}: ${one.id} ends nowhere`);
          const path = paths.path(one);
          assertOwn(one.id, path);
          assertConnected(path, type);
        }
        // A question that was sent alone is in all columns that are open, and each question once in each.
        const shown = rowsOf(now).map(({ question }) => question);
        assert.equal(new Set(shown).size, shown.length);
        for (const one of now.columns) {
          const questions = paths.path(one).map(({ question }) => question);
          assert.equal(new Set(questions).size, questions.length, `${type}: a question twice in ${one.id}`);
        }
        assert.deepEqual(wrong, [], type);
      }
      const { conversation } = session;
      const text = await bench.store.text(conversation.id);
      const read = readChatFile(conversation.id, splitLines(text ?? '')).stored?.conversation;
      if (!read) return;
      assert.deepEqual(texts(read), texts(conversation));
      assert.deepEqual(asKept(read), asKept(conversation));
    }),
    { longestMs: 120_000, examples: foundWrong.map((one) => [one]) },
  );
});
