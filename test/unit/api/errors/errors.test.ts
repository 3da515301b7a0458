import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { clientFor, collect, failure, helloRequest, overBothTransports, serve } from '../harness.ts';

const answer =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'x-should-retry': 'false', ...headers }).end(body);
  };

describe('Errors', () => {
  overBothTransports((transport) => {
    const errorOf = async (listener: RequestListener, path: 'list' | 'chat' = 'list') => {
      await using server = await serve(listener);
      const client = clientFor(server.url, transport);
      return await failure(path === 'list' ? client.listLoras() : collect(client.streamChat(helloRequest)));
    };

    // test/unit/faults covers the other statuses, redirects, which requests are retried, and bodies that are no JSON, empty or
    // endless; properties/errorBody.test.ts covers what may be in a message.
    for (const [status, kind] of [
      [400, 'badRequest'],
      [402, 'badRequest'],
      [407, 'network'],
      [410, 'notFound'],
      [412, 'conflict'],
      [418, 'badRequest'],
    ] as const) {
      it(`have the kind ${kind} for status ${status}`, async () => {
        const error = await errorOf(answer(status, '', { 'x-request-id': 'r-1' }));
        assert.deepEqual([error.kind, error.endpoint], [kind, 'GET /api/v1/lora']);
        // fetch turns every 407 into an error of its own.
        if (status === 407) assert.equal(error.code, 'PROXY_AUTH');
        else assert.deepEqual([error.status, error.requestId], [status, 'r-1']);
      });
    }

    // The exact answers of nginx 1.22, Apache 2.4, Caddy 2.6, tinyproxy 1.11.
    for (const [who, status, headers, body, told] of [
      [
        'nginx that expects TLS',
        400,
        { server: 'nginx', 'content-type': 'text/html' },
        '<html>\r\n<head><title>400 The plain HTTP request was sent to HTTPS port</title></head>\r\n<body>\r\n<center><h1>400 Bad Request</h1></center>\r\n</body>\r\n</html>\r\n',
        ['tls', 'HTTPS_EXPECTED'],
      ],
      [
        'Apache that expects TLS',
        400,
        { server: 'Apache', 'content-type': 'text/html; charset=iso-8859-1' },
        "<p>Your browser sent a request that this server could not understand.<br />\nReason: You're speaking plain HTTP to an SSL-enabled server port.<br />",
        ['tls', 'HTTPS_EXPECTED'],
      ],
      [
        'Caddy that expects TLS',
        400,
        {},
        'Client sent an HTTP request to an HTTPS server.\n',
        ['tls', 'HTTPS_EXPECTED'],
      ],
      [
        'nginx that wants a client certificate',
        400,
        { 'content-type': 'text/html' },
        '<html>\r\n<head><title>400 No required SSL certificate was sent</title></head>',
        ['tls', 'CLIENT_CERT_EXPECTED'],
      ],
      [
        'tinyproxy with a wrong password',
        401,
        { server: 'tinyproxy/1.11.1', 'www-authenticate': 'Basic realm="Tinyproxy"' },
        '<h1>Unauthorized</h1>',
        ['network', 'PROXY_401'],
      ],
    ] as const) {
      it(`identify ${who}`, async () => {
        for (const path of ['list', 'chat'] as const) {
          const error = await errorOf(answer(status, body, headers), path);
          assert.deepEqual([error.kind, error.code], told);
        }
      });
    }

    for (const [body, message, code] of [
      ['{"error":{"message":"A","code":"c","type":"t"}}', 'A', 'c'],
      ['{"error":{"message":"A","type":"t"}}', 'A', 't'],
      ['{"error":"A"}', 'A', undefined],
      ['{"message":"A","code":7}', 'A', '7'],
      ['{"detail":"A"}', 'A', undefined],
      ['{"detail":[{"loc":["body","x"],"msg":"A"},"B"]}', 'x: A; B', undefined],
      ['{"title":"A","status":404}', 'A', undefined],
      ['{"code":1113,"msg":"A"}', 'A', '1113'],
      ['{"error":"invalid_token","error_description":"A"}', 'A', undefined],
      ['[{"error":{"message":"A"}}]', 'A', undefined],
      ['"A"', '"A"', undefined],
      ['{"error":{"message":{"nested":1}}}', undefined, undefined],
      ['{torn', undefined, undefined],
    ] as const) {
      it(`have ${message === undefined ? 'no message' : `the message ${message}`} for ${body}`, async () => {
        const error = await errorOf(answer(400, body));
        assert.deepEqual([error.serverMessage, error.code], [message, code]);
      });
    }

    it('report redirects without a target, with an invalid one, or within the service', async () => {
      assert.equal((await errorOf(answer(302, ''))).serverMessage, undefined);
      assert.equal((await errorOf(answer(302, '', { location: 'http://[' }))).kind, 'redirect');
      assert.match(
        (await errorOf(answer(302, '', { location: '/login' }))).serverMessage ?? '',
        /^http:\/\/127/,
      );
    });
  });
});
