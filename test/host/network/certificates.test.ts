import assert from 'node:assert/strict';
import { type Encryption, startTlsServer } from '../../service/network/tlsServers.ts';
import { withoutJitter } from '../../unit/api/harness.ts';
import { networkRun } from '../networkRun.ts';
import { setUser } from '../support/connectionSettings.ts';
import { answerAll, asker, type Outcome, useNetwork } from '../support/network.ts';

const hostName = 'models.direct.internal';

describe('Certificates in the extension host', () => {
  withoutJitter();
  useNetwork({ setByAll: 'transport' });
  const { systemAuthority, extraAuthority } = networkRun();

  const seenBy = async (
    network: string,
    encryption: Encryption,
    authority = systemAuthority,
  ): Promise<Outcome> => {
    const server = await startTlsServer(encryption, hostName, authority, answerAll);
    try {
      await setUser('hostedModels', 'transport', network);
      return await asker(`https://${hostName}:${server.port}`).list();
    } finally {
      await server.close();
    }
  };

  for (const network of ['vscode', 'direct', 'auto']) {
    for (const [encryption, code] of [
      ['selfSigned', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      ['otherHost', 'ERR_TLS_CERT_ALTNAME_INVALID'],
      ['expired', 'CERT_HAS_EXPIRED'],
      ['notYetValid', 'CERT_NOT_YET_VALID'],
      ['incompleteChain', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
      ['unknownRoot', 'SELF_SIGNED_CERT_IN_CHAIN'],
      ['none', 'ERR_SSL_WRONG_VERSION_NUMBER'],
    ] as const) {
      it(`are refused with the reason (${encryption}) by ${network}`, async () => {
        // Every transport knows this authority, so the reason can only be the one under test.
        const authority = network === 'vscode' ? systemAuthority : extraAuthority;
        const expected = ['tls', code];
        assert.deepEqual(await seenBy(network, encryption, authority), expected);
      });
    }
  }

  for (const [encryption, code] of [
    ['expired', 'CERT_HAS_EXPIRED'],
    ['otherHost', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ] as const) {
    it(`from an authority that only VS Code’s fetch knows are refused with its reason: ${encryption}`, async () => {
      assert.deepEqual(await seenBy('auto', encryption), ['tls', code]);
    });
  }

  it('from an authority of the system are trusted by VS Code and directly', async () => {
    assert.equal(await seenBy('vscode', 'good'), 'host');
    assert.equal(await seenBy('vscode', 'chain'), 'host');
    assert.equal(await seenBy('direct', 'good'), 'undici');
  });

  it('from an authority in NODE_EXTRA_CA_CERTS are trusted directly, but not by VS Code’s fetch', async () => {
    assert.equal(await seenBy('direct', 'good', extraAuthority), 'undici');
    assert.equal(await seenBy('auto', 'good', extraAuthority), 'undici');
    // The code depends on what the server, in this same process, sends along.
    assert.equal((await seenBy('vscode', 'good', extraAuthority))?.[0], 'tls');
  });

  it('are checked even where NODE_TLS_REJECT_UNAUTHORIZED is 0, which VS Code’s fetch follows', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    const server = await startTlsServer('selfSigned', hostName, systemAuthority, answerAll);
    try {
      const url = `https://${hostName}:${server.port}`;
      assert.equal((await fetch(url)).status, 200);
      const seen: Outcome[] = [];
      for (const network of ['vscode', 'auto', 'direct']) {
        await setUser('hostedModels', 'transport', network);
        seen.push(await asker(url).list(), await asker(url).chat());
      }
      const [refused, untrusted] = [
        ['tls', 'CERTIFICATES_UNCHECKED'],
        ['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      ] satisfies Outcome[];
      assert.deepEqual(seen, [refused, refused, refused, refused, untrusted, untrusted]);
      assert.equal(server.count(), 1);
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      await server.close();
    }
  });

  it('are checked whatever http.proxyStrictSSL says', async () => {
    await setUser('http', 'proxyStrictSSL', false);
    assert.deepEqual(await seenBy('vscode', 'selfSigned'), ['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
    assert.deepEqual(await seenBy('direct', 'selfSigned'), ['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
  });
});
