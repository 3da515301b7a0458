import assert from 'node:assert/strict';
import type { ChatToHost, ChatToPage } from '../../../src/protocol/chat.ts';
import { ChatStore } from '../../../src/webview/chat/chatStore.ts';
import { frame, own, streamingAnswer } from '../../page/samples.ts';

function startStore(tookMs = 0) {
  const posted: ChatToHost[] = [];
  const frames: (() => void)[] = [];
  let listener: (message: ChatToPage) => void = () => undefined;
  let now = 0;
  const host = {
    post: (message: ChatToHost) => posted.push(message),
    kept: () => undefined,
    keep: () => undefined,
    onMessage: (next: (message: ChatToPage) => void) => {
      listener = next;
    },
  };
  const store = new ChatStore(
    host,
    (callback) => frames.push(callback),
    () => now,
  );
  const shown: string[] = [];
  store.subscribe((model) => {
    now += tookMs;
    const turn = model.turns.get('a1');
    shown.push(turn?.role === 'assistant' ? turn.text : '');
  });
  store.start();
  const paint = () => {
    now += 16;
    for (const callback of frames.splice(0)) callback();
  };
  return { posted, shown, paint, frames, say: (message: ChatToPage) => listener(message) };
}

const snapshot = (streaming: string | undefined): ChatToPage => ({
  type: 'snapshot',
  seq: 0,
  frame: frame({ streaming }),
  turns: [own('u1', 'Hello'), streamingAnswer('a1')],
});
const append = (seq: number, text: string): ChatToPage => ({
  type: 'append',
  seq,
  turn: 'a1',
  text,
  reasoning: '',
});

describe('The chat page’s store', () => {
  it('says ready, and tells the page once a frame however much comes', () => {
    const { posted, shown, paint, say } = startStore();
    assert.deepEqual(posted, [{ type: 'ready' }]);
    say(snapshot('a1'));
    for (let seq = 1; seq <= 50; seq += 1) say(append(seq, 'x'));
    assert.deepEqual(shown, []);
    paint();
    paint();
    assert.deepEqual(shown, ['x'.repeat(50)]);
  });

  it('asks again after a gap, once', () => {
    const { posted, say } = startStore();
    say(snapshot('a1'));
    say(append(2, 'x'));
    say(append(3, 'x'));
    assert.deepEqual(posted, [{ type: 'ready' }, { type: 'ready' }]);
  });

  it('rests after a slow update while an answer streams, and loses nothing', () => {
    const { shown, paint, say, frames } = startStore(40);
    say(snapshot('a1'));
    paint();
    say(append(1, 'a'));
    paint();
    assert.equal(shown.length, 1);
    while (frames.length > 0) paint();
    assert.deepEqual(shown, ['', 'a']);
  });

  it('does not rest once the answer has ended', () => {
    const { shown, paint, say } = startStore(40);
    say(snapshot('a1'));
    paint();
    say(append(1, 'a'));
    say({ type: 'frame', seq: 2, frame: frame() });
    paint();
    assert.deepEqual(shown, ['', 'a']);
  });
});
