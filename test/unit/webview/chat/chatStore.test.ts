import assert from 'node:assert/strict';
import type { ChatToPage, PageStream } from '../../../../src/protocol/chat.ts';
import type { ChatPageState } from '../../../../src/protocol/chatPageState.ts';
import type { chatToHost } from '../../../../src/protocol/chatToHost.ts';
import { PageStore } from '../../../../src/webview/chat/pageStore.ts';
import { columnsFrame } from '../../../page/columnSamples.ts';
import { frame, own, shows, silence, stream, streamingAnswer } from '../../../page/samples.ts';
import { heldHost } from '../heldHost.ts';

function startStore(tookMs = 0) {
  const frames: (() => void)[] = [];
  const { host, posted, say } = heldHost<ChatToPage, typeof chatToHost, ChatPageState>();
  let now = 0;
  const store = new PageStore(
    host,
    (callback) => frames.push(callback),
    () => now,
  );
  const shown: string[] = [];
  store.start((model, isShown) => {
    now += tookMs;
    const turn = model.turns.get('a1');
    shown.push(turn?.role === 'assistant' ? turn.text : '');
    isShown();
  });
  const paint = () => {
    now += 16;
    for (const callback of frames.splice(0)) callback();
  };
  const spend = (ms: number) => {
    now += ms;
  };
  return { store, posted, shown, paint, frames, spend, say };
}

const snapshot = (streaming: string): ChatToPage => ({
  ...shows(frame({ streaming }), [own('u1', 'Hello'), streamingAnswer('a1')]),
  seq: 0,
});
const append = (seq: number, text: string, { turn = 'a1', reasoning = '' } = {}): ChatToPage => ({
  ...{ type: 'append', seq, turn, text, reasoning },
});

/** A store whose page has shown the first piece of an answer. */
function startStreaming(tookMs = 0) {
  const page = startStore(tookMs);
  page.say(snapshot('a1'));
  page.paint();
  page.say(append(1, 'a'));
  page.paint();
  return page;
}

describe('The chat page’s store', () => {
  it('says ready, and updates the page once per frame, however much comes', () => {
    const { posted, shown, paint, say } = startStore();
    assert.deepEqual(posted(), [{ type: 'ready' }]);
    say(snapshot('a1'));
    for (let seq = 1; seq <= 50; seq += 1) say(append(seq, 'x'));
    assert.deepEqual(shown, []);
    paint();
    paint();
    assert.deepEqual(shown, ['x'.repeat(50)]);
  });

  it('passes on each event once, when the page shows what came before it, and none of a message sent twice or after a gap', () => {
    const { store, shown, paint, say } = startStore();
    const events: unknown[] = [];
    store.onEvent(({ type }) => events.push([type, shown.at(-1)]));
    const accepted = (seq: number, turn = 'u2'): ChatToPage => ({ type: 'accepted', seq, text: 'Hi', turn });
    say(
      { type: 'fill', seq: 0, text: 'Too early' },
      snapshot('a1'),
      append(1, 'a'),
      accepted(2),
      accepted(2),
    );
    assert.deepEqual(events, []);
    paint();
    assert.deepEqual(events.splice(0), [['accepted', 'a']]);
    const queued = { id: 'u2', text: 'Hi', attachments: [] };
    say({ type: 'frame', seq: 3, frame: frame({ streaming: 'a1', queued }) }, accepted(4), accepted(5, 'u3'));
    say(accepted(7), { type: 'fill', seq: 8, text: 'Hi' });
    paint();
    assert.deepEqual(events, [['accepted', 'a']]);
  });

  it('asks again after a gap, but only once', () => {
    const { posted, say } = startStore();
    say(snapshot('a1'));
    say(append(2, 'x'));
    say(append(3, 'x'));
    assert.deepEqual(posted(), [{ type: 'ready' }, { type: 'ready' }]);
  });

  it('pauses after a slow update while an answer streams, for nothing but text, and loses nothing', () => {
    const { shown, paint, frames } = startStreaming(40);
    assert.equal(shown.length, 1);
    while (frames.length > 0) paint();
    assert.deepEqual(shown, ['', 'a']);
    const other = startStreaming(40);
    other.say({ type: 'frame', seq: 2, frame: frame({ streaming: 'a1', status: 'x' }) });
    other.paint();
    assert.deepEqual(other.shown, ['', 'a']);
  });

  it('leaves the frame that shows a key to it, but never lets text wait for long', () => {
    const { store, shown, paint, say } = startStreaming();
    const paintKey = () => {
      store.restForKey();
      paint();
      return shown.at(-1);
    };
    say(append(2, 'b'));
    assert.equal(paintKey(), 'a');
    paint();
    assert.equal(shown.at(-1), 'ab');
    say(append(3, 'c'));
    let frames = 1;
    while (paintKey() !== 'abc') frames += 1;
    assert.equal(frames, 17);
  });

  it('does not pause once the answer has ended', () => {
    const { shown, paint, say } = startStore(40);
    say(snapshot('a1'));
    paint();
    say(append(1, 'a'));
    say({ type: 'frame', seq: 2, frame: frame() });
    paint();
    assert.deepEqual(shown, ['', 'a']);
  });

  it('tells only the answer about text added to it, and the page about everything else', () => {
    const { store, shown, paint, say } = startStore();
    const grown: string[] = [];
    say(snapshot('a1'));
    const stop = store.onGrowth('a1', (added) => grown.push(added));
    paint();
    say(append(1, 'a'));
    paint();
    assert.deepEqual([shown, grown], [['', 'a'], []], 'the first piece changes more than the text');
    say(append(2, 'b'));
    say(append(3, 'c'));
    paint();
    say(append(4, 'd'));
    paint();
    assert.deepEqual([shown.length, grown], [2, ['bc', 'd']]);
    say(append(5, 'e'));
    say({ type: 'frame', seq: 6, frame: frame({ streaming: 'a1', status: 'Answering' }) });
    say(append(7, 'f'));
    paint();
    say(append(8, '', { reasoning: 'Hm' }));
    paint();
    assert.deepEqual([shown.slice(2), grown.length], [['abcdef', 'abcdef'], 2]);
    stop();
    say(append(9, 'g'));
    paint();
    assert.deepEqual([shown.at(-1), grown.length], ['abcdefg', 2]);
  });

  it('does not report anything after a gap', () => {
    const { store, shown, paint, say } = startStreaming();
    const grown: string[] = [];
    store.onGrowth('a1', (added) => grown.push(added));
    say(append(2, 'b'));
    say(append(4, 'd'));
    paint();
    assert.deepEqual([shown.at(-1), grown], ['ab', []]);
  });

  it('pauses after slow growth, which its part of the page renders in a microtask', async () => {
    const { store, shown, paint, say, frames, spend } = startStreaming();
    const grown: string[] = [];
    store.onGrowth('a1', (added) => {
      grown.push(added);
      queueMicrotask(() => spend(40));
    });
    say(append(2, 'b'));
    paint();
    await Promise.resolve();
    say(append(3, 'c'));
    paint();
    assert.deepEqual([shown.at(-1), grown], ['a', ['b']]);
    while (frames.length > 0) paint();
    assert.deepEqual(grown, ['b', 'c']);
  });
});

