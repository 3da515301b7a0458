import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createUndiciTransport, type ServiceErrorKind } from '../../../../src/api/index.ts';
import type { UndiciOptions } from '../../../../src/api/transport/undiciTransport.ts';
import { type Certificate, makeCertificate } from '../../../service/network/certificates.ts';
import { type LocalProxy, type ProxyFault, startProxy } from '../../../service/network/proxy.ts';
import {
  clientFor,
  collect,
  DONE,
  data,
  delta,
  FINISH,
  failure,
  HELLO,
  KEY,
  sendEvents,
  sendJson,
  serveRaw,
  withoutJitter,
} from '../harness.ts';

const PASSWORD = 'canary-p@ss/word';
const CREDENTIALS = `ada:${PASSWORD}`;
const HOST = 'models.acme.internal';

/** The proxy's address with a user and password in it. */
function withUser(url: string, password = PASSWORD): string {
  return url.replace('//', `//ada:${encodeURIComponent(password)}@`);
}

describe('A proxy under undici', () => {
  withoutJitter();
  let authority: Certificate;
  let closers: (() => Promise<void>)[] = [];
  const ports = new Map<string, number>();

  before(async () => {
    authority = makeCertificate();
    const { key, cert } = makeCertificate({ host: HOST, issuer: authority });
    const listener: Parameters<typeof createHttpServer>[1] = (request, response) => {
      if (request.method === 'GET') sendJson(response, []);
      else sendEvents(response, delta({ content: 'Hello' }), FINISH, data({ choices: [] }), DONE).end();
    };
    for (const [scheme, server] of [
      ['http', createHttpServer(listener)],
      ['https', createHttpsServer({ key, cert }, listener)],
    ] as const) {
      const { port, close } = await serveRaw(server);
      ports.set(scheme, port);
      closers.push(close);
    }
  });
  after(async () => {
    for (const close of closers) await close();
    closers = [];
  });

  const open = (scheme: string, certificate?: Certificate): Promise<LocalProxy> =>
    startProxy({
      target: ports.get(scheme) ?? 0,
      credentials: CREDENTIALS,
      ...(certificate && { certificate }),
    });
  const clientOf = async (baseUrl: string, options: UndiciOptions, waitMs = 3000) => {
    const transport = await createUndiciTransport({ ca: [authority.cert], ...options });
    return clientFor(baseUrl, transport, {
      timing: { connectMs: waitMs, headersMs: waitMs, totalMs: 9000 },
    });
  };

  for (const scheme of ['http', 'https'] as const) {
    for (const way of ['plain', 'encrypted'] as const) {
      describe(`for ${scheme}: over a way to it that is ${way}`, () => {
        const address = `${scheme}://${HOST}`;
        let proxy: LocalProxy;
        beforeEach(async () => {
          const certificate = makeCertificate({ host: 'localhost', issuer: authority });
          proxy = await open(scheme, way === 'plain' ? undefined : certificate);
        });
        afterEach(() => proxy.close());
        const failed = async (url: string, waitMs?: number) =>
          failure((await clientOf(address, { proxy: url }, waitMs)).listLoras());

        it('leads lists and chats through, and sees the key only where nothing is encrypted', async () => {
          const client = await clientOf(address, { proxy: withUser(proxy.url) });
          assert.deepEqual(await client.listLoras(), []);
          assert.equal((await collect(client.streamChat(HELLO)))[0]?.type, 'text');
          const [first] = proxy.seen;
          assert.equal(first, scheme === 'http' ? `GET ${address}/api/v1/lora` : `CONNECT ${HOST}:443`);
          // Through a tunnel the proxy sees no header of the request.
          const keys = proxy.headers.filter((headers) => JSON.stringify(headers).includes(KEY));
          assert.equal(keys.length, scheme === 'http' ? 2 : 0);
        });

        for (const [what, change] of [
          ['missing', (url: string) => url],
          ['wrong', (url: string) => withUser(url, 'other')],
        ] as const) {
          it(`says that its password is ${what}, once`, async () => {
            const error = await failed(change(proxy.url));
            assert.deepEqual([error.kind, error.code, proxy.seen.length], ['network', 'PROXY_AUTH', 1]);
          });
        }

        // A plain http: request gets the proxy's answer as if it were the service's.
        const refusals: [ProxyFault, ServiceErrorKind, string | undefined][] =
          scheme === 'https'
            ? [
                [403, 'network', 'PROXY_403'],
                [502, 'network', 'PROXY_502'],
                ['reset', 'network', 'ECONNRESET'],
                ['hang', 'timeout', 'connect'],
              ]
            : [
                [403, 'forbidden', undefined],
                [502, 'server', undefined],
                ['reset', 'network', 'ECONNRESET'],
                ['hang', 'timeout', 'headers'],
              ];
        for (const [fault, kind, code] of refusals) {
          it(`tells what it does: ${fault}`, async () => {
            proxy.fail(fault);
            const error = await failed(withUser(proxy.url), fault === 'hang' ? 200 : undefined);
            assert.deepEqual([error.kind, error.code], [kind, code]);
            assert.ok(!`${error.stack} ${error.cause}`.includes(PASSWORD));
          });
        }

        it('says that it is the proxy that is down, and not the service', async () => {
          await proxy.close();
          assert.equal((await failed(withUser(proxy.url))).code, 'PROXY_UNREACHABLE');
          proxy = await open(scheme);
        });
      });
    }
  }

  it('is said to be out of reach where its own name is not found', async () => {
    const client = await clientOf(`https://${HOST}`, { proxy: 'http://proxy.acme.invalid:3128' });
    assert.equal((await failure(client.listLoras())).code, 'PROXY_UNREACHABLE');
  });

  it('whose own certificate is wrong is not taken for the service', async () => {
    const proxy = await open('https', makeCertificate({ host: 'other.example', issuer: authority }));
    const client = await clientOf(`https://${HOST}`, { proxy: withUser(proxy.url) });
    const error = await failure(client.listLoras());
    assert.deepEqual([error.kind, error.code], ['tls', 'UND_ERR_PRX_TLS']);
    await proxy.close();
  });

  for (const [noProxy, isPast] of [
    ['other.example, 127.0.0.1', true],
    ['*', true],
    ['.0.0.1', true],
    ['127.0.0.1:9', false],
    ['other.example', false],
    ['', false],
  ] as const) {
    it(`is ${isPast ? 'left out' : 'used'} for 127.0.0.1 where noProxy is "${noProxy}"`, async () => {
      const proxy = await open('http');
      const client = await clientOf(`http://127.0.0.1:${ports.get('http')}`, {
        proxy: withUser(proxy.url),
        noProxy,
      });
      await client.listLoras();
      assert.equal(proxy.seen.length, isPast ? 0 : 1);
      await proxy.close();
    });
  }
});
