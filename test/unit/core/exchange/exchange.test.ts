import assert from 'node:assert/strict';
import type { CallOptions, ChatEvent, ChatRequest } from '../../../../src/api/types.ts';
import { runExchange } from '../../../../src/core/exchange/exchange.ts';
import type { Metrics } from '../../../../src/core/exchange/exchangeFields.ts';
import { firstRequests } from '../../../../src/core/exchange/firstRequests.ts';
import { MetricsMeter } from '../../../../src/core/exchange/metricsMeter.ts';
import { failed } from '../fixtures.ts';

const request: ChatRequest = { model: 'tone', messages: [{ role: 'user', content: 'Hi' }] };
type Step = ChatEvent | Error | ((options: CallOptions) => void);

/** Runs these steps, one every 10 ms by the clock of the test. */
async function run(...steps: Step[]) {
  const abort = new AbortController();
  const shown: string[] = [];
  const waits: (number | undefined)[] = [];
  let noted = 0;
  let clock = 0;
  const result = await runExchange(
    async function* (_request, options = {}) {
      for (const step of steps) {
        clock += 10;
        if (step instanceof Error) throw step;
        if (typeof step === 'function') step(options);
        else yield step;
        options.signal?.throwIfAborted();
      }
    },
    request,
    {
      signal: abort.signal,
      isFirstRequest: false,
      onFirstContent: () => {
        noted += 1;
      },
      onContent: (text, reasoning) => {
        shown.push(reasoning === '' ? text : `(${reasoning})`);
        if (text === 'stop me') abort.abort(new Error('Stopped.'));
      },
      onTextReasoned: () => shown.push('all reasoned'),
      onReasoned: (ms) => shown.push(`reasoned ${ms} ms`),
      onWait: (wait) => waits.push(wait?.until),
      now: () => clock,
    },
  );
  return { ...result, shown, waits, noted };
}

const text = (part: string): ChatEvent => ({ type: 'text', text: part });
const reasoning = (part: string): ChatEvent => ({ type: 'reasoning', text: part });
const finish = (reason: string | undefined = 'stop', complete = true): ChatEvent => ({
  type: 'finish',
  reason,
  complete,
});

