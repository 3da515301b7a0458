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
import type { Asked, ChildWay, Seen } from './trustChild.ts';

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
async function ask(asked: readonly Asked[], env: Record<string, string>): Promise<Seen[][]> {
  const script = path.join(import.meta.dirname, 'trustChild.ts');
  const { stdout } = await execute(process.execPath, [script, JSON.stringify(asked)], {
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout) as Seen[][];
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

  it('fail with the exact reason, over undici and over the host’s fetch', async () => {
    const urls = Object.keys(expectedByEncryption).map(addressOf);
    const both = (['undici', 'host'] as const).map((way) => ({ way, urls }));
    for (const seen of await ask(both, { NODE_EXTRA_CA_CERTS: file })) {
      const told = JSON.stringify(
        Object.fromEntries(Object.keys(expectedByEncryption).map((name, n) => [name, seen[n]])),
      );
      // OpenSSL 3.5 renamed this reason.
      assert.deepEqual(JSON.parse(told.replace('SSL/TLS_ALERT', 'SSLV3_ALERT')), expectedByEncryption);
    }
  });

  it('are refused before any request arrives', () => {
    for (const [encryption, seen] of Object.entries(expectedByEncryption))
      if (seen !== 'good') assert.equal(servers.get(encryption)?.count(), 0, encryption);
  });

  describe('where NODE_TLS_REJECT_UNAUTHORIZED is 0', () => {
    const uncheckedEnv = () => ({ NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_EXTRA_CA_CERTS: file });
    const unchecked: Seen = ['tls', 'CERTIFICATES_UNCHECKED'];
    const untrusted = ['selfSigned', 'unknownAuthority', 'expired', 'otherHost'] as const;

    it('are checked all the same', async () => {
      const ways = ['undici', 'direct', 'auto'] as const;
      const urls = [...untrusted, 'good'].map(addressOf);
      const seen = await ask(
        ways.map((way) => ({ way, urls })),
        uncheckedEnv(),
      );
      for (const [at, way] of ways.entries()) {
        // What the system's own store may vouch for would need the host's fetch.
        const expected: Seen[] = untrusted.map((one) =>
          way === 'auto' && (one === 'selfSigned' || one === 'unknownAuthority')
            ? unchecked
            : expectedByEncryption[one],
        );
        assert.deepEqual(seen[at], [...expected, 'good'], way);
      }
    });

    it('lead to no request through the host’s fetch, which would take any', async () => {
      const before = servers.get('good')?.count();
      const urls = [...untrusted, 'good'].map(addressOf);
      const withPlain = [...urls, addressOf('none').replace('https:', 'http:')];
      const [seen] = await ask([{ way: 'host', urls: withPlain }], uncheckedEnv());
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
    it(`issued by the authority in ${variable} are trusted by the transports that read it`, async () => {
      const urls = [addressOf('good')];
      const asked = (Object.keys(ways) as ChildWay[]).map((way) => ({ way, urls }));
      const seen = await ask(asked, { [variable]: file });
      assert.deepEqual(
        seen.flat(),
        Object.values(ways).map((isTrusted) =>
          isTrusted ? 'good' : ['tls', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
        ),
      );
    });
  }

  it("for localhost, issued by an authority in the system's store as with mkcert, are trusted", async () => {
    const hosts = { direct: 'localhost', auto: 'models.localhost' } as const;
    const running: Running[] = [];
    const asked: Asked[] = [];
    for (const [way, host] of Object.entries(hosts) as [ChildWay, string][]) {
      const server = await startTlsServer('good', host, authority);
      running.push(server);
      const url = `https://${host}:${server.port}`;
      asked.push({ way, urls: [url, url] });
    }
    const untrusted: Seen = ['tls', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'];
    assert.deepEqual((await ask(asked, { SSL_CERT_FILE: file })).flat(), ['good', 'good', 'good', 'good']);
    assert.deepEqual((await ask(asked, {})).flat(), [untrusted, untrusted, untrusted, untrusted]);
    for (const server of running) await server.close();
  });

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
