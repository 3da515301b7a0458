import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { Transport } from '../../../../src/api/index.ts';
import {
  clientFor,
  collect,
  data,
  delta,
  doneEvent,
  failure,
  finishEvent,
  helloRequest,
} from '../harness.ts';
import { streaming } from '../memoryTransport.ts';

const deltaA = delta({ content: 'a' });
const hostUrl = 'https://host.example';

// openai-node: the abort tests of streaming-core.test.ts and tests/abort-compatibility.test.ts. There an abort ends a stream in
// silence; here it rejects with the reason of the signal, so nobody mistakes half an answer for a complete one.
describe('A stream that is aborted or has ended', () => {
  const reason = new DOMException('The operation timed out', 'TimeoutError');

  it('rejects with the reason before the first event, and gives none of those that came', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const events = clientFor(hostUrl, streaming([deltaA, deltaA]).send).streamChat(helloRequest, {
      signal,
      onAnswer: () => controller.abort(reason),
    });
    await assert.rejects(events.next(), (error) => error === reason);
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });

  for (const [what, thrown] of [
    ['the same reason', reason],
    ['another error', new Error('read ECONNRESET')],
  ] as const) {
    it(`rejects with the reason of the abort if its body then fails with ${what}`, async () => {
      const controller = new AbortController();
      const { signal } = controller;
      const transport: Transport = async () => ({
        status: 200,
        headers: new Headers({ 'content-type': 'text/event-stream' }),
        // biome-ignore lint/correctness/useYield: a body that fails before it gives anything
        body: (async function* (): AsyncGenerator<Uint8Array> {
          controller.abort(reason);
          throw thrown;
        })(),
      });
      await assert.rejects(
        collect(clientFor(hostUrl, transport).streamChat(helloRequest, { signal })),
        (error) => error === reason,
      );
      assert.deepEqual(getEventListeners(signal, 'abort'), []);
    });
  }

  it('is not changed by an abort after its finish', async () => {
    const controller = new AbortController();
    const events = clientFor(hostUrl, streaming([deltaA, doneEvent]).send).streamChat(helloRequest, {
      signal: controller.signal,
    });
    await events.next();
    assert.equal((await events.next()).value?.type, 'finish');
    controller.abort(reason);
    assert.equal((await events.next()).done, true);
  });

  it('leaves no listener on its signal, even after many answers', async () => {
    const { signal } = new AbortController();
    const client = clientFor(hostUrl, streaming([deltaA, finishEvent]).send);
    for (let n = 0; n < 5; n += 1) await collect(client.streamChat(helloRequest, { signal }));
    await failure(
      collect(
        clientFor(hostUrl, streaming([data({ error: 'no' })]).send).streamChat(helloRequest, { signal }),
      ),
    );
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });

  it('gives nothing when it is read a second time', async () => {
    const events = clientFor(hostUrl, streaming([deltaA, finishEvent]).send).streamChat(helloRequest);
    assert.equal((await collect(events)).length, 2);
    assert.deepEqual(await collect(events), []);
  });
});
