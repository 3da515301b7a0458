import assert from 'node:assert/strict';
import fc from 'fast-check';
import { deletedRecord, metaRecord } from '../../../../../src/core/chats/disk/chatRecord.ts';
import { forkAt, recordsOf } from '../../../../../src/core/chats/disk/forkChat.ts';
import { conversationFrom } from '../../../../../src/core/chats/disk/recordedConversation.ts';
import { withoutTurn, withTurns } from '../../../../../src/core/chats/session/turnDeletion.ts';
import type { Column } from '../../../../../src/core/chats/tree/column.ts';
import { ColumnPaths } from '../../../../../src/core/chats/tree/columnPaths.ts';
import {
  type Answer,
  type Conversation,
  isAnswer,
  type Question,
  type Turn,
  type Turns,
} from '../../../../../src/core/chats/tree/conversation.ts';
import { isSentAlone } from '../../../../../src/core/chats/tree/conversationTree.ts';
import { holds } from '../../../properties/holds.ts';
import { alone, chatId, column, newAnswer, newQuestion, turnsIn } from '../../fixtures.ts';
import { chatOf, shownIn, turnsOf } from '../chatScript.ts';

/** u1 - (a1 - u2 - a3, a2 - u3). */
const tree = (last: string) =>
  chatOf(
    [
      newQuestion('u1'),
      newAnswer('a1', 'u1'),
      newAnswer('a2', 'u1'),
      newQuestion('u2', 'a1'),
      newAnswer('a3', 'u2'),
      newQuestion('u3', 'a2'),
    ],
    last,
  );

/** u1 with an answer of each column, b1 and a1, then u2 and u3, asked of both after these turns, and an answer. */
function ofBoth(u2: [base: string, tone: string], u3: [base: string, tone: string], answer: Answer) {
  const asked = (id: string, [base, tone]: [string, string]): Question => ({
    ...newQuestion(id),
    after: { 'c-base': base, 'c-tone': tone },
  });
  const first = [newQuestion('u1'), { ...newAnswer('b1', 'u1'), column: 'c-base' }, newAnswer('a1', 'u1')];
  const columns = [column('base', { last: 'u3' }), column('tone', { last: 'u3' })] as const;
  return chatOf([...first, asked('u2', u2), asked('u3', u3), answer], undefined, { columns });
}

/** Where what is shown ends. */
const endOf = (chat: Conversation | undefined) => chat?.columns[0].last;

const names = ['base', 'tone'];

/** True for a question that a column was asked. */
function isAsked({ after }: Question, id: string): boolean {
  return after === undefined || Object.keys(after).length === 0 || Object.hasOwn(after, id);
}

const versionOf = (of: Question, id: string): Question => ({ ...of, id, versionOf: of.versionOf ?? of.id });

/** True for a turn that a column may show last, and be asked a question after. */
const isOf = (turn: Turn, id: string) => (isAnswer(turn) ? turn.column === id : isAsked(turn, id));

/**
 * A chat with two columns, whose turns are answers to earlier questions, questions of one column or both after earlier turns, questions
 * that were sent alone, and versions of questions; and ids of some of its turns.
 */
const anyChat = fc
  .record({
    specs: fc.array(fc.record({ kind: fc.nat(7), picks: fc.tuple(fc.nat(), fc.nat()) }), {
      minLength: 1,
      maxLength: 14,
    }),
    ends: fc.tuple(fc.nat(), fc.nat()),
    chosen: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
  })
  .map(({ specs, ends, chosen }) => {
    const turns: Turn[] = [];
    const oneOf = <T>(all: readonly T[], pick: number) => all[pick % (all.length || 1)];
    for (const [index, { kind, picks }] of specs.entries()) {
      const id = `t${index}`;
      const [pick, other] = picks;
      const questions = turns.flatMap((turn) => (isAnswer(turn) ? [] : [turn]));
      const owner = `c-${oneOf(names, pick)}`;
      const asked = oneOf(
        questions.filter((one) => isAsked(one, owner)),
        other,
      );
      if (kind < 4 && asked) turns.push({ ...newAnswer(id, asked.id), column: owner });
      else if (kind === 6) turns.push(alone(id, oneOf(questions, pick)?.id));
      else if (kind === 7 && asked) turns.push(versionOf(asked, id));
      else {
        const after = names.flatMap((name, at) => {
          const place = oneOf(
            [...turns.filter((turn) => isOf(turn, `c-${name}`)), undefined],
            picks[at] ?? 0,
          );
          return place ? [[`c-${name}`, place.id]] : [];
        });
        const start = questions[0] && versionOf(questions[0], id);
        const next = { ...newQuestion(id), after: Object.fromEntries(after) };
        turns.push(after.length > 0 ? next : (start ?? next));
      }
    }
    const [first, second] = names.map((name, at): Column => {
      const own = turns.filter((turn) => isOf(turn, `c-${name}`));
      const last = oneOf(own, ends[at] ?? 0)?.id;
      const shown = column(name, last === undefined ? {} : { last });
      return new ColumnPaths(turnsOf(turns)).showing(shown, oneOf(own, ends[1 - at] ?? 0)?.id ?? '');
    });
    assert.ok(first && second);
    // In a file, the answers to a question stand behind it.
    const chat = chatOf([...turnsIn(turnsOf(turns)).values()], undefined, { columns: [first, second] });
    return { chat, chosen: chosen.map((pick) => oneOf(turns, pick)?.id ?? '') };
  });