describe('The end of an exchange', () => {
  for (const [state, what, steps] of [
    ['complete', 'it finished', [text('Hi'), finish()]],
    ['complete', 'it finished without a reason', [text('Hi'), finish(undefined)]],
    ['complete', 'it finished for an unknown reason', [text('Hi'), finish('eos')]],
    ['complete', 'it finished without text', [finish()]],
    ['limit', 'it met the token limit', [text('Hi'), finish('length')]],
    ['cut', 'the stream ended without saying so', [text('Hi'), finish(undefined, false)]],
    ['cut', 'nothing came at all', []],
    ['cut', 'the connection broke', [text('Hi'), failed('network')]],
    ['cut', 'the answer fell silent', [reasoning('Hm'), failed('timeout')]],
    ['cut', 'it was too long', [text('Hi'), failed('tooLarge')]],
    ['failed', 'the connection broke before any text', [failed('network')]],
    ['failed', 'nothing came in time', [failed('timeout')]],
    ['failed', 'the service refused', [failed('unauthorized', { status: 401 })]],
    ['failed', 'the service failed midway', [text('Hi'), failed('server')]],
    ['failed', 'something else was thrown', [text('Hi'), new TypeError('surprise')]],
    ['stopped', 'the person stopped it', [text('stop me'), text('more')]],
  ] as const) {
    it(`is ${state} when ${what}`, async () => {
      assert.equal((await run(...steps)).state, state);
    });
  }

  it('is no error if the person stopped it', async () => {
    assert.equal((await run(text('stop me'), failed('network'))).error, undefined);
  });

  it('shows text and reasoning as they come', async () => {
    assert.deepEqual((await run(reasoning('Hm'), text('Hel'), text('lo'), finish())).shown, [
      '(Hm)',
      'reasoned 10 ms',
      'Hel',
      'lo',
    ]);
  });

  it('says so if all text so far was reasoning', async () => {
    const { shown, reasoningMs } = await run(
      text('Hm'),
      text('.'),
      { type: 'reasoned' },
      text('Hi'),
      finish(),
    );
    assert.deepEqual(shown, ['Hm', '.', 'all reasoned', 'reasoned 20 ms', 'Hi']);
    assert.equal(reasoningMs, 20);
  });

  it('takes figures from the events', async () => {
    const usage: ChatEvent = { type: 'usage', promptTokens: 3, completionTokens: 21, totalTokens: 24 };
    const { figures, finishReason } = await run(text('a'), text('b'), usage, finish());
    assert.deepEqual(figures, {
      durationMs: 40,
      ttftMs: 10,
      tokensPerSecond: 2000,
      promptTokens: 3,
      completionTokens: 21,
    });
    assert.equal(finishReason, 'stop');
  });

  it('dates text and reasoning by the read that they came in, however late they are handled', async () => {
    const usage: ChatEvent = { type: 'usage', promptTokens: 3, completionTokens: 21, totalTokens: 24 };
    const read = ({ onRead }: CallOptions) => onRead?.();
    const { figures, reasoningMs } = await run(read, reasoning('a'), text('b'), usage, finish());
    assert.equal(reasoningMs, 0);
    assert.deepEqual([figures.ttftMs, figures.tokensPerSecond], [10, undefined]);
    const two = await run(read, text('a'), read, text('b'), text('c'), usage, finish());
    assert.deepEqual([two.figures.ttftMs, two.figures.tokensPerSecond], [10, 1000]);
  });

  it('counts the time to the first token from when the transport got the request that was answered', async () => {
    const readKey = () => undefined;
    const answer = ({ onAnswer }: CallOptions) =>
      onAnswer?.({ status: 200, headersMs: 4, contentType: undefined, requestId: undefined, way: 'host' });
    const { figures } = await run(readKey, answer, text('a'), finish());
    assert.deepEqual([figures.ttftMs, figures.durationMs], [14, 40]);
  });

  it('measures the reasoning up to the first text, or to the end', async () => {
    assert.equal((await run(reasoning('a'), reasoning('b'), text('c'), text('d'), finish())).reasoningMs, 20);
    assert.equal((await run(reasoning('a'), finish())).reasoningMs, 10);
    assert.equal((await run(text('a'), finish())).reasoningMs, undefined);
  });

  it('notes its first content once, text or reasoning, even if it breaks off', async () => {
    for (const content of [text('Hi'), reasoning('Hm')])
      assert.equal((await run(content, text('!'), failed('network'))).noted, 1);
    assert.equal((await run(failed('unauthorized'))).noted, 0);
    assert.equal((await run(finish())).noted, 0);
  });

  it('makes a model’s next request no first one any more', () => {
    const { isFirstRequest, noteAnswer } = firstRequests();
    const tone = { connectionId: 'acme', name: 'tone' };
    assert.equal(isFirstRequest(tone), true);
    noteAnswer(tone);
    const others = [
      { ...tone, name: 'sql' },
      { ...tone, connectionId: 'other' },
    ];
    assert.deepEqual([tone, ...others].map(isFirstRequest), [false, true, true]);
  });

  it('reports waits and dropped fields', async () => {
    const { waits, droppedFields } = await run(
      ({ onWait }) => onWait?.({ until: 800, error: failed('server') }),
      ({ onWait }) => onWait?.(undefined),
      ({ onDropped }) => onDropped?.('seed'),
      finish(),
    );
    assert.deepEqual([waits, droppedFields], [[800, undefined], ['seed']]);
  });
});

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
    meter.handed(5000);
    assert.deepEqual(meter.read(2000, false), { durationMs: 1000 });
    meter.content(5300, 'Hello');
    assert.partialDeepStrictEqual(meter.read(6000, true), {
      ttftMs: 300,
      durationMs: 5000,
      isFirstRequest: true,
    });
  });
});
