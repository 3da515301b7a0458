import assert from 'node:assert/strict';
import { ColumnPaths } from '../../../../../src/core/chats/tree/columnPaths.ts';
import type { Turn, UserTurn } from '../../../../../src/core/chats/tree/conversation.ts';
import {
  answerOf,
  contextOf,
  hidesModels,
  isHidden,
  questionOf,
  siblingsIn,
  subtreeOf,
} from '../../../../../src/core/chats/tree/conversationTree.ts';
import { answerTurn, column, userTurn } from '../../fixtures.ts';

const treeOf = (...turns: Turn[]) => ({ turns: new Map(turns.map((turn) => [turn.id, turn])) });
const ids = (turns: Iterable<Turn>) => [...turns].map(({ id }) => id);
/** What a column shows that ends at `leaf`. */
const shown = (tree: ReturnType<typeof treeOf>, leaf?: string) =>
  ids(new ColumnPaths(tree).path(column('tone', leaf === undefined ? {} : { leaf })));
/** Where a column ends once it shows a turn, having ended at `leaf`. */
const endAt = (tree: ReturnType<typeof treeOf>, id: string, leaf?: string) =>
  new ColumnPaths(tree).showing(column('tone', leaf === undefined ? {} : { leaf }), id).leaf;
const alone = (id: string, parent?: string): UserTurn => ({ ...userTurn(id, parent), isAlone: true });

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
    assert.deepEqual(shown(tree, 'a3'), ['u1', 'a1', 'u2', 'a3']);
    assert.deepEqual(shown(tree, 'a2'), ['u1', 'a2']);
    assert.deepEqual(shown(tree), []);
  });

  it('knows the turns that are alternatives to each other, oldest first', () => {
    assert.deepEqual(ids(siblingsIn(tree)(a2)), ['a1', 'a2']);
    assert.deepEqual(ids(siblingsIn(tree)(u1)), ['u1', 'u4']);
    assert.deepEqual(ids(siblingsIn(tree)(a3)), ['a3']);
  });

  it('does not take an answer and a message below the same turn, or two columns’ answers, for siblings', () => {
    const other = { ...answerTurn('b1', 'u1'), column: 'c-base' };
    const odd = treeOf(u1, a1, userTurn('u9', 'u1'), other);
    assert.deepEqual(ids(siblingsIn(odd)(a1)), ['a1']);
    assert.deepEqual(ids(siblingsIn(odd)(other)), ['b1']);
  });

  it('follows the newest turn down from a chosen one', () => {
    assert.equal(endAt(tree, 'a1'), 'a3');
    assert.equal(endAt(tree, 'u1'), 'u3');
    assert.equal(endAt(tree, 'u4'), 'u4');
  });

  it('follows another column’s answers down only if they lead to one of this column', () => {
    const base = { ...answerTurn('b1', 'u1'), column: 'c-base' };
    const beside = treeOf(u1, a1, base, userTurn('u9', 'b1'));
    assert.equal(endAt(beside, 'u1'), 'a1');
    const joined = treeOf(u1, base, userTurn('u9', 'b1'), answerTurn('a9', 'u9'));
    assert.equal(endAt(joined, 'u1'), 'a9');
  });

  it('stays on its path if that has the turn, and otherwise goes to the end of the newest path through it', () => {
    const wider = treeOf(u1, a1, a2, u2, a3, u3, u4, userTurn('u5', 'a1'));
    assert.equal(endAt(wider, 'a1', 'a3'), 'a3');
    assert.equal(endAt(wider, 'a1', 'u3'), 'u5');
    assert.equal(endAt(wider, 'a3', 'a3'), 'a3');
    assert.equal(endAt(wider, 'u4'), 'u4');
  });

  it('can have a path of 100,000 turns', () => {
    const long = Array.from({ length: 100_000 }, (_, at) =>
      userTurn(`u${at}`, at === 0 ? undefined : `u${at - 1}`),
    );
    const path = treeOf(...long);
    const last = endAt(path, 'u0');
    assert.equal(last, 'u99999');
    assert.equal(shown(path, last).length, long.length);
  });

  it('distinguishes an answer from a message, and knows the question of either', () => {
    assert.equal(answerOf(tree, 'a1'), a1);
    assert.equal(answerOf(tree, 'u1'), undefined);
    assert.equal(answerOf(tree, 'gone'), undefined);
    assert.equal(questionOf(tree, 'a1'), u1);
    assert.equal(questionOf(tree, 'u1'), u1);
    assert.equal(questionOf(tree, 'gone'), undefined);
  });

  it('hides its models while any question waits to be revealed', () => {
    const blind: UserTurn = { ...alone('u9'), blind: { order: ['c-tone', 'c-base'] } };
    const revealed: UserTurn = { ...blind, blind: { order: [], isRevealed: true } };
    assert.deepEqual([blind, revealed, u1, a1, undefined].map(isHidden), [true, false, false, false, false]);
    assert.deepEqual([treeOf(u1, blind), treeOf(u1, revealed)].map(hidesModels), [true, false]);
  });
});

