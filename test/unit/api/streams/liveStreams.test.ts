import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import {
  type ChatEvent,
  createUndiciTransport,
  type Timing,
  type Transport,
} from '../../../../src/api/index.ts';
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
  serveRaw,
  withServer,
} from '../harness.ts';
import { streaming } from '../memoryTransport.ts';

const deltaA = delta({ content: 'a' });
const hostUrl = 'https://host.example';

it('A stream tells of each read before the events in it', async () => {
  const think = delta({ reasoning_content: 'Hm' });
  const { send } = streaming([think + deltaA, deltaA, finishEvent + doneEvent]);
  const seen: string[] = [];
  const onRead = () => void seen.push('read');
  for await (const { type } of clientFor(hostUrl, send).streamChat(helloRequest, { onRead })) seen.push(type);
  assert.deepEqual(seen, ['read', 'reasoning', 'text', 'read', 'text', 'read', 'finish']);
});

describe('A stream that ends unexpectedly', () => {
  for (const [what, event] of [
    ['an error of the service', data({ error: 'Full' })],
    ['a damaged [DONE]', 'data: [DONE]x\n\n'],
    ['an event that is not JSON', 'data: {oops\n\n'],
  ] as const) {
    it(`with ${what} is abandoned at once, although more follows`, async () => {
      const transport = streaming([deltaA, event, ...Array<string>(100).fill(deltaA)]);
      await failure(collect(clientFor(hostUrl, transport.send).streamChat(helloRequest)));
      assert.deepEqual([transport.pulled, transport.left], [2, 1]);
    });
  }

  it('without a body is an error', async () => {
    const transport: Transport = async () => ({ status: 200, headers: new Headers(), body: null });
    const { kind, code } = await failure(collect(clientFor(hostUrl, transport).streamChat(helloRequest)));
    assert.deepEqual([kind, code], ['protocol', 'EMPTY']);
  });

  // openai-node does not test these: a reset, a short body, and one without a length that ends too early.
  overBothTransports((transport) => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n';
    const asChunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
    const outcome = async (answer: string, isReset = false): Promise<[string, ...unknown[]]> => {
      const { port, close } = await serveRaw(
        createServer((socket) =>
          socket.once('data', () =>
            socket.write(answer, () => (isReset ? socket.resetAndDestroy() : socket.end())),
          ),
        ),
      );
      const events: ChatEvent[] = [];
      try {
        await collect(clientFor(`http://127.0.0.1:${port}`, transport).streamChat(helloRequest), events);
        const last = events.at(-1);
        assert.ok(last?.type === 'finish');
        return [textOf(events), last.complete];
      } catch (error) {
        return [textOf(events), await failure(Promise.reject(error)).then(({ kind }) => kind)];
      } finally {
        await close();
      }
    };

    it('with status 204 is an error', async () => {
      await withServer(
        (_, response) => response.writeHead(204).end(),
        async ({ url }) => {
          assert.equal(
            (await failure(collect(clientFor(url, transport).streamChat(helloRequest)))).code,
            'EMPTY',
          );
        },
      );
    });

    it('with a FIN inside a chunked body is a network error', async () => {
      assert.deepEqual(await outcome(`${head}transfer-encoding: chunked\r\n\r\n${asChunk(deltaA)}`), [
        'a',
        'network',
      ]);
    });

    it('with a FIN before its announced length is a network error', async () => {
      assert.deepEqual(await outcome(`${head}content-length: 9999\r\n\r\n${deltaA}`), ['a', 'network']);
    });

    it('with a FIN that may be its end is cut, not an error', async () => {
      assert.deepEqual(await outcome(`${head}connection: close\r\n\r\n${deltaA}${deltaA.slice(0, 20)}`), [
        'a',
        false,
      ]);
    });

    it('with a FIN that may be its end, after the finish, is complete', async () => {
      assert.deepEqual(await outcome(`${head}connection: close\r\n\r\n${deltaA}${finishEvent.trimEnd()}`), [
        'a',
        true,
      ]);
    });

    it('with a reset after the finish is complete', async () => {
      assert.deepEqual(
        await outcome(`${head}transfer-encoding: chunked\r\n\r\n${asChunk(deltaA + finishEvent)}`, true),
        ['a', true],
      );
    });
  });
});

function textOf(events: readonly ChatEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
}

// openai-node: "decodes byte-fragmented … separators before the stream ends" of streaming-core.test.ts.
describe('Events', () => {
  const never: Partial<Timing> = { usageAfterFinishMs: 60_000 };

  for (const [what, end] of [
    ['LF', '\n\n'],
    ['CR', '\r\r'],
    ['CRLF', '\r\n\r\n'],
    ['LF and CRLF', '\n\r\n'],
    ['CRLF and CR', '\r\n\r'],
  ] as const) {
    it(`arrive as soon as their blank line does, while the stream stays open: ${what}`, async () => {
      const listener = (_: unknown, response: ServerResponse): void =>
        void sendEvents(response, deltaA.trimEnd() + end);
      await withServer(listener, async ({ url }) => {
        const transport = await createUndiciTransport();
        const events = clientFor(url, transport, { timing: never }).streamChat(helloRequest);
        assert.deepEqual((await events.next()).value, { type: 'text', text: 'a' });
        await events.return();
      });
    });
  }
});
