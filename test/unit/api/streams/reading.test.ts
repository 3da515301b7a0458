import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { CallOptions, ChatEvent, Transport } from '../../../../src/api/index.ts';
import {
  clientFor,
  collect,
  data,
  delta,
  doneEvent,
  failure,
  finishEvent,
  helloRequest,
  overBothTransports,
  sendEvents,
  serve,
} from '../harness.ts';
import { bytesOf, memoryTransport, streaming } from '../memoryTransport.ts';

const deltaA = delta({ content: 'a' });
const chat = (send: Transport, options?: CallOptions) =>
  clientFor('https://host.example', send).streamChat(helloRequest, options);
const typesOf = async (send: Transport) => (await collect(chat(send))).map(({ type }) => type);

// openai-node: tests/core/streaming-backpressure.test.ts, the completion tests of streaming-core.test.ts.
describe('A stream', () => {
  it('is read one chunk at a time, as the caller asks for events', async () => {
    const transport = streaming(Array<string>(100).fill(deltaA));
    await chat(transport.send).return();
    const events = chat(transport.send);
    assert.equal(transport.requests.length, 0);
    for (let taken = 1; taken <= 5; taken += 1) {
      await events.next();
      assert.equal(transport.pulled, taken);
    }
    await events.return();
    assert.deepEqual([transport.pulled, transport.left], [5, 1]);
  });

  it('tells of each read before the events in it', async () => {
    const think = delta({ reasoning_content: 'Hm' });
    const { send } = streaming([think + deltaA, deltaA, finishEvent + doneEvent]);
    const seen: string[] = [];
    for await (const { type } of chat(send, { onRead: () => void seen.push('read') })) seen.push(type);
    assert.deepEqual(seen, ['read', 'reasoning', 'text', 'read', 'text', 'read', 'finish']);
  });

  it('tells once of reasoning in a field of its own, and not of think tags', async () => {
    for (const [fields, told] of [
      [{ reasoning_content: 'Hm' }, 1],
      [{ reasoning: 'Hm' }, 1],
      [{ content: '<think>Hm</think>' }, 0],
    ] as const) {
      let count = 0;
      const { send } = streaming([delta(fields), delta(fields), deltaA, doneEvent]);
      const events = await collect(chat(send, { onReasoningField: () => void count++ }));
      assert.ok(events.some(({ type }) => type === 'reasoning'));
      assert.equal(count, told);
    }
  });

  it('joins text that arrives together, and gives onRaw every event', async () => {
    const raw: unknown[] = [];
    const { send } = streaming([deltaA + deltaA + finishEvent + doneEvent]);
    const events = await collect(chat(send, { onRaw: (json) => raw.push(json) }));
    assert.deepEqual([events[0], events.length, raw.length], [{ type: 'text', text: 'aa' }, 2, 3]);
  });

  // openai-node: "decodes byte-fragmented … separators before the stream ends" of streaming-core.test.ts.
  for (const end of ['\n\n', '\r\r', '\r\n\r\n', '\n\r\n', '\r\n\r']) {
    it(`gives an event as soon as its blank line has come: ${JSON.stringify(end)}`, async () => {
      const transport = streaming([deltaA.trimEnd() + end, deltaA]);
      const events = chat(transport.send);
      assert.deepEqual((await events.next()).value, { type: 'text', text: 'a' });
      assert.equal(transport.pulled, 1);
      await events.return();
    });
  }

  overBothTransports((transport) => {
    it('holds up a service that sends endlessly while the caller is busy', async () => {
      const { promise: full, resolve } = Promise.withResolvers<void>();
      const { promise: closed, resolve: close } = Promise.withResolvers<void>();
      const listener = async (_: unknown, response: ServerResponse): Promise<void> => {
        sendEvents(response.on('close', close));
        await writeUntilFull(response);
        resolve();
      };
      await using server = await serve(listener);
      const events = clientFor(server.url, transport).streamChat(helloRequest);
      await events.next();
      await full;
      await events.return();
      await closed;
    });
  });

  it('is read no further than [DONE], so a later error in its body is ignored', async () => {
    const transport = streaming([deltaA, doneEvent], new Error('read past the end'));
    assert.deepEqual(await typesOf(transport.send), ['text', 'finish']);
    const endless = memoryTransport({
      chunks: new Array<Uint8Array>(100_000).fill(bytesOf(`${deltaA}${doneEvent}`.repeat(20))),
    });
    assert.deepEqual(await typesOf(endless.send), ['text', 'finish']);
    assert.ok(endless.pulled < 200 && endless.left === 1, `${endless.pulled} reads`);
  });

  for (const [what, event] of [
    ['an error of the service', data({ error: 'Full' })],
    ['a damaged [DONE]', 'data: [DONE]x\n\n'],
    ['an event that is not JSON', 'data: {oops\n\n'],
  ] as const) {
    it(`is abandoned at once after ${what}, although more follows`, async () => {
      const transport = streaming([deltaA, event, ...Array<string>(100).fill(deltaA)]);
      await failure(collect(chat(transport.send)));
      assert.deepEqual([transport.pulled, transport.left], [2, 1]);
    });
  }

  it('without a body is an error', async () => {
    const empty: Transport = async () => ({ status: 200, headers: new Headers(), body: null });
    const { kind, code } = await failure(collect(chat(empty)));
    assert.deepEqual([kind, code], ['protocol', 'EMPTY']);
  });
});

