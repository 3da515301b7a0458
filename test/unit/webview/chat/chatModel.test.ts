import assert from 'node:assert/strict';
import type { ChatToPage } from '../../../../src/protocol/chat.ts';
import {
  type ChatModel,
  columnIndexOf,
  emptyChat,
  isAsked,
  lastOwnText,
  reduceChat,
} from '../../../../src/webview/chat/chatModel.ts';
import { columnsFrame } from '../../../page/columnSamples.ts';
import { answer, frame, own, rowsOf, shows, stream, streamingAnswer } from '../../../page/samples.ts';

const snapshot: ChatToPage = {
  ...shows(frame({ streaming: 'a1' }), [own('u1', 'Hello'), streamingAnswer('a1')]),
  seq: 7,
};
const rows = (seq: number, ...ids: string[]): ChatToPage => ({ type: 'rows', seq, rows: rowsOf(ids) });

const replay = (...messages: ChatToPage[]) =>
  messages.reduce<ChatModel>((model, message) => reduceChat(model, message), emptyChat);
const append = (seq: number, text: string, turn = 'a1'): ChatToPage => ({
  ...{ type: 'append', seq, turn, text, reasoning: '' },
});

describe('The chat page’s model', () => {
  it('is the snapshot with its deltas applied', () => {
    const model = replay(snapshot, append(8, 'Hi '), append(9, 'there'));
    assert.deepEqual(
      [...model.turns.values()],
      [own('u1', 'Hello'), streamingAnswer('a1', { text: 'Hi there' })],
    );
    assert.deepEqual(model.rows, rowsOf(['u1', 'a1']));
    assert.equal(model.isStale, false);
  });

  it('contains nothing before the first snapshot, is stale after a gap, and then accepts only a snapshot', () => {
    assert.equal(replay(append(1, 'x')), emptyChat);
    const stale = replay(snapshot, append(9, 'lost one'));
    assert.equal(stale.isStale, true);
    assert.equal(reduceChat(stale, append(8, 'x')), stale);
    const fresh = reduceChat(stale, { ...snapshot, seq: 20 });
    assert.equal(fresh.isStale, false);
    assert.equal(reduceChat(fresh, append(21, 'y')).isStale, false);
  });

  it('ignores what it has already seen, and is stale if a delta concerns an answer that it does not have', () => {
    const model = replay(snapshot, append(8, 'Hi'));
    assert.equal(reduceChat(model, append(8, 'Hi')), model);
    for (const turn of ['nobody', 'u1']) assert.ok(replay(snapshot, append(8, 'x', turn)).isStale, turn);
  });

  it('shows other rows at once, and keeps the turns that they left and the object of all that does not change', () => {
    const before = replay(snapshot, rows(8, 'u1', 'a1', 'u2'));
    const left = reduceChat(before, rows(9, 'u1', 'a2'));
    assert.deepEqual(left.rows, rowsOf(['u1', 'a2']));
    assert.ok(left.turns.has('a1'));
    const { rows: after } = reduceChat(before, rows(9, 'u1', 'a1', 'u2', 'a2'));
    assert.equal(after[0], before.rows[0]);
    assert.notEqual(after[1], before.rows[1]);
    assert.equal(reduceChat(before, { ...snapshot, seq: 20 }).rows[0], before.rows[0]);
    assert.equal(reduceChat(before, append(9, 'Hi')).turns.get('u1'), before.turns.get('u1'));
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

  it('finds the last own message, and where an answer stands', () => {
    const turns = [own('u1', 'one'), answer('a1'), own('u2', 'two'), answer('a2')];
    const model = replay({ ...shows(frame(), turns), seq: 1 });
    assert.equal(lastOwnText(model), 'two');
    assert.equal(lastOwnText(replay({ ...shows(frame(), []), seq: 1 })), undefined);
    assert.deepEqual([isAsked(model.rows, 'u2'), isAsked(model.rows, 'a2')], [true, false]);
    assert.deepEqual([columnIndexOf(model.rows, 'a2'), columnIndexOf(model.rows, 'u2')], [0, -1]);
  });
});

describe('The model of several columns', () => {
  const streaming = (...turns: string[]) => columnsFrame({ streams: turns.map((turn) => stream(turn)) });
  const columns: ChatToPage = {
    ...shows(streaming('a1', 'a2'), [own('u1', 'Hello'), streamingAnswer('a1'), streamingAnswer('a2')]),
    seq: 7,
  };

  it('knows the column of each answer, and adds text to the one that it belongs to', () => {
    const shown = replay(columns).rows;
    assert.deepEqual(
      ['a1', 'a2', 'u1'].map((id) => columnIndexOf(shown, id)),
      [0, 1, -1],
    );
    const { turns } = replay(columns, append(8, 'one'), append(9, 'two', 'a2'), append(10, ' more'));
    assert.deepEqual(
      ['a1', 'a2'].map((id) => turns.get(id)?.text),
      ['one more', 'two'],
    );
  });

  it('announces the end of what streams in any column', () => {
    const status = 'Both answers complete';
    const ended = { ...streaming(), status };
    assert.equal(replay({ ...columns, frame: ended }).spoken, '');
    assert.equal(replay({ ...columns, frame: { ...streaming('a2'), status } }).spoken, status);
    assert.equal(replay(columns, { type: 'frame', seq: 8, frame: ended }).spoken, status);
  });
});
