import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createUndiciTransport } from '../../../../src/api/index.ts';
import { type Certificate, makeCertificate } from '../../../service/network/certificates.ts';
import { type Encryption, type Running, startTlsServer } from '../../../service/network/tlsServers.ts';
import { clientFor, failure, overBothTransports, serveRaw, withoutJitter, withServer } from '../harness.ts';
import type { ChildWay, Seen } from './trustChild.ts';

const hostname = 'models.acme.internal';
const execute = promisify(execFile);

const expectedByEncryption: Record<Encryption, Seen> = {
  good: 'good',
  chain: 'good',
  incompleteChain: ['tls', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  selfSigned: ['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  unknownAuthority: ['tls', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  unknownRoot: ['tls', 'SELF_SIGNED_CERT_IN_CHAIN'],
  expired: ['tls', 'CERT_HAS_EXPIRED'],
  notYetValid: ['tls', 'CERT_NOT_YET_VALID'],
  otherHost: ['tls', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  oldTls: ['tls', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'],
  // Under TLS 1.3 the refusal comes after the request has been sent, and undici sees the closed socket first.
  clientCertificate: ['network', 'UND_ERR_SOCKET'],
  clientCertificateTls12: ['tls', 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE'],
  none: ['tls', 'ERR_SSL_WRONG_VERSION_NUMBER'],
};

/** The outcome for each address, in a process with these additional environment variables. */
async function ask(way: ChildWay, urls: string[], env: Record<string, string>): Promise<Seen[]> {
  const script = path.join(import.meta.dirname, 'trustChild.ts');
  const { stdout } = await execute(process.execPath, [script, JSON.stringify({ way, urls })], {
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout) as Seen[];
}

describe('Certificates', () => {
  withoutJitter();
  let authority: Certificate;
  let folder: string;
  let file: string;
  const servers = new Map<string, Running>();
  const addressOf = (encryption: string) => `https://${hostname}:${servers.get(encryption)?.port}`;

  before(async () => {
    authority = makeCertificate();
    folder = await mkdtemp(path.join(tmpdir(), 'hosted-models-'));
    file = path.join(folder, 'authority.pem');
    await writeFile(file, authority.cert);
    for (const encryption of Object.keys(expectedByEncryption) as Encryption[])
      servers.set(encryption, await startTlsServer(encryption, hostname, authority));
  });
  after(async () => {
    for (const server of servers.values()) await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const way of ['undici', 'host'] as const) {
    it(`fail with the exact reason, over ${way}`, async () => {
      const seen = await ask(way, Object.keys(expectedByEncryption).map(addressOf), {
        NODE_EXTRA_CA_CERTS: file,
      });
      const told = JSON.stringify(
        Object.fromEntries(Object.keys(expectedByEncryption).map((name, n) => [name, seen[n]])),
      );
      // OpenSSL 3.5 renamed this reason.
      assert.deepEqual(JSON.parse(told.replace('SSL/TLS_ALERT', 'SSLV3_ALERT')), expectedByEncryption);
    });
  }

  it('are refused before any request arrives', () => {
    for (const [encryption, seen] of Object.entries(expectedByEncryption))
      if (seen !== 'good') assert.equal(servers.get(encryption)?.count(), 0, encryption);
  });

  describe('where NODE_TLS_REJECT_UNAUTHORIZED is 0', () => {
    const uncheckedEnv = () => ({ NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_EXTRA_CA_CERTS: file });
    const unchecked: Seen = ['tls', 'CERTIFICATES_UNCHECKED'];
    const untrusted = ['selfSigned', 'unknownAuthority', 'expired', 'otherHost'] as const;

    for (const way of ['undici', 'direct', 'auto'] as const) {
      it(`are checked all the same: ${way}`, async () => {
        const seen = await ask(way, [...untrusted, 'good'].map(addressOf), uncheckedEnv());
        // What the system's own store may vouch for would need the host's fetch.
        const expected = untrusted.map((one) =>
          way === 'auto' && (one === 'selfSigned' || one === 'unknownAuthority')
            ? unchecked
            : expectedByEncryption[one],
        );
        assert.deepEqual(seen, [...expected, 'good']);
      });
    }

    it('lead to no request through the host’s fetch, which would take any', async () => {
      const before = servers.get('good')?.count();
      const urls = [...untrusted, 'good'].map(addressOf);
      const seen = await ask('host', [...urls, addressOf('none').replace('https:', 'http:')], uncheckedEnv());
      assert.deepEqual(seen, [...urls.map(() => unchecked), 'good']);
      assert.equal(servers.get('good')?.count(), before);
    });

    after('no untrusted server got a request', () => {
      for (const one of untrusted) assert.equal(servers.get(one)?.count(), 0, one);
    });
  });

  for (const [variable, ways] of [
    ['NODE_EXTRA_CA_CERTS', { undici: true, host: true, direct: true, auto: true }],
    // Node’s own fetch ignores the system's store; VS Code's uses it.
    ['SSL_CERT_FILE', { undici: false, host: false, direct: true, auto: false }],
  ] as const) {
    for (const [way, isTrusted] of Object.entries(ways) as [ChildWay, boolean][]) {
      it(`issued by the authority in ${variable} are ${isTrusted ? 'trusted' : 'not trusted'}: ${way}`, async () => {
        const [seen] = await ask(way, [addressOf('good')], { [variable]: file });
        assert.deepEqual(seen, isTrusted ? 'good' : ['tls', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE']);
      });
    }
  }

  for (const [way, host] of [
    ['direct', 'localhost'],
    ['auto', 'models.localhost'],
  ] as const) {
    it(`for ${host}, issued by an authority in the system's store as with mkcert, are trusted: ${way}`, async () => {
      const server = await startTlsServer('good', host, authority);
      const url = `https://${host}:${server.port}`;
      assert.deepEqual(await ask(way, [url, url], { SSL_CERT_FILE: file }), ['good', 'good']);
      assert.deepEqual(await ask(way, [url], {}), [['tls', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE']]);
      await server.close();
    });
  }

  overBothTransports((transport) => {
    it('that are not trusted cause no retry', async () => {
      const server = await startTlsServer('selfSigned', '127.0.0.1', authority);
      let retries = 0;
      const onWait = (): void => {
        retries += 1;
      };
      const client = clientFor(`https://127.0.0.1:${server.port}`, transport);
      const error = await failure(client.listLoras({ onWait }));
      assert.deepEqual([error.kind, error.code, retries], ['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT', 0]);
      await server.close();
    });

    it('that are missing because the server speaks plain HTTP are a tls error', async () => {
      await withServer(
        (_, response) => response.end(),
        async ({ url }) => {
          const error = await failure(clientFor(url.replace('http', 'https'), transport).listLoras());
          assert.deepEqual([error.kind, error.code], ['tls', 'ERR_SSL_WRONG_VERSION_NUMBER']);
        },
      );
    });

    it('that never come because the socket is closed are a network error', async () => {
      const { port, close } = await serveRaw(createServer((socket) => socket.end()));
      const client = clientFor(`https://127.0.0.1:${port}`, transport);
      assert.equal((await failure(client.listLoras())).kind, 'network');
      await close();
    });

    it('behind an http: address are a network error', async () => {
      const server = await startTlsServer('good', '127.0.0.1', authority);
      const error = await failure(clientFor(`http://127.0.0.1:${server.port}`, transport).listLoras());
      assert.equal(error.kind, 'network');
      await server.close();
    });
  });

  it('are trusted through the ca option, if their host is right', async () => {
    const own = makeCertificate({ host: '127.0.0.1' });
    const transport = await createUndiciTransport({ ca: [own.cert, authority.cert] });
    const good = await startTlsServer('good', '127.0.0.1', authority);
    assert.deepEqual(await clientFor(`https://127.0.0.1:${good.port}`, transport).listLoras(), []);
    const other = await startTlsServer('otherHost', '127.0.0.1', authority);
    const error = await failure(clientFor(`https://127.0.0.1:${other.port}`, transport).listLoras());
    assert.deepEqual([error.kind, error.code], ['tls', 'ERR_TLS_CERT_ALTNAME_INVALID']);
    for (const server of [good, other]) await server.close();
  });
});
