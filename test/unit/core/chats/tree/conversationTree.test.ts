import assert from 'node:assert/strict';
import { ColumnPaths } from '../../../../../src/core/chats/tree/columnPaths.ts';
import type { Question, Turn, Turns } from '../../../../../src/core/chats/tree/conversation.ts';
import {
  contextOf,
  hidesModels,
  isHidden,
  questionOf,
  siblingsIn,
  turnOf,
  turnsOn,
} from '../../../../../src/core/chats/tree/conversationTree.ts';
import { alone, column, newAnswer, newQuestion } from '../../fixtures.ts';
import { turnsOf } from '../chatScript.ts';

const treeOf = (...turns: Turn[]) => turnsOf(turns);
const ids = (turns: Iterable<Turn>) => [...turns].map(({ id }) => id);
const endingAt = (last: string | undefined) => column('tone', last === undefined ? {} : { last });
/** What a column shows that ends at `last`. */
const shown = (tree: Turns, last?: string) => ids(turnsOn(new ColumnPaths(tree).path(endingAt(last))));
/** Where a column ends once it shows a turn, having ended at `last`. */
const endAt = (tree: Turns, id: string, last?: string) =>
  new ColumnPaths(tree).showing(endingAt(last), id).last;
const context = (tree: Turns, last: string) => ids(turnsOn(contextOf(tree, last, 'c-tone')));

/** u1 - (a1 - u2 - a3, a2 - u3), and u4 as another version of u1. */
const [u1, a1, a2, u2, a3, u3, u4] = [
  newQuestion('u1'),
  newAnswer('a1', 'u1'),
  newAnswer('a2', 'u1'),
  newQuestion('u2', 'a1'),
  newAnswer('a3', 'u2'),
  newQuestion('u3', 'a2'),
  { ...newQuestion('u4'), versionOf: 'u1' },
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

  it('takes neither an answer and a question after the same turn nor two columns’ answers for siblings', () => {
    const other = { ...newAnswer('b1', 'u1'), column: 'c-base' };
    const odd = treeOf(u1, a1, newQuestion('u9', 'u1'), other);
    assert.deepEqual(ids(siblingsIn(odd)(a1)), ['a1']);
    assert.deepEqual(ids(siblingsIn(odd)(other)), ['b1']);
  });

  it('follows the newest turn down from a chosen one', () => {
    assert.equal(endAt(tree, 'a1'), 'a3');
    assert.equal(endAt(tree, 'u1'), 'u3');
    assert.equal(endAt(tree, 'u4'), 'u4');
  });

  it('follows another column’s answers down only if they lead to one of this column', () => {
    const base = { ...newAnswer('b1', 'u1'), column: 'c-base' };
    const beside = treeOf(u1, a1, base, newQuestion('u9', 'b1', 'u9', 'c-base'));
    assert.equal(endAt(beside, 'u1'), 'a1');
    const joined = treeOf(u1, base, newQuestion('u9', 'b1'), newAnswer('a9', 'u9'));
    assert.equal(endAt(joined, 'u1'), 'a9');
  });

  it('stays on its path if that has the turn, and otherwise goes to the end of the newest path through it', () => {
    const wider = treeOf(u1, a1, a2, u2, a3, u3, u4, newQuestion('u5', 'a1'));
    assert.equal(endAt(wider, 'a1', 'a3'), 'a3');
    assert.equal(endAt(wider, 'a1', 'u3'), 'u5');
    assert.equal(endAt(wider, 'a3', 'a3'), 'a3');
    assert.equal(endAt(wider, 'u4'), 'u4');
  });

  it('can have a path of 100,000 turns', () => {
    const long = Array.from({ length: 100_000 }, (_, at) =>
      newQuestion(`u${at}`, at === 0 ? undefined : `u${at - 1}`),
    );
    const path = treeOf(...long);
    const last = endAt(path, 'u0');
    assert.equal(last, 'u99999');
    assert.equal(shown(path, last).length, long.length);
  });

  it('finds a turn of either kind, and its question', () => {
    assert.deepEqual([turnOf(tree, 'a1'), turnOf(tree, 'u1'), turnOf(tree, 'gone')], [a1, u1, undefined]);
    assert.equal(questionOf(tree, 'a1'), u1);
    assert.equal(questionOf(tree, 'u1'), u1);
    assert.equal(questionOf(tree, 'gone'), undefined);
  });

  it('hides its models while any question waits to be revealed', () => {
    const blind: Question = { ...alone('u9'), blind: { order: ['c-tone', 'c-base'] } };
    const revealed: Question = { ...blind, blind: { order: [], isRevealed: true } };
    assert.deepEqual([blind, revealed, u1, undefined].map(isHidden), [true, false, false, false]);
    assert.deepEqual([treeOf(u1, blind), treeOf(u1, revealed)].map(hidesModels), [true, false]);
  });
});

describe('A question that was sent alone, in the tree', () => {
  /** u1 - a1 - u2 - a3, with u8 sent alone after u2, and u9 after u8. */
  const asked = treeOf(u1, a1, u2, a3, alone('u8', 'u2'), newAnswer('a8', 'u8'), alone('u9', 'u8'));

  it('is shown below what its column shows above it, and begins the context', () => {
    assert.deepEqual(shown(asked, 'u9'), ['u1', 'a1', 'u2', 'a3', 'u8', 'a8', 'u9']);
    assert.deepEqual(context(asked, 'a8'), ['u8', 'a8']);
    assert.deepEqual(context(asked, 'a3'), ['u1', 'a1', 'u2', 'a3']);
  });

  it('is what a newer path ends with, rather than what it was sent after', () => {
    assert.equal(endAt(asked, 'u1'), 'u9');
    assert.equal(endAt(asked, 'a8'), 'u9');
  });
});

describe('A damaged tree', () => {
  it('starts where a turn was lost', () => {
    assert.deepEqual(shown(treeOf(u2, a3), 'a3'), ['u2', 'a3']);
    assert.deepEqual(shown(treeOf(alone('u8', 'lost')), 'u8'), ['u8']);
    assert.deepEqual(ids(siblingsIn(treeOf(u2, a3))(u2)), ['u2']);
  });

  it('shows nothing for a missing turn', () => {
    assert.deepEqual(shown(tree, 'gone'), []);
    assert.equal(endAt(tree, 'gone', 'a3'), 'a3');
  });

  it('never loops forever', () => {
    const circle = treeOf(newQuestion('u', 'a'), newAnswer('a', 'u'));
    assert.deepEqual(shown(circle, 'a'), ['u', 'a']);
    assert.ok(['u', 'a'].includes(endAt(circle, 'u') ?? ''));
    const own = treeOf(newQuestion('u', 'u'));
    assert.deepEqual(shown(own, 'u'), ['u']);
    assert.equal(endAt(own, 'u'), 'u');
    const aloneCircle = treeOf(alone('u', 'v'), alone('v', 'u'), newAnswer('a', 'u'));
    assert.equal(shown(aloneCircle, 'a').at(-1), 'a');
    assert.ok(endAt(aloneCircle, 'v'));
  });
});
