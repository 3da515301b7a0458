import assert from 'node:assert/strict';
import type { ChatToPage } from '../../../../src/protocol/chat.ts';
import type { CompareFrame, CompareToPage } from '../../../../src/protocol/compare.ts';
import {
  type ChatModel,
  emptyChat,
  lastOwnText,
  reduceChat,
  shownTurns,
} from '../../../../src/webview/chat/chatModel.ts';
import { column, compareFrame } from '../../../page/compareSamples.ts';
import { answer, exchange, frame, own, streamingAnswer } from '../../../page/samples.ts';

const snapshot: ChatToPage = {
  type: 'snapshot',
  seq: 7,
  frame: frame({ streaming: 'a1' }),
  turns: [own('u1', 'Hello'), streamingAnswer('a1')],
};

const replay = (...messages: ChatToPage[]) =>
  messages.reduce<ChatModel>((model, message) => reduceChat(model, message), emptyChat);
const append = (seq: number, text: string): ChatToPage => ({
  type: 'append',
  seq,
  turn: 'a1',
  text,
  reasoning: '',
});

describe('The chat page’s model', () => {
  it('is the snapshot with its deltas applied', () => {
    const model = replay(snapshot, append(8, 'Hi '), append(9, 'there'));
    assert.deepEqual(shownTurns(model), [own('u1', 'Hello'), streamingAnswer('a1', { text: 'Hi there' })]);
    assert.equal(model.isStale, false);
  });

  it('reveals a turn each time it is asked to', () => {
    const reveal = (seq: number): ChatToPage => ({ type: 'reveal', seq, turn: 'a1', words: ['x'] });
    assert.deepEqual(replay(snapshot, reveal(8)).revealed, { count: 1, turn: 'a1', words: ['x'] });
    assert.deepEqual(replay(snapshot, reveal(8), reveal(9)).revealed, { count: 2, turn: 'a1', words: ['x'] });
  });

  it('is filled each time the host says so, but not before there is a chat', () => {
    const fill = (seq: number): ChatToPage => ({ type: 'fill', seq, text: 'Hi', note: 'From a link.' });
    const filled = { text: 'Hi', note: 'From a link.' };
    assert.deepEqual(replay(snapshot, fill(8), fill(9)).filled, { count: 2, ...filled });
    assert.deepEqual(replay(fill(6), snapshot).filled, { count: 0, text: '', note: undefined });
  });

  it('contains nothing before the first snapshot', () => {
    assert.equal(replay(append(1, 'x')), emptyChat);
  });

  it('is stale after a gap, and then accepts only a snapshot', () => {
    const stale = replay(snapshot, append(9, 'lost one'));
    assert.equal(stale.isStale, true);
    assert.equal(reduceChat(stale, append(8, 'x')), stale);
    const fresh = reduceChat(stale, { ...snapshot, seq: 20 });
    assert.equal(fresh.isStale, false);
    assert.equal(reduceChat(fresh, append(21, 'y')).isStale, false);
  });

  it('ignores what it has already seen', () => {
    const model = replay(snapshot, append(8, 'Hi'));
    assert.equal(reduceChat(model, append(8, 'Hi')), model);
  });

  it('is stale if a delta concerns an answer that it does not have', () => {
    assert.equal(
      replay(snapshot, { type: 'append', seq: 8, turn: 'nobody', text: 'x', reasoning: '' }).isStale,
      true,
    );
    assert.equal(
      replay(snapshot, { type: 'append', seq: 8, turn: 'u1', text: 'x', reasoning: '' }).isStale,
      true,
    );
  });

  it('shows another path as soon as its turns are there, and keeps the turns that it left', () => {
    const other = replay(snapshot, { type: 'path', seq: 8, ids: ['u1', 'a2'] });
    assert.deepEqual(
      shownTurns(other).map(({ id }) => id),
      ['u1'],
    );
    const whole = reduceChat(other, { type: 'turn', seq: 9, turn: answer('a2') });
    assert.deepEqual(
      shownTurns(whole).map(({ id }) => id),
      ['u1', 'a2'],
    );
    const back = reduceChat(whole, { type: 'path', seq: 10, ids: ['u1', 'a1'] });
    assert.deepEqual(
      shownTurns(back).map(({ id }) => id),
      ['u1', 'a1'],
    );
  });

  it('keeps the object of each turn that a delta does not concern', () => {
    const before = replay(snapshot);
    const model = reduceChat(before, append(8, 'Hi'));
    assert.equal(model.turns.get('u1'), before.turns.get('u1'));
  });

  it('distinguishes two accepted messages with the same text', () => {
    const model = replay(
      snapshot,
      { type: 'accepted', seq: 8, text: 'Hello' },
      { type: 'accepted', seq: 9, text: 'Hello' },
    );
    assert.deepEqual(model.accepted, { count: 2, text: 'Hello' });
  });

  it('does not announce what ended before the page opened', () => {
    const ended = { ...snapshot, frame: frame({ status: 'Answer complete' }) };
    assert.equal(replay(ended).spoken, '');
    assert.equal(
      replay(snapshot, { type: 'frame', seq: 8, frame: frame({ status: 'Stopped' }) }).spoken,
      'Stopped',
    );
    assert.equal(replay(snapshot, { ...ended, seq: 9 }).spoken, 'Answer complete');
  });

  it('finds the last own message', () => {
    assert.equal(lastOwnText([own('u1', 'one'), answer('a1'), own('u2', 'two'), answer('a2')]), 'two');
    assert.equal(lastOwnText([]), undefined);
  });
});

