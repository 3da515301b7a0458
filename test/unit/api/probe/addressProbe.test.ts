import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { probeAddress, ServiceError } from '../../../../src/api/index.ts';
import { freePort, overBothTransports, sendJson, serve, serveRaw } from '../harness.ts';

describe('A probe of an address', () => {
  overBothTransports((transport) => {
    const { signal } = new AbortController();
    const probe = (address: string) => probeAddress(address, { transport, signal });
    const against = async (address: string) => {
      const found = await probe(address);
      return found instanceof ServiceError ? [found.kind, found.status, found.code] : found;
    };
    /** How often the list of LoRAs was asked for. */
    const asked = (requests: readonly IncomingMessage[]) =>
      requests.filter(({ url = '' }) => url.endsWith('/api/v1/lora')).length;
    const answering = (status: number, headers: Record<string, string>, body = ''): RequestListener => {
      return (_, response) => response.writeHead(status, headers).end(body);
    };
    const html = { 'content-type': 'text/html; charset=utf-8' };

    it('is one GET of the list, with no key and no header of the user', async () => {
      await using server = await serve((_, response) => sendJson(response, { error: 'no key' }, 401));
      const { url, requests } = server;
      assert.equal(await against(`${url}/base/`), undefined);
      const [request, ...others] = requests;
      assert.deepEqual([request?.method, request?.url, others], ['GET', '/base/api/v1/lora', []]);
      const ours = Object.keys(request?.headers ?? {}).filter(
        (name) => !/^(?:host|connection|sec-fetch-mode|accept-language)$/u.test(name),
      );
      assert.deepEqual(ours.sort(), ['accept', 'accept-encoding', 'cache-control', 'user-agent']);
    });

    it('finds nothing against an address that answers, or refuses, and does not repeat it', async () => {
      for (const status of [200, 400, 401, 403, 405, 422, 429, 500, 503]) {
        await using server = await serve((_, response) => sendJson(response, [], status));
        assert.deepEqual([status, await against(server.url), asked(server.requests)], [status, undefined, 1]);
      }
    });

    const faults: [what: string, RequestListener, error: unknown[]][] = [
      ['has no such path', answering(404, html, '<h1>Not Found</h1>'), ['notFound', 404, undefined]],
      [
        'redirects',
        answering(302, { location: 'https://sso.acme.example/?x' }),
        ['redirect', 302, undefined],
      ],
      ['sends a web page', answering(200, html, '<h1>Welcome</h1>'), ['protocol', 200, 'HTML']],
      [
        'expects encryption',
        answering(400, html, 'The plain HTTP request was sent to HTTPS port'),
        ['tls', 400, 'HTTPS_EXPECTED'],
      ],
      [
        'closes the connection',
        (request) => request.socket.destroy(),
        ['network', undefined, 'UND_ERR_SOCKET'],
      ],
    ];
    for (const [what, listener, expected] of faults) {
      it(`speaks against an address that ${what}, once`, async () => {
        await using server = await serve(listener);
        assert.deepEqual([await against(server.url), asked(server.requests)], [expected, 1]);
      });
    }

    const models = {
      object: 'list',
      data: [{ id: 'tiny-llama' }, { id: 'support-tone', parent: 'tiny-llama' }],
    };
    const others: [what: string, status: number, body: unknown][] = [
      ['vLLM, which has no such path', 404, { detail: 'Not Found' }],
      ['LM Studio, which answers 200', 200, { error: 'Unexpected endpoint or method. (GET /api/v1/lora)' }],
      ['one that answers another object', 200, { status: 'running' }],
      ['one that answers 405', 405, { detail: 'Method Not Allowed' }],
    ];
    for (const [what, status, body] of others) {
      it(`finds an OpenAI-compatible server: ${what}`, async () => {
        await using server = await serve(({ url }, response) =>
          url === '/api/v1/lora' ? sendJson(response, body, status) : sendJson(response, models),
        );
        const { url, requests } = server;
        assert.deepEqual(await against(`${url}/v1/chat/completions`), {
          listed: { loras: 1, baseModels: 1 },
        });
        assert.deepEqual(
          requests.map((one) => [one.url, one.headers.authorization]),
          [
            ['/api/v1/lora', undefined],
            ['/v1/models', undefined],
          ],
        );
      });
    }

    it('finds an OpenAI-compatible server that wants a key first, or fails without one, as LiteLLM does', async () => {
      for (const status of [401, 403, 500]) {
        await using server = await serve(({ url }, response) =>
          sendJson(response, { error: 'Unauthorized' }, url === '/v1/models' ? status : 404),
        );
        assert.deepEqual([status, await against(server.url)], [status, { listed: undefined }]);
      }
    });

    it('does not ask for `/v1/models` where a hosting service refuses or fails', async () => {
      for (const status of [401, 403, 500, 503]) {
        await using server = await serve(({ url }, response) =>
          url === '/v1/models' ? sendJson(response, models) : sendJson(response, {}, status),
        );
        assert.deepEqual([await against(server.url), server.requests.length], [undefined, 1]);
      }
    });

    it('speaks against an address that takes no connections', async () => {
      const address = `http://127.0.0.1:${await freePort()}`;
      assert.deepEqual(await against(address), ['network', undefined, 'ECONNREFUSED']);
    });

    it('ends when it is stopped, and closes its connection', async () => {
      const server = createServer();
      const taken = once(server, 'connection');
      await using raw = await serveRaw(server);
      const stop = new AbortController();
      const probing = probeAddress(`http://127.0.0.1:${raw.port}`, { transport, signal: stop.signal });
      const [socket] = await taken;
      const ended = once(socket, 'close');
      stop.abort(new Error('Left.'));
      await assert.rejects(probing, /^Error: Left\.$/u);
      await ended;
    });
  });
});
