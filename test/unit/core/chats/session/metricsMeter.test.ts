import assert from 'node:assert/strict';
import { MetricsMeter } from '../../../../../src/core/chats/session/exchange.ts';
import type { Metrics } from '../../../../../src/core/chats/tree/conversation.ts';

const long = 'Hello, how are you?';

describe('The figures of an answer', () => {
  for (const [what, contents, usage, end, expected] of [
    [
      'measure the time from the request to the first content',
      { 1420: 'Hel', 1500: 'lo' },
      undefined,
      1600,
      { ttftMs: 420, durationMs: 600 },
    ],
    [
      'count the tokens after the first over the time between first and last',
      { 2000: 'a', 3000: 'b', 4000: 'c' },
      [7, 101],
      9000,
      { tokensPerSecond: 50, promptTokens: 7, completionTokens: 101, isEstimated: undefined },
    ],
    [
      'estimate four characters per token if no usage came, and say so',
      { 2000: 'x'.repeat(4), 3000: 'x'.repeat(36) },
      undefined,
      3000,
      { completionTokens: 10, tokensPerSecond: 9, isEstimated: true, promptTokens: undefined },
    ],
    ['count the shortest answer as one token', { 2000: 'a' }, undefined, 2000, { completionTokens: 1 }],
    [
      'have no rate for an answer that came in one piece',
      { 2000: long },
      [3, 50],
      2500,
      { ttftMs: 1000, completionTokens: 50, tokensPerSecond: undefined },
    ],
    [
      'have no rate for one that came in one read, as reasoning and text',
      { 2000: long, 2000.03: long },
      [3, 50],
      2500,
      { ttftMs: 1000, tokensPerSecond: undefined },
    ],
    [
      'have no rate for a single token, however it came',
      { 2000: 'a', 3000: '' },
      [3, 1],
      3000,
      { tokensPerSecond: undefined },
    ],
    [
      'contain only the duration if no content came',
      {},
      undefined,
      1500,
      { durationMs: 500, ttftMs: undefined, completionTokens: undefined },
    ],
  ] as [
    string,
    Record<number, string>,
    [number, number] | undefined,
    number,
    { [K in keyof Metrics]?: Metrics[K] | undefined },
  ][]) {
    it(what, () => {
      const meter = new MetricsMeter(1000);
      for (const [time, text] of Object.entries(contents)) meter.content(Number(time), text);
      if (usage) meter.usage(...usage);
      const figures = new Map(Object.entries(meter.read(end, false)));
      for (const [field, value] of Object.entries(expected)) assert.equal(figures.get(field), value, field);
    });
  }

  it('count the TTFT from the last try, but the duration from the first, and are never negative', () => {
    const meter = new MetricsMeter(1000);
    meter.restart(5000);
    assert.deepEqual(meter.read(2000, false), { durationMs: 1000 });
    meter.content(5300, 'Hello');
    assert.partialDeepStrictEqual(meter.read(6000, true), {
      ttftMs: 300,
      durationMs: 5000,
      isFirstRequest: true,
    });
  });
});
