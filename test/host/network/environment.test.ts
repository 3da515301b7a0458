import assert from 'node:assert/strict';
import { describeProxy } from '../../../src/ui/shared/transportSetting.ts';
import { type LocalProxy, startProxy } from '../../service/network/proxy.ts';
import { type Running, startTlsServer } from '../../service/network/tlsServers.ts';
import { withoutJitter } from '../../unit/api/harness.ts';
import { networkRun } from '../networkRun.ts';
import { setUser } from '../support/connectionSettings.ts';
import { answerAll, asker, useNetwork } from '../support/network.ts';

const proxiedName = 'models.acme.internal';
const directName = 'models.direct.internal';

/** What came for our names: VS Code asks its gallery through the same proxy, sooner or later after its start. */
const ours = ({ seen }: LocalProxy) => seen.filter((line) => line.includes('.internal'));

describe('A proxy in the environment that VS Code was started with', () => {
  withoutJitter();
  useNetwork();
  const { extraAuthority, systemAuthority, proxyPort } = networkRun();
  let proxy: LocalProxy;
  let server: Running;
  let other: Running;

  beforeEach(async () => {
    server = await startTlsServer('good', proxiedName, systemAuthority, answerAll);
    other = await startTlsServer('good', directName, extraAuthority, answerAll);
    proxy = await startProxy({ target: server.port, port: proxyPort });
  });
  afterEach(async () => {
    for (const one of [proxy, server, other]) await one.close();
  });

  it('is used for lists and chats, and is named in the diagnosis', async () => {
    const { list, chat } = asker(`https://${proxiedName}`);
    assert.deepEqual([await list(), await chat()], ['host', 'host']);
    assert.ok(proxy.seen.length > 0);
    assert.deepEqual(describeProxy(new URL(`https://${proxiedName}`), process.env), {
      isProxied: true,
      reason: 'environment',
      proxy: `127.0.0.1:${proxyPort}`,
      variable: 'HTTPS_PROXY',
    });
  });

  it('is skipped for the names in NO_PROXY, by us as by VS Code', async () => {
    const { list } = asker(`https://${directName}:${other.port}`);
    assert.equal(await list(), 'undici');
    const { reason, variable } = describeProxy(new URL(`https://${directName}`), process.env);
    assert.deepEqual([reason, variable], ['exception', 'NO_PROXY']);
    await setUser('hostedModels', 'transport', 'vscode');
    await list();
    assert.deepEqual(ours(proxy), []);
  });

  it('is overridden by the one in the settings, as are its exceptions', async () => {
    const own = await startProxy({ target: server.port });
    await setUser('http', 'proxy', own.url);
    assert.equal(await asker(`https://${proxiedName}`).list(), 'host');
    assert.deepEqual([ours(own), ours(proxy)], [[`CONNECT ${proxiedName}:443`], []]);
    await setUser('http', 'noProxy', ['elsewhere.example']);
    await asker(`https://${directName}`).list();
    assert.equal(ours(own).at(-1), `CONNECT ${directName}:443`);
    await own.close();
  });
});
