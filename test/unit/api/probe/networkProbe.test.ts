import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { probeConnect, probeLookup, probeTls } from '../../../../src/api/index.ts';
import type { TlsFacts } from '../../../../src/api/types.ts';
import { type Certificate, days, makeCertificate } from '../../../service/network/certificates.ts';
import { freePort, serveRaw } from '../harness.ts';

const patient = { signal: new AbortController().signal, timeoutMs: 5000 };
const local = { host: '127.0.0.1', address: '127.0.0.1' };

const serveTls = ({ key, cert }: Certificate) =>
  serveRaw(createTlsServer({ key, cert }).on('tlsClientError', () => undefined));

async function withTls<T>(certificate: Certificate, test: (port: number) => Promise<T>): Promise<T> {
  await using server = await serveTls(certificate);
  return await test(server.port);
}

/** A server that accepts connections and sends nothing. */
async function withSilence(test: (port: number, taken: Promise<Socket>) => Promise<void>): Promise<void> {
  const server = createServer();
  const taken = once(server, 'connection').then(([socket]: Socket[]) => {
    assert.ok(socket);
    return socket;
  });
  await using raw = await serveRaw(server);
  await test(raw.port, taken);
}

describe('A network probe', () => {
  it('finds the loopback addresses for a name of this machine, as requests do, and takes an IP address as it is', async () => {
    for (const name of ['localhost', 'localhost.', 'models.localhost']) {
      const value = [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ];
      assert.deepEqual(await probeLookup(name, patient), value);
    }
    assert.deepEqual(await probeLookup('[::1]', patient), [{ address: '::1', family: 6 }]);
    assert.deepEqual(await probeLookup('127.0.0.9', patient), [{ address: '127.0.0.9', family: 4 }]);
  });

  it('reports an unknown name', async () => {
    await assert.rejects(probeLookup('models.acme.invalid', patient), {
      kind: 'network',
      code: /^(?:ENOTFOUND|EAI_AGAIN)$/,
    });
  });

  it('connects, sends nothing, and closes', async () => {
    await withSilence(async (port, taken) => {
      await probeConnect({ address: '127.0.0.1', port }, patient);
      const socket = await taken;
      socket.resume();
      await once(socket, 'close');
      assert.equal(socket.bytesRead, 0);
    });
  });

  it('reports a port where nothing listens', async () => {
    const probing = probeConnect({ address: '127.0.0.1', port: await freePort() }, patient);
    await assert.rejects(probing, { kind: 'network', code: 'ECONNREFUSED' });
  });

  it('gives up on a silent server at its time limit, and closes the socket', async () => {
    await withSilence(async (port, taken) => {
      const probing = probeTls({ ...local, port }, { ...patient, timeoutMs: 50 });
      await assert.rejects(probing, { kind: 'timeout', code: 'connect' });
      const socket = await taken;
      socket.resume();
      await once(socket, 'close');
    });
  });

  it('rejects with the reason of its signal, and closes the socket', async () => {
    await withSilence(async (port, taken) => {
      const stop = new AbortController();
      const reason = new Error('the person left');
      const probing = probeTls({ ...local, port }, { signal: stop.signal, timeoutMs: 5000 });
      const socket = await taken;
      stop.abort(reason);
      await assert.rejects(probing, reason);
      socket.resume();
      await once(socket, 'close');
      await assert.rejects(
        probeConnect({ address: '127.0.0.1', port }, { ...patient, signal: stop.signal }),
        reason,
      );
    });
  });
});

describe('A certificate probe', () => {
  it('reports protocol, subject, issuer and expiry, and that the certificate is not trusted', async () => {
    const authority = makeCertificate({ name: 'Acme Authority' });
    const until = days(20);
    const certificate = makeCertificate({ host: '127.0.0.1', name: 'gateway', issuer: authority, until });
    const found = await withTls(certificate, (port) => probeTls({ ...local, port }, patient));
    assert.equal(found.protocol, 'TLSv1.3');
    assert.equal(found.subject, 'gateway');
    assert.equal(found.issuer, 'Acme Authority');
    assert.equal(found.validTo, Math.floor(until.getTime() / 1000) * 1000);
    assert.equal(found.nodeProblem, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    assert.equal(found.systemProblem, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  });

  it('identifies a self-signed certificate', async () => {
    const own = makeCertificate({ host: '127.0.0.1' });
    const found = await withTls(own, (port) => probeTls({ ...local, port }, patient));
    assert.equal(found.nodeProblem, 'DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  it('sends nothing to a server whose certificate is not trusted', async () => {
    const server = createTlsServer(makeCertificate({ host: '127.0.0.1' }));
    const seen: unknown[] = [];
    const closed: Promise<unknown>[] = [];
    server.on('connection', (socket: Socket) => closed.push(once(socket, 'close')));
    server.on('secureConnection', (socket) => socket.on('data', (bytes) => seen.push(bytes)));
    server.on('tlsClientError', () => undefined);
    await using raw = await serveRaw(server);
    await probeTls({ ...local, port: raw.port }, patient);
    await Promise.all(closed);
    assert.equal(closed.length, 2);
    assert.deepEqual(seen, []);
  });

  it('removes control characters and shortens a name that is too long', async () => {
    const certificate = makeCertificate({ host: '127.0.0.1', name: `evil\n\u202e${'x'.repeat(300)}` });
    const probing = withTls(certificate, (port) => probeTls({ ...local, port }, patient));
    const { subject = '' } = await probing;
    assert.match(subject, /^evil x+…$/);
    assert.equal(subject.length, 120);
  });

  it('reports a server that does not speak TLS', async () => {
    await using raw = await serveRaw(
      createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    );
    const probing = probeTls({ ...local, port: raw.port }, patient);
    await assert.rejects(probing, { code: /^(?:ERR_SSL_|EPROTO|ECONNRESET)/ });
  });

  it("also checks against the system's certificates", async () => {
    const authority = makeCertificate();
    const file = path.join(tmpdir(), `hosted-models-ca-${crypto.randomUUID()}.pem`);
    await writeFile(file, authority.cert);
    const child = fileURLToPath(new URL('./tlsProbeChild.ts', import.meta.url));
    const expected: (string | undefined)[] = [];
    const ports: number[] = [];
    await using servers = new AsyncDisposableStack();
    servers.defer(() => rm(file));
    for (const [problem, host, options] of [
      [undefined, '127.0.0.1', {}],
      ['CERT_HAS_EXPIRED', '127.0.0.1', { from: days(-3), until: days(-2) }],
      ['ERR_TLS_CERT_ALTNAME_INVALID', 'other.example', {}],
    ] as const) {
      const { port, close } = await serveTls(makeCertificate({ host, issuer: authority, ...options }));
      servers.defer(close);
      expected.push(problem);
      ports.push(port);
    }
    const env = { ...process.env, SSL_CERT_FILE: file };
    const { stdout } = await promisify(execFile)(process.execPath, [child, ...ports.map(String)], { env });
    const found = JSON.parse(stdout) as TlsFacts[];
    assert.deepEqual(
      found.map(({ systemProblem }) => systemProblem),
      expected,
    );
    for (const { nodeProblem } of found) assert.notEqual(nodeProblem, undefined);
  }).timeout(60_000);
});