describe('A question that was sent alone, in the tree', () => {
  /** u1 - a1 - u2 - a3, with u8 sent alone after u2, and u9 after u8. */
  const asked = treeOf(u1, a1, u2, a3, alone('u8', 'u2'), answerTurn('a8', 'u8'), alone('u9', 'u8'));

  it('is shown below what its column shows above it, and begins the context', () => {
    assert.deepEqual(shown(asked, 'u9'), ['u1', 'a1', 'u2', 'a3', 'u8', 'a8', 'u9']);
    assert.deepEqual(ids(contextOf(asked, 'a8')), ['u8', 'a8']);
    assert.deepEqual(ids(contextOf(asked, 'a3')), ['u1', 'a1', 'u2', 'a3']);
  });

  it('is what a newer path ends with, rather than what it was sent after', () => {
    assert.equal(endAt(asked, 'u1'), 'u9');
    assert.equal(endAt(asked, 'a8'), 'u9');
  });

  it('follows the question before it: gone with that, and not with one of its answers', () => {
    assert.deepEqual([...subtreeOf(asked, ['a3'])], ['a3']);
    assert.deepEqual([...subtreeOf(asked, ['u2'])].sort(), ['a3', 'a8', 'u2', 'u8', 'u9']);
    const copied = treeOf({ ...u2, ask: 'q' }, { ...u3, ask: 'q' }, alone('u8', 'q'));
    assert.deepEqual([...subtreeOf(copied, ['u2'])], ['u2'], 'another column still shows what it follows');
    assert.deepEqual([...subtreeOf(copied, ['u2', 'u3'])].sort(), ['u2', 'u3', 'u8']);
  });
});

describe('A damaged tree', () => {
  it('starts where a parent was lost', () => {
    assert.deepEqual(shown(treeOf(u2, a3), 'a3'), ['u2', 'a3']);
    assert.deepEqual(shown(treeOf(alone('u8', 'lost')), 'u8'), ['u8']);
    assert.deepEqual(ids(siblingsIn(treeOf(u2, a3))(u2)), ['u2']);
  });

  it('shows nothing for a missing turn', () => {
    assert.deepEqual(shown(tree, 'gone'), []);
    assert.equal(endAt(tree, 'gone', 'a3'), 'a3');
  });

  it('never loops forever', () => {
    const circle = treeOf(userTurn('u', 'a'), answerTurn('a', 'u'));
    assert.deepEqual(shown(circle, 'a'), ['u', 'a']);
    assert.ok(['u', 'a'].includes(endAt(circle, 'u') ?? ''));
    const own = treeOf(userTurn('u', 'u'));
    assert.deepEqual(shown(own, 'u'), ['u']);
    assert.equal(endAt(own, 'u'), 'u');
    const aloneCircle = treeOf(alone('u', 'v'), alone('v', 'u'), answerTurn('a', 'u'));
    assert.equal(shown(aloneCircle, 'a').at(-1), 'a');
    assert.ok(endAt(aloneCircle, 'v'));
    assert.equal(subtreeOf(aloneCircle, ['u']).size, 3);
  });
});
