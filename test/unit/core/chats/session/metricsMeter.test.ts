import assert from 'node:assert/strict';
import { MetricsMeter } from '../../../../../src/core/chats/session/metricsMeter.ts';

const meter = (start = 1000) => new MetricsMeter(start);

describe('The figures of an answer', () => {
  it('measure the time from the request to the first content', () => {
    const one = meter(1000);
    one.content(1420, 'Hel');
    one.content(1500, 'lo');
    assert.equal(one.read(1600, false).ttftMs, 420);
    assert.equal(one.read(1600, false).durationMs, 600);
  });

  it('count the tokens after the first over the time between first and last', () => {
    const one = meter();
    one.content(2000, 'a');
    one.content(3000, 'b');
    one.content(4000, 'c');
    one.usage(7, 101);
    const figures = one.read(9000, false);
    assert.equal(figures.tokensPerSecond, 50);
    assert.equal(figures.promptTokens, 7);
    assert.equal(figures.completionTokens, 101);
    assert.equal(figures.isEstimated, undefined);
  });

  it('estimate four characters per token if no usage came, and say so', () => {
    const one = meter();
    one.content(2000, 'x'.repeat(4));
    one.content(3000, 'x'.repeat(36));
    const figures = one.read(3000, false);
    assert.equal(figures.completionTokens, 10);
    assert.equal(figures.tokensPerSecond, 9);
    assert.equal(figures.isEstimated, true);
    assert.equal(figures.promptTokens, undefined);
  });

  it('count the shortest answer as one token', () => {
    const one = meter();
    one.content(2000, 'a');
    assert.equal(one.read(2000, false).completionTokens, 1);
  });

  for (const [what, times] of [
    ['in one piece', [2000]],
    ['in one read, as reasoning and text', [2000, 2000.03]],
  ] as const) {
    it(`have no rate for an answer that came ${what}`, () => {
      const one = meter();
      for (const time of times) one.content(time, 'Hello, how are you?');
      one.usage(3, 50);
      const figures = one.read(2500, false);
      assert.equal(figures.tokensPerSecond, undefined);
      assert.equal(figures.ttftMs, 1000);
      assert.equal(figures.completionTokens, 50);
    });
  }

  it('have no rate for a single token, however it came', () => {
    const one = meter();
    one.content(2000, 'a');
    one.content(3000, '');
    one.usage(3, 1);
    assert.equal(one.read(3000, false).tokensPerSecond, undefined);
  });

  it('contain only the duration if no content came', () => {
    assert.deepEqual(meter().read(1500, false), { durationMs: 500 });
  });

  it('count the TTFT from the last try, but the duration from the first', () => {
    const one = meter(1000);
    one.restart(5000);
    one.content(5300, 'Hello');
    const figures = one.read(6000, false);
    assert.equal(figures.ttftMs, 300);
    assert.equal(figures.durationMs, 5000);
  });

  it('are never negative, even if stopped while waiting for the next try', () => {
    const one = meter(1000);
    one.restart(9000);
    assert.deepEqual(one.read(2000, false), { durationMs: 1000 });
  });

  it('mark the first request', () => {
    assert.equal(meter().read(1000, true).isFirstRequest, true);
  });
});