describe('The store of several columns', () => {
  const columns = (changes: Partial<PageStream> = {}) =>
    columnsFrame({ streams: [stream('a1', changes), stream('a2')] });
  const turns = [
    own('u1', 'Hello'),
    streamingAnswer('a1', { text: '1' }),
    streamingAnswer('a2', { text: '2' }),
  ];
  const start: ChatToPage = { ...shows(columns(), turns), seq: 0 };
  const piece = (seq: number, turn: string, text: string) => append(seq, text, { turn });

  it('tells each answer once a frame about its own text, and the page nothing', () => {
    const { store, shown, paint, say } = startStore();
    const grown: string[] = [];
    say(start);
    for (const turn of ['a1', 'a2']) store.onGrowth(turn, (added) => grown.push(`${turn}: ${added}`));
    paint();
    say(piece(1, 'a1', 'a'));
    say(piece(2, 'a2', 'b'));
    say(piece(3, 'a1', 'c'));
    paint();
    say(piece(4, 'a2', 'd'));
    paint();
    assert.deepEqual(grown, ['a1: ac', 'a2: b', 'a2: d']);
    assert.deepEqual(shown, ['1']);
  });

  it('tells the page all if one of the answers can’t grow by itself', () => {
    const { store, shown, paint, say } = startStore();
    const grown: string[] = [];
    say(start);
    store.onGrowth('a1', (added) => grown.push(added));
    paint();
    say(piece(1, 'a1', 'a'));
    say(piece(2, 'a2', 'b'));
    paint();
    assert.deepEqual([grown, shown], [[], ['1', '1a']]);
  });

  it('measures the silence of each answer, and knows the longest', () => {
    const { store, say, spend } = startStore();
    say({ ...start, frame: columns({ silence: silence({ name: 'one', ms: 3000 }) }) });
    assert.deepEqual([store.silence('a1')?.since, store.silence('a2')?.since], [-3000, 0]);
    assert.equal(store.silence()?.name, 'one');
    spend(500);
    say(piece(1, 'a1', 'a'));
    assert.deepEqual([store.silence('a1')?.since, store.silence('a1')?.isStarted], [500, true]);
    assert.deepEqual([store.silence('a2')?.since, store.silence('a2')?.isStarted], [0, false]);
    assert.equal(store.silence()?.since, 0);
    say({ type: 'frame', seq: 2, frame: columnsFrame() });
    assert.deepEqual([store.silence(), store.silence('a2')], [undefined, undefined]);
  });
});
