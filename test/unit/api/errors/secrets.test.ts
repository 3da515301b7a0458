import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import type { ServiceClient, Transport } from '../../../../src/api/index.ts';
import { assertNoneOf, everythingOf } from '../canary.ts';
import {
  canaryKey,
  clientFor,
  collect,
  data,
  delta,
  failure,
  helloRequest,
  overBothTransports,
  sendEvents,
  sendJson,
  serve,
  serveRaw,
  withoutJitter,
} from '../harness.ts';

const gatewaySecret = 'gw-canary-0b1c2d3e';
const headers = async () => ({ 'X-Gateway-Token': gatewaySecret });

const assertNoSecret = (text: string): void => assertNoneOf([canaryKey, gatewaySecret], text);

describe('Secrets', () => {
  withoutJitter();

  overBothTransports((transport) => {
    const lines: string[] = [];
    const write = (line: string): void => void lines.push(line);
    const log = { debug: write, info: write, warn: write, error: write };
    const make = (url: string, through: Transport = transport): ServiceClient =>
      clientFor(url, through, { headers, log, timing: { headersMs: 150, connectMs: 150, bytesIdleMs: 150 } });
    const calls = (client: ServiceClient): (() => Promise<unknown>)[] => [
      () => client.listLoras(),
      () => client.getLora(`org/${canaryKey}`),
      () => client.deleteLora(canaryKey),
      () => collect(client.streamChat(helloRequest)),
    ];

    const echo = `Bearer ${canaryKey} ${canaryKey.slice(0, 4)}\u200b${canaryKey.slice(4)} ${canaryKey.toUpperCase()} ${gatewaySecret}`;
    const echoes: [string, RequestListener][] = [
      ...[400, 401, 403, 404, 409, 422, 429, 503].map((status): [string, RequestListener] => [
        `in a message with status ${status}`,
        (_, response) => {
          response.setHeader('x-should-retry', 'false');
          sendJson(response, { error: { message: echo, code: canaryKey, param: canaryKey } }, status);
        },
      ]),
      [
        'at the cut of a message',
        (_, response) => sendJson(response, { message: 'x'.repeat(290) + canaryKey }, 400),
      ],
      [
        'in plain text',
        (_, response) => void response.writeHead(500, { 'x-should-retry': 'false' }).end(echo),
      ],
      [
        'in a header',
        (_, response) => void response.writeHead(404, { 'x-request-id': `id-${canaryKey}` }).end(),
      ],
      [
        'in a redirect',
        (_, response) =>
          void response.writeHead(302, { location: `http://${canaryKey}.example/?k=${canaryKey}` }).end(),
      ],
      ['in a broken answer', (_, response) => void response.writeHead(200).end(`[${echo}`)],
      ['in a web page', (_, response) => void response.writeHead(200).end(`<p>${echo}</p>`)],
      [
        'in a stream',
        (_, response) =>
          void sendEvents(response, delta({ content: 'a' }), data({ error: { message: echo } })).end(),
      ],
      ['in a broken event', (_, response) => void sendEvents(response, `data: {${echo}\n\n`).end()],
      ['nowhere (it hangs up)', (request) => void request.socket.destroy()],
      ['nowhere (it stays silent)', () => undefined],
    ];
    for (const [where, listener] of echoes) {
      it(`that the service echoes ${where} are never revealed`, async () => {
        await using server = await serve(listener);
        const client = make(server.url);
        const retried: unknown[] = [];
        for (const call of calls(client)) {
          assertNoSecret(everythingOf(await call().catch((reason: unknown) => reason)));
        }
        await client
          .listLoras({ onWait: (wait) => retried.push(wait?.error) })
          .catch((error: unknown) => retried.push(error));
        assertNoSecret(everythingOf(retried));
        assertNoSecret(inspect(client, { depth: 20, showHidden: true }));
        assertNoSecret(lines.join('\n'));
      }).timeout(8000);
    }

    it('are never revealed if the answer is not HTTP', async () => {
      const server = createServer((socket) => socket.on('data', (bytes) => socket.end(`NOPE ${bytes}`)));
      await using raw = await serveRaw(server);
      for (const call of calls(make(`http://127.0.0.1:${raw.port}`)))
        assertNoSecret(everythingOf(await failure(call())));
      assertNoSecret(lines.join('\n'));
    });

    it('are sent to the service, each in its own header', async () => {
      await using server = await serve((_, response) => sendJson(response, []));
      const { url, requests } = server;
      await clientFor(url, transport, {
        headers,
        apiKey: async () => ` "Bearer ${canaryKey}"\n`,
      }).listLoras();
      assert.equal(requests[0]?.headers.authorization, `Bearer ${canaryKey}`);
      assert.equal(requests[0]?.headers['x-gateway-token'], gatewaySecret);
    });

    it('that are missing prevent any request', async () => {
      await using server = await serve((_, response) => sendJson(response, []));
      for (const key of [undefined, '', '  ']) {
        for (const call of calls(clientFor(server.url, transport, { apiKey: async () => key }))) {
          assert.equal((await failure(call())).kind, 'noKey');
        }
      }
      assert.equal(server.requests.length, 0);
    });

    it('that are invalid in a header prevent any request and are not quoted', async () => {
      await using server = await serve((_, response) => sendJson(response, []));
      const { url, requests } = server;
      const bad = await failure(
        clientFor(url, transport, { apiKey: async () => `${canaryKey}\n${canaryKey}` }).listLoras(),
      );
      assert.equal(bad.code, 'INVALID_KEY');
      assertNoSecret(everythingOf(bad));
      for (const further of [
        { Authorization: gatewaySecret },
        { 'x y': gatewaySecret },
        { x: `${gatewaySecret}\r\nauthorization: y` },
        { x: `ü${gatewaySecret}` },
        { x: 'y'.repeat(8193) },
        { Host: gatewaySecret },
        { 'Transfer-Encoding': 'chunked' },
        Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`x-${n}`, gatewaySecret])),
      ]) {
        const error = await failure(clientFor(url, transport, { headers: async () => further }).listLoras());
        assert.equal(error.code, 'INVALID_HEADER');
        assertNoSecret(everythingOf(error));
      }
      assert.equal(requests.length, 0);
    });

    it('are in no log line, which has method, path template, status, time and request ID', async () => {
      lines.length = 0;
      const listener: RequestListener = (request, response) => {
        response.setHeader('x-request-id', 'r-7');
        sendJson(
          response,
          request.method === 'GET' ? { name: 'private-name' } : { error: 'x' },
          request.method === 'GET' ? 200 : 403,
        );
      };
      await using server = await serve(listener);
      await make(server.url).getLora('private-name');
      await failure(
        collect(
          make(server.url).streamChat({
            ...helloRequest,
            messages: [{ role: 'user', content: 'private-words' }],
          }),
        ),
      );

      await failure(make('http://127.0.0.1:9').deleteLora('private-name'));
      assert.match(lines[0] ?? '', /^GET \/api\/v1\/lora\/\{name\} 200 \d+ ms r-7$/);
      assert.match(lines[1] ?? '', /^POST \/api\/v1\/chat\/completions 403 \d+ ms r-7$/);
      assert.match(lines[2] ?? '', /^DELETE \/api\/v1\/lora\/\{name\} failed: /);
      assert.equal(lines.join('\n').includes('private'), false);
    });

    it('that cannot be read make the call fail with the key store’s own error', async () => {
      const broken = new Error('locked');
      const apiKey = () => Promise.reject(broken);
      await assert.rejects(
        clientFor('http://127.0.0.1:9', transport, { apiKey }).listLoras(),
        (error) => error === broken,
      );
    });
  });
});