/** Returns the ids of the turns that are left without one: those of which all that they follow is left, a question in any column. */
function leftWithout(chat: Turns, gone: string): string[] {
  const isPlaced = (id: string, owner: string): boolean => {
    const question = chat.questions.get(id);
    if (!question || id === gone) return false;
    const { after, below } = question;
    return after ? isThere(after[owner], owner) : below === undefined || isLeft(chat.questions.get(below));
  };
  const isThere = (id: string | undefined, owner: string): boolean => {
    if (id === undefined) return true;
    return chat.answers.has(id) ? isLeft(chat.answers.get(id)) : isPlaced(id, owner);
  };
  const isLeft = (turn: Turn | undefined): boolean => {
    if (!turn || turn.id === gone) return false;
    if (isAnswer(turn)) return isPlaced(turn.question, turn.column);
    const owners = Object.keys(turn.after ?? {});
    return owners.length === 0 ? isPlaced(turn.id, '') : owners.some((owner) => isPlaced(turn.id, owner));
  };
  return ids([...turnsIn(chat).values()].filter(isLeft));
}

const ids = (turns: Iterable<Turn>) => [...turns].map(({ id }) => id);
/** All of a chat, with the order of its turns, which is that of siblings. */
const whole = (chat: Conversation) => ({
  ...chat,
  questions: [...chat.questions],
  answers: [...chat.answers],
});

function without(conversation: Conversation, id: string) {
  const left = withoutTurn(conversation, id);
  assert.ok(left);
  return left;
}

