import assert from 'node:assert/strict';
import fc from 'fast-check';
import { deletedRecord, metaRecord } from '../../../../../src/core/chats/disk/chatRecord.ts';
import { forkAt, recordsOf } from '../../../../../src/core/chats/disk/forkChat.ts';
import { conversationFrom } from '../../../../../src/core/chats/disk/recordedConversation.ts';
import { withoutTurn, withTurns } from '../../../../../src/core/chats/session/turnDeletion.ts';
import type { Conversation, Turn } from '../../../../../src/core/chats/tree/conversation.ts';
import { subtreeOf } from '../../../../../src/core/chats/tree/conversationTree.ts';
import { holds } from '../../../properties/holds.ts';
import { answerTurn, chatId, column, userTurn } from '../../fixtures.ts';
import { chatOf, shownIn } from '../chatScript.ts';

/** u1 - (a1 - u2 - a3, a2 - u3). */
const tree = (leaf: string) =>
  chatOf(
    [
      userTurn('u1'),
      answerTurn('a1', 'u1'),
      answerTurn('a2', 'u1'),
      userTurn('u2', 'a1'),
      answerTurn('a3', 'u2'),
      userTurn('u3', 'a2'),
    ],
    leaf,
  );

/** Where what is shown ends. */
const leafOf = (chat: Conversation | undefined) => chat?.columns[0].leaf;

/** A chat whose turns each follow an earlier one or start anew, and numbers that choose turns. */
const anyChat = fc
  .record({
    picks: fc.array(fc.nat(), { minLength: 1, maxLength: 14 }),
    leaf: fc.nat(),
    chosen: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
  })
  .map(({ picks, leaf, chosen }) => {
    const turns: Turn[] = [];
    for (const [index, pick] of picks.entries()) {
      const parent = turns[pick % (turns.length + 1)];
      const id = `t${index}`;
      turns.push(parent?.role === 'user' ? answerTurn(id, parent.id) : userTurn(id, parent?.id));
    }
    const idAt = (number: number) => turns[number % turns.length]?.id ?? '';
    return { chat: chatOf(turns, idAt(leaf)), chosen: chosen.map(idAt) };
  });

const ids = (turns: Iterable<Turn>) => [...turns].map(({ id }) => id);

function without(conversation: Conversation, id: string) {
  const left = withoutTurn(conversation, id);
  assert.ok(left);
  return left;
}

describe('A deleted turn', () => {
  it('gives its place on the path to its sibling, down to the newest turn below that', () => {
    assert.equal(leafOf(without(tree('a3'), 'a1').conversation), 'u3');
    assert.equal(leafOf(without(tree('u3'), 'a2').conversation), 'a3');
  });

  it('gives its place to its parent if it has no sibling, and leaves an empty chat if it was all', () => {
    assert.equal(leafOf(without(tree('a3'), 'u2').conversation), 'a1');
    assert.equal(leafOf(without(tree('a3'), 'u1').conversation), undefined);
    assert.equal(withoutTurn(tree('a3'), 'gone'), undefined);
  });

  it('can’t be restored while its parent is gone, but after that', () => {
    const first = without(tree('a3'), 'a3');
    const second = without(first.conversation, 'a1');
    assert.equal(withTurns(second.conversation, first.gone), undefined);
    const half = withTurns(second.conversation, second.gone);
    assert.ok(half);
    assert.deepEqual(withTurns(half, first.gone)?.turns, tree('a3').turns);
  });

  it('is restored without leading the person away from where they went on', () => {
    const { conversation, gone } = without(tree('u3'), 'a2');
    const later = { ...conversation, turns: new Map(conversation.turns).set('u9', userTurn('u9', 'a3')) };
    const back = withTurns({ ...later, columns: [column('tone', { leaf: 'u9' })] }, gone);
    assert.equal(leafOf(back), 'u9');
    assert.deepEqual(ids(back?.turns.values() ?? []), ['u1', 'a1', 'a2', 'u2', 'a3', 'u3', 'u9']);
  });

  holds(
    'leaves a whole tree and a path in it, and is restored exactly as it was',
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
        assert.deepEqual(new Set(ids(step.gone.turns)), subtreeOf(before, [id]));
        for (const { parent } of now.turns.values()) assert.ok(parent === undefined || now.turns.has(parent));
        const path = ids(shownIn(now));
        assert.equal(path.at(-1), leafOf(now));
        const kept = ids(shownIn(before)).filter((one) => now.turns.has(one));
        assert.deepEqual(path.slice(0, kept.length), kept);
      }
      for (const { before, gone } of undo.reverse()) {
        const back = withTurns(now, gone);
        assert.ok(back);
        assert.deepEqual([...back.turns], [...before.turns]);
        assert.equal(leafOf(back), leafOf(before));
        assert.deepEqual(back.deleted, before.deleted);
        now = back;
      }
    }),
  );

  holds(
    'leaves the file and returns to it, with and without the line about what is shown',
    300,
    fc.property(anyChat, fc.boolean(), ({ chat, chosen: [id = ''] }, isTorn) => {
      const { conversation, gone } = without(chat, id);
      const deletion = deletedRecord(chatId, ids(gone.turns), 2000);
      const records = [...recordsOf(chat), deletion];
      const read = conversationFrom(chatId, isTorn ? records : [...records, metaRecord(conversation, 2000)]);
      assert.deepEqual([...(read?.turns ?? [])], [...conversation.turns]);
      assert.equal(leafOf(read), leafOf(conversation));
      assert.deepEqual(read?.deleted, conversation.deleted);
      assert.equal(read?.updatedAt, chat.updatedAt);
      const back = withTurns(conversation, gone);
      assert.ok(back);
      const again = conversationFrom(chatId, [...records, ...recordsOf(back)]);
      assert.deepEqual([...(again?.turns ?? [])], [...chat.turns]);
      assert.equal(leafOf(again), leafOf(chat));
      assert.equal(again?.deleted, undefined);
      assert.equal(again?.updatedAt, chat.updatedAt);
    }),
  );

  holds(
    'stays deleted in a file that is written again as a whole',
    100,
    fc.property(anyChat, ({ chat, chosen: [id = ''] }) => {
      const { conversation } = without(chat, id);
      const read = conversationFrom(chatId, [...recordsOf(chat), ...recordsOf(conversation)]);
      assert.deepEqual([...(read?.turns ?? [])], [...conversation.turns]);
    }),
  );
});

describe('A fork from a turn', () => {
  it('cuts an answer that streams elsewhere, and does not exist for a missing turn', () => {
    const chat = chatOf([userTurn('u1'), { ...answerTurn('a1', 'u1'), state: 'streaming' }]);
    const last = forkAt(chat, 'a1')?.turns.get('a1');
    assert.equal(last?.role === 'assistant' && last.state, 'cut');
    assert.equal(forkAt(chat, 'gone'), undefined);
  });

  holds(
    'is read from its file as it was',
    100,
    fc.property(anyChat, ({ chat, chosen: [id = ''] }) => {
      const fork = forkAt(chat, id);
      assert.ok(fork);
      assert.deepEqual(conversationFrom(fork.id, recordsOf(fork)), fork);
      assert.deepEqual(ids(shownIn(fork)), [...fork.turns.keys()]);
      assert.notEqual(fork.id, chatId);
    }),
  );
});
