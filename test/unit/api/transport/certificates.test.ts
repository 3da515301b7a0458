import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Certificate, makeCertificate } from '../../../service/network/certificates.ts';
import { type Encryption, type Running, startTlsServer } from '../../../service/network/tlsServers.ts';
import { withoutJitter } from '../harness.ts';
import { type Asked, ask as askHere, type ChildWay, type Seen } from './trustChild.ts';

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
const encryptions = Object.keys(expectedByEncryption) as Encryption[];

/** The outcome for each address, in a process with these additional environment variables. */
async function askIn(env: Record<string, string>, asked: readonly Asked[]): Promise<Seen[][]> {
  const script = path.join(import.meta.dirname, 'trustChild.ts');
  const { stdout } = await execute(process.execPath, [script, JSON.stringify(asked)], {
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout) as Seen[][];
}

// A process reads its certificates once, so each set of them is asked for in a process of its own, and once for all tests.
// `faults/tls.test.ts` has the calls that a certificate ends.
describe('Certificates', function () {
  this.timeout(60_000);
  withoutJitter();
  let folder: string;
  let file: string;
  const servers = new Map<string, Running>();
  const addressOf = (encryption: string) => `https://${hostname}:${servers.get(encryption)?.port}`;
  const localAddresses: Asked[] = [];

  before(async () => {
    const authority: Certificate = makeCertificate();
    folder = await mkdtemp(path.join(tmpdir(), 'hosted-models-'));
    file = path.join(folder, 'authority.pem');
    await writeFile(file, authority.cert);
    for (const encryption of encryptions)
      servers.set(encryption, await startTlsServer(encryption, hostname, authority));
    for (const [way, host] of [
      ['direct', 'localhost'],
      ['auto', 'models.localhost'],
    ] as const) {
      const server = await startTlsServer('good', host, authority);
      servers.set(host, server);
      localAddresses.push({ way, urls: Array<string>(2).fill(`https://${host}:${server.port}`) });
    }
  });
  after(async () => {
    for (const server of servers.values()) await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are trusted from NODE_EXTRA_CA_CERTS by every transport, or fail with the exact reason', async () => {
    const urls = encryptions.map(addressOf);
    const good = [addressOf('good')];
    const [undici, host, ...others] = await askIn({ NODE_EXTRA_CA_CERTS: file }, [
      ...(['undici', 'host'] as const).map((way) => ({ way, urls })),
      ...(['direct', 'auto'] as const).map((way) => ({ way, urls: good })),
    ]);
    for (const seen of [undici, host]) {
      const told = JSON.stringify(Object.fromEntries(encryptions.map((name, n) => [name, seen?.[n]])));
      // OpenSSL 3.5 renamed this reason.
      assert.deepEqual(JSON.parse(told.replace('SSL/TLS_ALERT', 'SSLV3_ALERT')), expectedByEncryption);
    }
    assert.deepEqual(others, [['good'], ['good']]);
    for (const [encryption, seen] of Object.entries(expectedByEncryption))
      if (seen !== 'good') assert.equal(servers.get(encryption)?.count(), 0, `${encryption} got a request`);
  });

  it('are checked all the same where NODE_TLS_REJECT_UNAUTHORIZED is 0, and nothing goes through the host’s fetch', async () => {
    const unchecked: Seen = ['tls', 'CERTIFICATES_UNCHECKED'];
    const untrusted = ['selfSigned', 'unknownAuthority', 'expired', 'otherHost'] as const;
    const urls = [...untrusted, 'good'].map(addressOf);
    const ways = ['undici', 'direct', 'auto'] as const;
    const before = servers.get('good')?.count() ?? 0;
    const [throughHost, ...seen] = await askIn(
      { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_EXTRA_CA_CERTS: file },
      [
        { way: 'host', urls: [...urls, addressOf('none').replace('https:', 'http:')] },
        ...ways.map((way) => ({ way, urls })),
      ],
    );
    assert.deepEqual(throughHost, [...urls.map(() => unchecked), 'good']);
    for (const [at, way] of ways.entries()) {
      // What the system's own store may vouch for would need the host's fetch.
      const expected: Seen[] = untrusted.map((one) =>
        way === 'auto' && (one === 'selfSigned' || one === 'unknownAuthority')
          ? unchecked
          : expectedByEncryption[one],
      );
      assert.deepEqual(seen[at], [...expected, 'good'], way);
    }
    assert.equal(servers.get('good')?.count(), before + ways.length);
    for (const one of untrusted) assert.equal(servers.get(one)?.count(), 0, one);
  });

  it("are trusted from the system's store as VS Code does, for localhost by every transport, as with mkcert", async () => {
    // Node’s own fetch ignores the system's store; VS Code's uses it.
    const ways: Partial<Record<ChildWay, boolean>> = {
      undici: false,
      host: false,
      direct: true,
      auto: false,
    };
    const untrusted: Seen = ['tls', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'];
    const [direct, auto, ...seen] = await askIn({ SSL_CERT_FILE: file }, [
      ...localAddresses,
      ...(Object.keys(ways) as ChildWay[]).map((way) => ({ way, urls: [addressOf('good')] })),
    ]);
    assert.deepEqual([direct, auto], Array(2).fill(['good', 'good']));
    assert.deepEqual(
      seen.flat(),
      Object.values(ways).map((isTrusted) => (isTrusted ? 'good' : untrusted)),
    );
    for (const asked of localAddresses) assert.deepEqual(await askHere(asked), [untrusted, untrusted]);
  });
});
