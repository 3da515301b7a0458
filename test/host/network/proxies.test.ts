import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createRawServer } from 'node:net';
import { errorText } from '../../../src/ui/shared/errors/errorText.ts';
import { chosenTransport, describeProxy } from '../../../src/ui/shared/transportSetting.ts';
import { canaryKey } from '../../e2e/canary.ts';
import { makeCertificate } from '../../service/network/certificates.ts';
import { type Listening, listenHere } from '../../service/network/listening.ts';
import { type LocalProxy, startProxy } from '../../service/network/proxy.ts';
import { type Running, startTlsServer } from '../../service/network/tlsServers.ts';
import { withoutJitter } from '../../unit/api/harness.ts';
import { networkRun } from '../networkRun.ts';
import { setUser } from '../support/connectionSettings.ts';
import { answerAll, asker, useNetwork } from '../support/network.ts';
import { assertSame, shared } from '../support/sharedGlobals.ts';

const hostName = 'models.acme.internal';
const secureUrl = `https://${hostName}`;
const plainUrl = `http://${hostName}`;
const canaryPassword = 'canary-password';
const credentials = `ada:${canaryPassword}`;
const withUser = (url: string, password = canaryPassword): string => url.replace('//', `//ada:${password}@`);

describe('A proxy in VS Code’s settings', () => {
  withoutJitter();
  useNetwork({ setByAll: 'proxy' });
  const { systemAuthority } = networkRun();
  let secure: Running;
  let plain: Listening;
  let proxy: LocalProxy;

  before(async () => {
    secure = await startTlsServer('good', hostName, systemAuthority, answerAll);
    plain = await listenHere(createHttpServer(answerAll));
  });
  after(async () => {
    await secure.close();
    await plain.close();
  });
  beforeEach(async () => {
    proxy = await startProxy({ target: secure.port, credentials });
  });
  afterEach(() => proxy.close());
  const use = (url: string) => setUser('http', 'proxy', url);

  it('is used for lists and chats with an encrypted service, and does not see the key', async () => {
    await use(withUser(proxy.url));
    const before = shared();
    const { list, chat } = asker(secureUrl);
    assert.deepEqual([await list(), await chat()], ['host', 'host']);
    assert.ok(proxy.seen.length > 0);
    for (const line of proxy.seen) assert.equal(line, `CONNECT ${hostName}:443`);
    assert.ok(!JSON.stringify(proxy.headers).includes(canaryKey));
    assertSame(before);
  });

  it('is used for a service without encryption', async () => {
    const other = await startProxy({ target: plain.port });
    await use(other.url);
    const { list, chat } = asker(plainUrl);
    assert.deepEqual([await list(), await chat()], ['host', 'host']);
    assert.ok(other.seen.length > 0);
    for (const line of other.seen) assert.ok(line.includes(hostName));
    await other.close();
  });

  it('is reached over an encrypted connection, with the system’s certificates', async () => {
    const certificate = makeCertificate({ host: 'localhost', issuer: systemAuthority });
    const encrypted = await startProxy({ target: secure.port, certificate });
    await use(encrypted.url);
    assert.equal(await asker(secureUrl).list(), 'host');
    assert.deepEqual(encrypted.seen, [`CONNECT ${hostName}:443`]);
    await encrypted.close();
  });

  for (const [what, change] of [
    ['missing', (url: string) => url],
    ['wrong', (url: string) => withUser(url, 'other')],
  ] as const) {
    it(`reports a ${what} password, and gets no second request`, async () => {
      await use(change(proxy.url));
      assert.deepEqual(await asker(secureUrl).chat(), ['network', 'PROXY_AUTH']);
      assert.equal(proxy.seen.length, 1);
    });
  }

  for (const [fault, expected] of [
    [401, ['network', 'PROXY_401']],
    [403, ['network', 'PROXY_403']],
    [502, ['network', 'PROXY_502']],
    ['reset', ['network', 'ECONNRESET']],
    ['hang', ['timeout', 'headers']],
  ] as const) {
    it(`reports its fault: ${fault}`, async () => {
      await use(withUser(proxy.url));
      proxy.fail(fault);
      const waitMs = fault === 'hang' ? 200 : undefined;
      assert.deepEqual(await asker(secureUrl, chosenTransport(process.env), waitMs).chat(), expected);
    });
  }

  it('with an unescaped password in its address is reported as such, and gets no request', async () => {
    await use(proxy.url.replace('//', '//ada:p@s/s#w@'));
    assert.deepEqual(await asker(secureUrl).chat(), ['network', 'PROXY_ADDRESS']);
    assert.deepEqual(proxy.seen, []);
  });

  it('that is taken for an encrypted one, or has a certificate of its own making, is named in the text', async () => {
    const own = await startProxy({
      target: secure.port,
      certificate: makeCertificate({ host: 'localhost' }),
    });
    for (const [url, code] of [
      [proxy.url.replace('http:', 'https:'), 'ERR_SSL_WRONG_VERSION_NUMBER'],
      [own.url, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ] as const) {
      await use(url);
      for (const baseUrl of [secureUrl, plainUrl]) {
        assert.deepEqual(await asker(baseUrl).list(), ['tls', code]);
        const { text } = errorText({ kind: 'tls', code }, { name: 'Acme', baseUrl });
        assert.ok(text.includes(new URL(url).host), text);
        assert.doesNotMatch(text, /base URL/u);
      }
    }
    await own.close();
  });

  it('that speaks TLS, though its address says http:, is named in the text as soon as it closes', async () => {
    const certificate = makeCertificate({ host: 'localhost' });
    const closing = await startProxy({ target: secure.port, certificate });
    const alerting = await listenHere(
      createRawServer((socket) => {
        socket.on('error', () => undefined);
        // A fatal alert of TLS 1.0: unexpected_message.
        socket.once('data', () => socket.end(Buffer.from('150301000202' + '0a', 'hex')));
      }),
    );
    for (const port of [closing.port, alerting.port]) {
      await use(`http://127.0.0.1:${port}`);
      for (const baseUrl of [secureUrl, plainUrl]) {
        // The clocks of a minute would end the test first.
        const asked = asker(baseUrl, chosenTransport(process.env), 60_000);
        assert.deepEqual(await asked.list(), ['network', 'PROXY_CLOSED']);
        assert.deepEqual(await asked.chat(), ['network', 'PROXY_CLOSED']);
        const { text } = errorText({ kind: 'network', code: 'PROXY_CLOSED' }, { name: 'Acme', baseUrl });
        assert.ok(text.includes(`the proxy 127.0.0.1:${port} closed the connection`), text);
      }
    }
    await closing.close();
    await alerting.close();
  });

  it('is named as the cause, not the service, if it is down', async () => {
    await use(withUser(proxy.url));
    await proxy.close();
    assert.deepEqual(await asker(secureUrl).list(), ['network', 'PROXY_UNREACHABLE']);
    await use('http://proxy.acme.invalid:3128');
    assert.deepEqual(await asker(secureUrl).list(), ['network', 'PROXY_UNREACHABLE']);
  });

  it('takes effect, with its exceptions, at the next request', async () => {
    const { list } = asker(`${secureUrl}:${secure.port}`);
    await setUser('http', 'noProxy', ['acme.internal']);
    await use(withUser(proxy.url));
    // Without the proxy undici does not know the service's authority, but VS Code's fetch does.
    assert.equal(await list(), 'host');
    assert.deepEqual(proxy.seen, []);
    await setUser('http', 'noProxy', undefined);
    assert.equal(await list(), 'host');
    assert.equal(proxy.seen.length, 1);
    await setUser('http', 'proxySupport', 'off');
    assert.equal(await list(), 'host');
    assert.equal(proxy.seen.length, 1);
  });

  for (const [exception, isPast] of [
    [hostName, true],
    ['.acme.internal', true],
    ['internal', true],
    [`${hostName}:443`, false],
    ['*', true],
    ['other.internal', false],
  ] as const) {
    it(`is ${isPast ? 'left out' : 'used'} by us as by VS Code for the exception ${exception}`, async () => {
      await use(withUser(proxy.url));
      await setUser('http', 'noProxy', ['elsewhere.example', exception]);
      const address = `${secureUrl}:${secure.port}`;
      const { isProxied, reason } = describeProxy(new URL(address), process.env);
      assert.deepEqual([isProxied, reason], isPast ? [false, 'exception'] : [true, 'setting']);
      await setUser('hostedModels', 'transport', 'vscode');
      assert.equal(await asker(address).list(), 'host');
      assert.equal(proxy.seen.length, isPast ? 0 : 1);
    });
  }

  for (const support of ['on', 'fallback', 'override'] as const) {
    it(`is used with http.proxySupport ${support}`, async () => {
      await use(withUser(proxy.url));
      await setUser('http', 'proxySupport', support);
      assert.equal(await asker(secureUrl).list(), 'host');
      assert.equal(proxy.seen.length, 1);
    });
  }

  it('is not used for this machine, nor if the person chose "direct"', async () => {
    await use(withUser(proxy.url));
    assert.equal(await asker(`http://127.0.0.1:${plain.port}`).list(), 'undici');
    await setUser('hostedModels', 'transport', 'direct');
    assert.equal(await asker(`http://${hostName}:${plain.port}`).list(), 'undici');
    assert.deepEqual(proxy.seen, []);
  });

  it('gets nothing from http.proxyAuthorization, which VS Code’s fetch does not read', async () => {
    const header = `Basic ${Buffer.from(credentials).toString('base64')}`;
    await setUser('http', 'proxyAuthorization', header);
    await use(proxy.url);
    assert.deepEqual(await asker(secureUrl).list(), ['network', 'PROXY_AUTH']);
  });
});