describe('The model of a comparison', () => {
  const streaming = (...turns: (string | undefined)[]) =>
    compareFrame({ columns: turns.map((turn, at) => column(`c${at + 1}`, { streaming: turn })) });
  const columns: CompareToPage = {
    type: 'snapshot',
    seq: 7,
    frame: streaming('a1', 'a2'),
    turns: [own('u1', 'Hello'), streamingAnswer('a1'), streamingAnswer('a2')],
    paths: [
      { column: 'c1', ids: ['u1', 'a1'] },
      { column: 'c2', ids: ['u1', 'a2'] },
    ],
  };
  const compare = (...messages: CompareToPage[]) =>
    messages.reduce<ChatModel<CompareFrame>>((model, message) => reduceChat(model, message), emptyChat);

  it('has a path for each column, and each turn once', () => {
    const model = compare(columns);
    assert.deepEqual(
      [...model.paths],
      [
        ['c1', ['u1', 'a1']],
        ['c2', ['u1', 'a2']],
      ],
    );
    assert.deepEqual(model.ids, ['u1', 'a1', 'a2']);
  });

  it('replaces all paths at once', () => {
    const paths = [{ column: 'c2', ids: ['u1', 'a2', 'u2'] }];
    const model = compare(columns, { type: 'paths', seq: 8, paths });
    assert.deepEqual([...model.paths], [['c2', ['u1', 'a2', 'u2']]]);
    assert.deepEqual(model.ids, ['u1', 'a2', 'u2']);
    assert.ok(model.turns.has('a1'));
  });

  it('adds text to the answer that it belongs to', () => {
    const piece = (seq: number, turn: string, text: string): CompareToPage => ({
      type: 'append',
      seq,
      turn,
      text,
      reasoning: '',
    });
    const { turns } = compare(
      columns,
      piece(8, 'a1', 'one'),
      piece(9, 'a2', 'two'),
      piece(10, 'a1', ' more'),
    );
    assert.deepEqual(
      ['a1', 'a2'].map((id) => turns.get(id)?.text),
      ['one more', 'two'],
    );
  });

  it('forgets the requests behind all answers that stream again, and no others', () => {
    const shown = (seq: number, turn: string): CompareToPage => ({
      type: 'exchange',
      seq,
      turn,
      exchange: exchange(),
    });
    const ended = compare(
      { ...columns, frame: streaming(undefined, undefined) },
      shown(8, 'a1'),
      shown(9, 'a2'),
    );
    const { exchanges } = reduceChat(ended, { type: 'frame', seq: 10, frame: streaming(undefined, 'a2') });
    assert.deepEqual([...exchanges.keys()], ['a1']);
  });

  it('announces the end of what streams in any column', () => {
    const status = 'All 2 answers complete';
    const ended = { ...streaming(undefined, undefined), status };
    assert.equal(compare({ ...columns, frame: ended }).spoken, '');
    assert.equal(compare({ ...columns, frame: { ...streaming(undefined, 'a2'), status } }).spoken, status);
    assert.equal(compare(columns, { type: 'frame', seq: 8, frame: ended }).spoken, status);
  });
});
