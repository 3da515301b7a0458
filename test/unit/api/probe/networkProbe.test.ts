import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { probeConnect, probeLookup, probeTls } from '../../../../src/api/index.ts';
import { type Certificate, days, makeCertificate } from '../../../service/network/certificates.ts';
import { freePort, serveRaw } from '../harness.ts';

const patient = { signal: new AbortController().signal, timeoutMs: 5000 };
const local = { host: '127.0.0.1', address: '127.0.0.1' };

async function withTls<T>({ key, cert }: Certificate, test: (port: number) => Promise<T>): Promise<T> {
  await using server = await serveRaw(createTlsServer({ key, cert }).on('tlsClientError', () => undefined));
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
  it('reports protocol, subject, issuer and expiry of a certificate that nobody vouches for', async () => {
    const authority = makeCertificate({ name: 'Acme Authority' });
    const until = days(20);
    const certificate = makeCertificate({ host: '127.0.0.1', name: 'gateway', issuer: authority, until });
    const { validFrom, ...found } = await withTls(certificate, (port) =>
      probeTls({ ...local, port }, patient),
    );
    assert.ok(validFrom !== undefined && validFrom < Date.now());
    const validTo = Math.floor(until.getTime() / 1000) * 1000;
    assert.deepEqual(found, { protocol: 'TLSv1.3', subject: 'gateway', issuer: 'Acme Authority', validTo });
  });

  it('sends nothing', async () => {
    const server = createTlsServer(makeCertificate({ host: '127.0.0.1' }));
    const seen: unknown[] = [];
    const closed: Promise<unknown>[] = [];
    server.on('connection', (socket: Socket) => closed.push(once(socket, 'close')));
    server.on('secureConnection', (socket) => socket.on('data', (bytes) => seen.push(bytes)));
    server.on('tlsClientError', () => undefined);
    await using raw = await serveRaw(server);
    await probeTls({ ...local, port: raw.port }, patient);
    await Promise.all(closed);
    assert.equal(closed.length, 1);
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
});