describe('A deleted turn', () => {
  it('gives its place on the path to its sibling, down to the newest turn below that', () => {
    assert.equal(endOf(without(tree('a3'), 'a1').conversation), 'u3');
    assert.equal(endOf(without(tree('u3'), 'a2').conversation), 'a3');
  });

  it('gives its place to what it follows if it has no sibling, and leaves an empty chat if it was all', () => {
    assert.equal(endOf(without(tree('a3'), 'u2').conversation), 'a1');
    assert.equal(endOf(without(tree('a3'), 'u1').conversation), undefined);
    assert.equal(withoutTurn(tree('a3'), 'gone'), undefined);
  });

  it('can’t be restored while what it follows is gone, but after that', () => {
    const first = without(tree('a3'), 'a3');
    const second = without(first.conversation, 'a1');
    assert.equal(withTurns(second.conversation, first.gone), undefined);
    const half = withTurns(second.conversation, second.gone);
    assert.ok(half);
    const back = withTurns(half, first.gone);
    assert.deepEqual(turnsIn(back), turnsIn(tree('a3')));
  });

  it('is restored without leading the person away from where they went on', () => {
    const { conversation, gone } = without(tree('u3'), 'a2');
    const later = chatOf([...turnsIn(conversation).values(), newQuestion('u9', 'a3')]);
    const back = withTurns({ ...conversation, ...later }, gone);
    assert.equal(endOf(back), 'u9');
    assert.deepEqual(ids(turnsIn(back).values()), ['u1', 'a1', 'a2', 'u2', 'a3', 'u3', 'u9']);
  });

  it('takes along a question that is left in no column, since the other one lost it before', () => {
    const chat = ofBoth(['b1', 'a1'], ['u2', 'a2'], newAnswer('a2', 'u2'));
    const { conversation } = without(without(chat, 'b1').conversation, 'a2');
    assert.deepEqual(ids(turnsIn(conversation).values()), ['u1', 'a1', 'u2']);
  });

  holds(
    'takes along just what follows it, leaves paths without that, and is restored exactly as it was',
    300,
    fc.property(anyChat, ({ chat, chosen }) => {
      const undo = [];
      let now = chat;
      for (const id of chosen) {
        const step = withoutTurn(now, id);
        if (!step) continue;
        const before = now;
        undo.push({ before, gone: step.gone });
        now = step.conversation;
        const left = leftWithout(before, id);
        assert.deepEqual(ids(turnsIn(now).values()), left);
        const lost = ids(turnsIn(before).values()).filter((one) => !left.includes(one));
        assert.deepEqual(new Set(step.gone.ids), new Set(lost));
        assert.deepEqual(now.deleted, new Set([...(before.deleted ?? []), ...lost]));
        for (const [at, column] of now.columns.entries()) {
          const path = shownIn(now, column);
          assert.equal(path.at(-1)?.id, column.last);
          const shown = shownIn(before, before.columns[at]);
          // What it shows as another column was asked it, it may then show as it was asked it itself.
          if (!shown.every((turn) => isOf(turn, column.id))) continue;
          const first = shown.findIndex((turn) => lost.includes(turn.id));
          // What was sent alone later doesn't depend on what is gone.
          const isKept = (turn: Turn) => !isAnswer(turn) && isSentAlone(turn) && left.includes(turn.id);
          const next = shown.findIndex((turn, place) => place > first && isKept(turn));
          const kept = shown.filter((_, place) => first < 0 || place < first || (next >= 0 && place >= next));
          const isAlso = (turn: Turn) => kept.includes(turn);
          assert.deepEqual(ids(path.filter(isAlso)), ids(kept));
        }
      }
      for (const { before, gone } of undo.reverse()) {
        const back = withTurns(now, gone);
        assert.ok(back);
        assert.deepEqual(whole(back), whole(before));
        now = back;
      }
    }),
  );

  holds(
    'leaves the file and returns to it, with and without the line about what is shown',
    300,
    fc.property(anyChat, fc.boolean(), ({ chat, chosen: [id = ''] }, isTorn) => {
      const { conversation, gone } = without(chat, id);
      const records = [...recordsOf(chat), deletedRecord(chatId, gone.ids, 2000)];
      const read = conversationFrom(chatId, isTorn ? records : [...records, metaRecord(conversation, 2000)]);
      assert.deepEqual(whole(read), whole(conversation));
      const back = withTurns(conversation, gone);
      assert.ok(back);
      assert.deepEqual(whole(conversationFrom(chatId, [...records, ...recordsOf(back)])), whole(chat));
    }),
  );

  holds(
    'stays deleted in a file that is written again as a whole',
    100,
    fc.property(anyChat, ({ chat, chosen: [id = ''] }) => {
      const { conversation } = without(chat, id);
      const read = conversationFrom(chatId, [...recordsOf(chat), ...recordsOf(conversation)]);
      assert.deepEqual(whole(read), whole(conversation));
    }),
  );
});

describe('A fork from a turn', () => {
  it('cuts an answer that streams elsewhere, and does not exist for a missing turn', () => {
    const chat = chatOf([newQuestion('u1'), { ...newAnswer('a1', 'u1'), state: 'streaming' }]);
    assert.equal(forkAt(chat, 'a1')?.answers.get('a1')?.state, 'cut');
    assert.equal(forkAt(chat, 'gone'), undefined);
  });

  it('has that turn, even if its column went on beside it, below the same turn as the other column', () => {
    const chat = ofBoth(['b1', 'u1'], ['b1', 'u2'], { ...newAnswer('b3', 'u3'), column: 'c-base' });
    const fork = forkAt(chat, 'u2');
    assert.deepEqual(fork && ids(shownIn(fork)), ['u1', 'b1', 'u2']);
  });

  holds(
    'is read from its file as it was',
    100,
    fc.property(anyChat, ({ chat, chosen: [id = ''] }) => {
      const fork = forkAt(chat, id);
      assert.ok(fork);
      assert.deepEqual(conversationFrom(fork.id, recordsOf(fork)), fork);
      assert.deepEqual(shownIn(fork), [...turnsIn(fork).values()]);
      assert.notEqual(fork.id, chatId);
    }),
  );
});
