import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
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

const answer =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'x-should-retry': 'false', ...headers }).end(body);
  };

describe('Unusual answers', () => {
  overBothTransports((transport, transportName) => {
    const errorOf = async (listener: RequestListener, path: 'list' | 'chat' = 'list') => {
      let error: Awaited<ReturnType<typeof failure>> | undefined;
      await withServer(listener, async ({ url }) => {
        const client = clientFor(url, transport);
        error = await failure(
          path === 'list' ? client.listLoras() : collect(client.streamChat(helloRequest)),
        );
      });
      assert.ok(error);
      return error;
    };

    it('are a protocol error if the server does not speak HTTP, and tooLarge if the headers are too long', async () => {
      for (const [text, kind] of [
        ['SSH-2.0-OpenSSH_9\r\n\r\n', 'protocol'],
        [`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`, 'tooLarge'],
      ] as const) {
        const { port, close } = await serveRaw(
          createServer((socket) => socket.once('data', () => socket.end(text))),
        );
        const error = await failure(clientFor(`http://127.0.0.1:${port}`, transport).listLoras());
        assert.equal(error.kind, kind);
        await close();
      }
    });

    it('are a network error if the body ends before its announced length', async () => {
      const text = 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n[';
      const { port, close } = await serveRaw(
        createServer((socket) => socket.once('data', () => socket.end(text))),
      );
      assert.equal(
        (await failure(clientFor(`http://127.0.0.1:${port}`, transport).listLoras())).kind,
        'network',
      );
      await close();
    });

    it('may start with 103 Early Hints', async () => {
      const text =
        'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]';
      const { port, close } = await serveRaw(
        createServer((socket) => socket.once('data', () => socket.end(text))),
      );
      assert.deepEqual(await clientFor(`http://127.0.0.1:${port}`, transport).listLoras(), []);
      await close();
    });

    for (const [encoding, compress] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ] as const) {
      it(`may be ${encoding} although we asked for no encoding, and fail if the data is corrupt`, async () => {
        let asked: string | undefined;
        const listener: RequestListener = (request, response) => {
          asked = request.headers['accept-encoding'];
          const json = compress(JSON.stringify([{ name: 'a' }]));
          response.writeHead(200, { 'content-encoding': encoding }).end(json);
        };
        await withServer(listener, async ({ url }) => {
          assert.deepEqual(
            (await clientFor(url, transport).listLoras()).map(({ name }) => name),
            ['a'],
          );
          assert.equal(asked, 'identity');
        });
        const torn: RequestListener = (_, response) => {
          response.writeHead(200, { 'content-encoding': encoding }).end('this is not compressed');
        };
        assert.match((await errorOf(torn)).kind, /protocol|network/);
      });
    }

    if (transportName === 'undici') {
      it('are a protocol error if their compression is not supported', async () => {
        const error = await errorOf(answer(200, 'x', { 'content-encoding': 'gzip, gzip' }));
        assert.deepEqual([error.kind, error.code], ['protocol', 'CONTENT_ENCODING']);
      });
    }

    it('are tooLarge if a small body unpacks to a huge one', async () => {
      const bomb = gzipSync(Buffer.alloc(34 * 1024 * 1024, ' '), { level: 1 });
      const listener: RequestListener = (_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
      };
      assert.equal((await errorOf(listener)).kind, 'tooLarge');
    }).timeout(20_000);

    it('are a network error or a timeout if the host name is unknown', async () => {
      const options = { timing: { totalMs: 50 } };
      const unknown = await failure(clientFor('http://no-such-host.invalid', transport, options).listLoras());
      assert.match(`${unknown.kind} ${unknown.code}`, /^network E|^timeout (?:connect|total|headers)$/);
    });

    it('may be an event stream in gzip, or one with only a finish', async () => {
      const listener: RequestListener = (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
        response.end(gzipSync(delta({ content: 'a' }) + data({ choices: [] }) + finishEvent + doneEvent));
      };
      await withServer(listener, async ({ url }) => {
        const events = await collect(clientFor(url, transport).streamChat(helloRequest));
        assert.deepEqual(
          events.map(({ type }) => type),
          ['text', 'finish'],
        );
      });
      await withServer(
        (_, response) => sendEvents(response, finishEvent).end(),
        async ({ url }) => {
          assert.equal((await collect(clientFor(url, transport).streamChat(helloRequest))).length, 1);
        },
      );
    });
  });
});
