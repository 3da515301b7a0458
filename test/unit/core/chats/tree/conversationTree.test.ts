import assert from 'node:assert/strict';
import type { Turn } from '../../../../../src/core/chats/tree/conversation.ts';
import {
  answerOf,
  leafThrough,
  newestLeaf,
  shownPath,
  siblingsOf,
} from '../../../../../src/core/chats/tree/conversationTree.ts';
import { answerTurn, userTurn } from '../../fixtures.ts';

const treeOf = (...turns: Turn[]) => ({ turns: new Map(turns.map((turn) => [turn.id, turn])) });
const ids = (turns: Turn[]) => turns.map((turn) => turn.id);

/** u1 - (a1 - u2 - a3, a2 - u3), and u4 as another start. */
const [u1, a1, a2, u2, a3, u3, u4] = [
  userTurn('u1'),
  answerTurn('a1', 'u1'),
  answerTurn('a2', 'u1'),
  userTurn('u2', 'a1'),
  answerTurn('a3', 'u2'),
  userTurn('u3', 'a2'),
  userTurn('u4'),
];
const tree = treeOf(u1, a1, a2, u2, a3, u3, u4);

describe('The tree of a conversation', () => {
  it('shows the path from the first turn to the chosen one', () => {
    assert.deepEqual(ids(shownPath({ ...tree, leaf: 'a3' })), ['u1', 'a1', 'u2', 'a3']);
    assert.deepEqual(ids(shownPath({ ...tree, leaf: 'a2' })), ['u1', 'a2']);
    assert.deepEqual(shownPath({ ...tree, leaf: undefined }), []);
  });

  it('knows the turns that are alternatives to each other, oldest first', () => {
    assert.deepEqual(ids(siblingsOf(tree, a2)), ['a1', 'a2']);
    assert.deepEqual(ids(siblingsOf(tree, u1)), ['u1', 'u4']);
    assert.deepEqual(ids(siblingsOf(tree, a3)), ['a3']);
  });

  it('does not take an answer and a message below the same turn for siblings', () => {
    const odd = treeOf(u1, a1, userTurn('u9', 'u1'));
    assert.deepEqual(ids(siblingsOf(odd, a1)), ['a1']);
  });

  it('follows the newest turn down from a chosen one', () => {
    assert.equal(newestLeaf(tree, 'a1'), 'a3');
    assert.equal(newestLeaf(tree, 'u1'), 'u3');
    assert.equal(newestLeaf(tree, 'u4'), 'u4');
  });

  it('stays on its path if that has the turn, and otherwise goes to the end of the newest path through it', () => {
    const wider = treeOf(u1, a1, a2, u2, a3, u3, u4, userTurn('u5', 'a1'));
    assert.equal(leafThrough({ ...wider, leaf: 'a3' }, 'a1'), 'a3');
    assert.equal(leafThrough({ ...wider, leaf: 'u3' }, 'a1'), 'u5');
    assert.equal(leafThrough({ ...wider, leaf: 'a3' }, 'a3'), 'a3');
    assert.equal(leafThrough({ ...wider, leaf: undefined }, 'u4'), 'u4');
  });

  it('can have a path of 100,000 turns', () => {
    const long = Array.from({ length: 100_000 }, (_, at) =>
      userTurn(`u${at}`, at === 0 ? undefined : `u${at - 1}`),
    );
    const last = newestLeaf(treeOf(...long), 'u0');
    assert.equal(last, 'u99999');
    assert.equal(shownPath({ ...treeOf(...long), leaf: last }).length, long.length);
  });

  it('distinguishes an answer from a message', () => {
    assert.equal(answerOf(tree, 'a1'), a1);
    assert.equal(answerOf(tree, 'u1'), undefined);
    assert.equal(answerOf(tree, 'gone'), undefined);
  });
});

describe('A damaged tree', () => {
  it('starts where a parent was lost', () => {
    assert.deepEqual(ids(shownPath({ ...treeOf(u2, a3), leaf: 'a3' })), ['u2', 'a3']);
    assert.deepEqual(ids(siblingsOf(treeOf(u2, a3), u2)), ['u2']);
  });

  it('shows nothing for a missing turn', () => {
    assert.deepEqual(shownPath({ ...tree, leaf: 'gone' }), []);
    assert.equal(newestLeaf(tree, 'gone'), 'gone');
  });

  it('never loops forever', () => {
    const circle = treeOf(userTurn('u', 'a'), answerTurn('a', 'u'));
    assert.deepEqual(ids(shownPath({ ...circle, leaf: 'a' })), ['u', 'a']);
    assert.ok(['u', 'a'].includes(newestLeaf(circle, 'u')));
    const own = treeOf(userTurn('u', 'u'));
    assert.deepEqual(ids(shownPath({ ...own, leaf: 'u' })), ['u']);
    assert.equal(newestLeaf(own, 'u'), 'u');
  });
});