/** Writes until the client stops reading. Never ends if the client buffers everything. */
async function writeUntilFull(response: ServerResponse): Promise<void> {
  const block = deltaA.repeat(1000);
  for (let isTaken = true; isTaken; ) {
    while (response.write(block));
    const signal = AbortSignal.timeout(500);
    isTaken = await once(response, 'drain', { signal }).then(
      () => true,
      () => false,
    );
  }
}

// openai-node: the abort tests of streaming-core.test.ts and tests/abort-compatibility.test.ts. There an abort ends a stream in
// silence; here it rejects with the reason of the signal, so nobody mistakes half an answer for a complete one.
describe('A stream that is aborted or has ended', () => {
  const reason = new DOMException('The operation timed out', 'TimeoutError');
  let controller: AbortController;
  let signal: AbortSignal;
  beforeEach(() => {
    controller = new AbortController();
    signal = controller.signal;
  });
  afterEach(() => assert.deepEqual(getEventListeners(signal, 'abort'), []));

  it('rejects with the reason before the first event, and gives none of those that came', async () => {
    const { send } = streaming([deltaA, deltaA]);
    const events = chat(send, { signal, onAnswer: () => controller.abort(reason) });
    await assert.rejects(events.next(), (error) => error === reason);
  });

  it('rejects between two events of one read', async () => {
    const { send } = streaming([delta({ reasoning: 'r' }) + deltaA + finishEvent + doneEvent]);
    const events = chat(send, { signal });
    assert.equal((await events.next()).value?.type, 'reasoning');
    controller.abort(reason);
    await assert.rejects(events.next(), (error) => error === reason);
  });

  for (const thrown of [reason, new Error('read ECONNRESET')]) {
    it(`rejects with the reason of the abort if its body then fails with ${thrown.message}`, async () => {
      const failing: Transport = async () => ({
        status: 200,
        headers: new Headers({ 'content-type': 'text/event-stream' }),
        // biome-ignore lint/correctness/useYield: a body that fails before it gives anything
        body: (async function* (): AsyncGenerator<Uint8Array> {
          controller.abort(reason);
          throw thrown;
        })(),
      });
      await assert.rejects(collect(chat(failing, { signal })), (error) => error === reason);
    });
  }

  it('is not changed by an abort after its finish', async () => {
    const events = chat(streaming([deltaA, doneEvent]).send, { signal });
    await events.next();
    assert.equal((await events.next()).value?.type, 'finish');
    controller.abort(reason);
    assert.equal((await events.next()).done, true);
  });

  it('leaves no listener on its signal, even after many answers and an error', async () => {
    for (let n = 0; n < 5; n += 1) await collect(chat(streaming([deltaA, finishEvent]).send, { signal }));
    await failure(collect(chat(streaming([data({ error: 'no' })]).send, { signal })));
  });

  it('gives nothing when it is read a second time', async () => {
    const events = chat(streaming([deltaA, finishEvent]).send);
    assert.equal((await collect(events)).length, 2);
    assert.deepEqual(await collect(events), []);
  });
});

// openai-node: tests/core/streaming-large-events.test.ts, line-large.test.ts and line-security.test.ts; eventsource-parser:
// its tests of maxBufferSize. Their newest rule is no limit at all; ours is 1 MB, with an error of its own.
describe('A large event', () => {
  const maxBytes = 1024 * 1024;
  const line = 'x'.repeat(64 * 1024);

  for (const [size, length] of [
    [1, 100_000],
    [64, maxBytes],
    [64 * 1024, maxBytes],
    [2 * maxBytes, maxBytes],
  ] as const) {
    it(`of ${length} bytes is read completely from reads of ${size}`, async () => {
      const text = 'x'.repeat(length - 100);
      const event = bytesOf(delta({ content: text }));
      const count = Math.ceil(event.length / size);
      const chunks = Array.from({ length: count }, (_, n) => event.subarray(n * size, (n + 1) * size));
      const [first] = await collect(chat(memoryTransport({ chunks }).send));
      assert.ok(first?.type === 'text' && first.text === text);
    });
  }

  for (const [what, parts] of [
    ['in one line', ['data: ', ...Array<string>(20).fill(line), '\n\n', finishEvent]],
    ['in one read', [`data: ${line.repeat(32)}\n\n`, finishEvent]],
    ['in many lines', [...Array<string>(20).fill(`data: ${line}\n`), '\n', finishEvent]],
    ['that never ends', ['data: ', ...Array<string>(100).fill(line)]],
  ] as const) {
    it(`of more than 1 MB is refused, unlike in openai-node: ${what}`, async () => {
      const transport = streaming([deltaA, ...parts]);
      const events: ChatEvent[] = [];
      const error = await failure(collect(chat(transport.send), events));
      assert.deepEqual([error.kind, events], ['tooLarge', [{ type: 'text', text: 'a' }]]);
      assert.ok(transport.pulled < 25 && transport.left === 1, 'reading went on');
    });
  }

  it('may not be JSON of more than 32 MB', async () => {
    const transport = streaming(['{"x":"', ...Array<string>(1000).fill(line)]);
    assert.equal((await failure(collect(chat(transport.send)))).kind, 'tooLarge');
    assert.ok(transport.pulled < 520, 'reading went on');
  });

  it('is skipped if it is a comment or an unknown field', async () => {
    const lines = Array<string>(100).fill(line);
    const { send } = streaming([deltaA, ':', ...lines, '\nfoo: ', ...lines, '\n', finishEvent]);
    assert.deepEqual(await typesOf(send), ['text', 'finish']);
  });
});
