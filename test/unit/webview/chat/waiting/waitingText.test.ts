import assert from 'node:assert/strict';
import {
  longSilenceText,
  nextChangeMs,
  reasoningText,
  silenceAt,
  waitingText,
} from '../../../../../src/webview/chat/waiting/waitingText.ts';

const hint = 'A large adapter may have to be loaded first.';
const start = { name: 'tone', ms: 0, isStarted: false, retry: undefined, hint };

describe('The text for a silent answer', () => {
  it('counts the seconds, and says from ten on what may take so long', () => {
    const silence = silenceAt(50_000, { ...start, ms: 500 });
    const textAfter = (ms: number) => waitingText(silence, 49_500 + ms);
    assert.equal(textAfter(999), 'Waiting for tone…');
    assert.equal(textAfter(1000), 'Waiting for tone… 1 s');
    assert.equal(textAfter(9999), 'Waiting for tone… 9 s');
    assert.equal(textAfter(10_000), `Waiting for tone… 10 s. ${hint}`);
    assert.equal(textAfter(95_000), `Waiting for tone… 95 s. ${hint}`);
  });

  it('passes over short pauses within an answer, and counts long ones', () => {
    const silence = silenceAt(0, { ...start, isStarted: true });
    assert.equal(waitingText(silence, 2999), undefined);
    assert.equal(waitingText(silence, 3000), 'Waiting for more… 3 s');
    assert.equal(waitingText(silence, 12_400), 'Waiting for more… 12 s');
  });

  it('counts down to a repeated request, and never to nothing', () => {
    const retry = { text: 'Busy, trying again in {0} s', inMs: 8000 };
    const silence = silenceAt(1000, { ...start, retry });
    assert.equal(waitingText(silence, 1000), 'Busy, trying again in 8 s');
    assert.equal(waitingText(silence, 2000), 'Busy, trying again in 7 s');
    assert.equal(waitingText(silence, 8999), 'Busy, trying again in 1 s');
    assert.equal(waitingText(silence, 12_000), 'Busy, trying again in 1 s');
  });

  it('is one text for a screen reader, from ten seconds on', () => {
    const silence = silenceAt(0, start);
    const stalled = silenceAt(0, { ...start, isStarted: true });
    const retry = silenceAt(0, { ...start, retry: { text: 'Busy', inMs: 60_000 } });
    assert.equal(longSilenceText(silence, 9999), '');
    assert.deepEqual([longSilenceText(silence, 10_000), longSilenceText(silence, 90_000)], [hint, hint]);
    assert.equal(longSilenceText(stalled, 20_000), 'Still waiting for more from tone');
    assert.equal(longSilenceText(retry, 20_000), '');
  });

  it('changes at whole seconds', () => {
    const silence = silenceAt(250, start);
    const retry = silenceAt(0, { ...start, retry: { text: 'Busy {0}', inMs: 8000 } });
    assert.deepEqual(
      [250, 1249, 1250].map((now) => nextChangeMs(silence, now)),
      [1000, 1, 1000],
    );
    assert.deepEqual(
      [0, 300, 1000, 8300].map((now) => nextChangeMs(retry, now)),
      [1000, 700, 1000, 700],
    );
  });
});

describe('The label of the reasoning', () => {
  it('gives its time once that has ended', () => {
    assert.equal(reasoningText(undefined, true), 'Reasoning…');
    assert.equal(reasoningText(undefined, false), 'Reasoning');
    assert.equal(reasoningText(4200, false), 'Reasoning, 4 s');
    assert.equal(reasoningText(300, false), 'Reasoning, under 1 s');
  });
});
