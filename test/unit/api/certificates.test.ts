import assert from 'node:assert/strict';
import { createServer as createHttpsServer, type Server } from 'node:https';
import { createServer } from 'node:net';
import { createUndiciTransport } from '../../../src/api/index.ts';
import { type Certificate, makeCertificate } from './certificates.ts';
import {
  clientFor,
  failure,
  overBothTransports,
  sendJson,
  serveRaw,
  withoutJitter,
  withServer,
} from './harness.ts';

async function withHttps(
  { key, cert }: Certificate,
  test: (port: number, count: () => number) => Promise<void>,
): Promise<void> {
  let requests = 0;
  const server: Server = createHttpsServer({ key, cert }, (_, response) => {
    requests += 1;
    sendJson(response, []);
  });
  const { port, close } = await serveRaw(server);
  try {
    await test(port, () => requests);
  } finally {
    await close();
  }
}

describe('Certificates', () => {
  withoutJitter();
  let own: Certificate | undefined;
  let foreign: Certificate | undefined;
  before(function () {
    own = makeCertificate('127.0.0.1');
    foreign = makeCertificate('other.example');
    if (own === undefined) this.skip();
  });

  overBothTransports((transport) => {
    it('that nobody vouches for are a tls error, not retried', async () => {
      assert.ok(own);
      await withHttps(own, async (port, count) => {
        let retries = 0;
        const onRetry = (): void => {
          retries += 1;
        };
        const error = await failure(clientFor(`https://127.0.0.1:${port}`, transport).listLoras({ onRetry }));
        assert.deepEqual(
          [error.kind, error.code, retries, count()],
          ['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT', 0, 0],
        );
      });
    });

    it('missing, where the server speaks plain HTTP, are a tls error', async () => {
      await withServer(
        (_, response) => response.end(),
        async ({ url }) => {
          const error = await failure(clientFor(url.replace('http', 'https'), transport).listLoras());
          assert.equal(error.kind, 'tls');
        },
      );
    });

    it('that never come, for the socket is closed, are a network error', async () => {
      const { port, close } = await serveRaw(createServer((socket) => socket.end()));
      const client = clientFor(`https://127.0.0.1:${port}`, transport);
      assert.equal((await failure(client.listLoras())).kind, 'network');
      await close();
    });
  });

  it('can be trusted by the ca option, if their host is right', async () => {
    assert.ok(own && foreign);
    const transport = await createUndiciTransport({ ca: [own.cert, foreign.cert] });
    await withHttps(own, async (port) => {
      assert.deepEqual(await clientFor(`https://127.0.0.1:${port}`, transport).listLoras(), []);
    });
    await withHttps(foreign, async (port) => {
      const error = await failure(clientFor(`https://127.0.0.1:${port}`, transport).listLoras());
      assert.deepEqual([error.kind, error.code], ['tls', 'ERR_TLS_CERT_ALTNAME_INVALID']);
    });
  });
});
