import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { ChatEvent, Transport } from '../../../../src/api/index.ts';
import {
  clientFor,
  collect,
  delta,
  doneEvent,
  helloRequest,
  overBothTransports,
  sendEvents,
  withServer,
} from '../harness.ts';
import { bytesOf, memoryTransport, streaming } from '../memoryTransport.ts';

const deltaA = delta({ content: 'a' });
const hostUrl = 'https://host.example';

// openai-node: tests/core/streaming-backpressure.test.ts, the completion tests of streaming-core.test.ts.
describe('A stream', () => {
  it('is read one chunk at a time, as the caller asks for events', async () => {
    const transport = streaming(Array<string>(100).fill(deltaA));
    const events = clientFor(hostUrl, transport.send).streamChat(helloRequest);
    assert.equal(transport.requests.length, 0);
    for (let taken = 1; taken <= 5; taken += 1) {
      await events.next();
      assert.equal(transport.pulled, taken);
    }
    await events.return();
    assert.deepEqual([transport.pulled, transport.left], [5, 1]);
  });

  overBothTransports((transport) => {
    it('holds up a service that sends endlessly while the caller is busy', async () => {
      const { promise: full, resolve } = Promise.withResolvers<void>();
      const { promise: closed, resolve: close } = Promise.withResolvers<void>();
      const listener = async (_: unknown, response: ServerResponse): Promise<void> => {
        sendEvents(response.on('close', close));
        await writeUntilFull(response);
        resolve();
      };
      await withServer(listener, async ({ url }) => {
        const events = clientFor(url, transport).streamChat(helloRequest);
        await events.next();
        await full;
        await events.return();
        await closed;
      });
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

async function typesOf(transport: Transport): Promise<ChatEvent['type'][]> {
  return (await collect(clientFor(hostUrl, transport).streamChat(helloRequest))).map(({ type }) => type);
}
