import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createAutoTransport } from '../../../src/api/index.ts';
import type { Certificate } from '../../service/network/certificates.ts';
import { listenHere } from '../../service/network/listening.ts';
import { startProxy } from '../../service/network/proxy.ts';
import { type Running, startTlsServer } from '../../service/network/tlsServers.ts';
import { withoutJitter } from '../../unit/api/harness.ts';
import { networkRun } from '../networkRun.ts';
import { setUser } from '../support/connectionSettings.ts';
import { answerAll, asker, useNetwork } from '../support/network.ts';
import { assertSame, shared } from '../support/sharedGlobals.ts';

const hostName = 'models.direct.internal';

describe('The automatic transport', () => {
  withoutJitter();
  useNetwork();
  const { systemAuthority, extraAuthority } = networkRun();
  let closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers) await close();
    closers = [];
  });

  const start = async (authority: Certificate): Promise<Running> => {
    const server = await startTlsServer('good', hostName, authority, answerAll);
    closers.push(() => server.close());
    return server;
  };

  it('is undici if that can connect', async () => {
    const { port } = await start(extraAuthority);
    const before = shared();
    const { list, chat } = asker(`https://${hostName}:${port}`);
    assert.deepEqual([await list(), await chat()], ['undici', 'undici']);
    assertSame(before);
  });

  it('is VS Code’s fetch for a certificate that only it trusts, and stays so', async () => {
    const server = await start(systemAuthority);
    const before = shared();
    const { list, chat } = asker(`https://${hostName}:${server.port}`);
    assert.equal(await chat(), 'host');
    assert.equal(server.count(), 1);
    const refused = server.refused();
    assert.ok(refused > 0, 'undici did not try.');
    assert.deepEqual([await list(), await chat()], ['host', 'host']);
    assert.deepEqual([server.count(), server.refused()], [3, refused]);
    assertSame(before);
  });

  it('is VS Code’s fetch for a name that only a proxy knows, even if no setting names the proxy', async () => {
    const server = await startTlsServer('good', 'models.pac.invalid', systemAuthority, answerAll);
    const proxy = await startProxy({ target: server.port });
    closers.push(
      () => server.close(),
      () => proxy.close(),
    );
    await setUser('http', 'proxy', proxy.url);
    // As with a proxy from a script (PAC) or from the system: VS Code finds it, and no setting says so.
    const transport = createAutoTransport({ network: () => 'auto', isProxied: () => false });
    const { list, chat } = asker('https://models.pac.invalid', transport);
    assert.deepEqual([await chat(), await list()], ['host', 'host']);
    assert.equal(server.count(), 2);
    proxy.fail(407);
    const again = createAutoTransport({ network: () => 'auto', isProxied: () => false });
    const refused = await asker('https://models.pac.invalid:8443', again).list();
    assert.deepEqual(refused, ['network', 'PROXY_AUTH']);
  });

  for (const [what, answer] of [
    ['closes the connection', undefined],
    ['answers 502', 502],
  ] as const) {
    it(`stays, and nothing is sent twice, if the service ${what} after it got a chat`, async () => {
      let requests = 0;
      const server = await listenHere(
        createServer((request, response) => {
          requests += 1;
          request.resume().on('end', () => {
            if (answer === undefined) response.socket?.resetAndDestroy();
            else response.writeHead(answer).end();
          });
        }),
      );
      closers.push(() => server.close());
      const outcome = await asker(`http://${hostName}:${server.port}`).chat();
      assert.ok(Array.isArray(outcome));
      assert.deepEqual([outcome[0], requests], [answer === undefined ? 'network' : 'server', 1]);
    });
  }

  it('follows the setting at the next request', async () => {
    const plain = await listenHere(createServer(answerAll));
    closers.push(() => plain.close());
    const { list } = asker(`http://${hostName}:${plain.port}`);
    const ways = [await list()];
    for (const network of ['vscode', 'direct', 'auto']) {
      await setUser('hostedModels', 'transport', network);
      ways.push(await list());
    }
    assert.deepEqual(ways, ['undici', 'host', 'undici', 'undici']);
  });
});
