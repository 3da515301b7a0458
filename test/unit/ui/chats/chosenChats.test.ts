import assert from 'node:assert/strict';
import type { ChatsNode } from '../../../../src/ui/chats/view/chatNodes.ts';
import { chosenIds } from '../../../../src/ui/chats/view/chosenChats.ts';

function row(): Extract<ChatsNode, { type: 'chat' }> {
  const chatId = crypto.randomUUID();
  const models = [{ connectionId: 'acme', name: 'tone' }];
  const summary = { id: chatId, title: '', models, votes: [], updatedAt: 0 };
  return { type: 'chat', chatId, summary };
}

describe('The chats that a command acts on', () => {
  const [a, b, c] = [row(), row(), row()];
  const idsOf = (argument: unknown, selection?: unknown, selected: readonly ChatsNode[] = []) =>
    chosenIds(argument, selection, { panels: { active: undefined }, view: { selection: selected } });

  it('are all selected ones if the clicked one is among them, else the clicked one alone', () => {
    assert.deepEqual(idsOf(a, [b, a], [b, a]), [b.chatId, a.chatId]);
    assert.deepEqual(idsOf(c, [b, a], [b, a]), [c.chatId]);
    assert.deepEqual(idsOf(c, undefined, [b, a]), [c.chatId]);
  });

  it('are by key the focused one, though another is selected', () => {
    assert.deepEqual(idsOf([c], undefined, [a]), [c.chatId]);
    assert.deepEqual(idsOf([a], undefined, [b, a]), [b.chatId, a.chatId]);
    assert.deepEqual(idsOf([undefined], undefined, [b]), [b.chatId]);
    assert.deepEqual(idsOf([{ type: 'group', id: 'today', chats: [] }], undefined, [b]), []);
  });
});
