import { head, inTurn, whole } from '../../service/faults/answers.ts';
import { type Certificate, days, makeCertificate } from '../../service/network/certificates.ts';
import type { Cell } from './cell.ts';
import { neverConnected, neverSent } from './expectations.ts';
import { describeSection } from './section.ts';
import { trust } from './trust.ts';

const certified = (
  fault: string,
  certificate: Certificate,
  trusts: boolean,
  expect: Cell['expect'],
): Cell => ({
  fault,
  script: () => inTurn(whole(200, '[]')),
  certificate,
  ...(trusts ? { arrange: (_, way) => trust(certificate, way) } : {}),
  expect,
});

const once = (words: string): Cell['expect'] => ({
  GET: `${words} · 1 try, no request`,
  DELETE: `${words} · 1 try, no request`,
  chat: `${words} · 1 try, no request`,
});

const closedEarly = {
  undici: 'network ECONNRESET · 2 tries, no request',
  host: 'network ECONNRESET · 1 try, no request',
};

const own = makeCertificate({ host: '127.0.0.1' });
const expired = makeCertificate({ host: '127.0.0.1', from: days(-3), until: days(-1) });
const foreign = makeCertificate({ host: 'other.example' });

describeSection('TLS', [
  certified('self-signed', own, false, once('tls DEPTH_ZERO_SELF_SIGNED_CERT')),
  certified('self-signed, but trusted', own, true, { GET: '0 LoRAs · 1 request' }),
  certified('expired', expired, true, once('tls CERT_HAS_EXPIRED')),
  certified('of another host', foreign, true, once('tls ERR_TLS_CERT_ALTNAME_INVALID')),
  {
    fault: 'plain HTTP where TLS is due',
    script: () => async (connection) => {
      await connection.write(head(400, { 'content-length': '0' }));
      connection.end();
    },
    arrange: (server) => ({ url: server.url.replace('http:', 'https:') }),
    expect: once('tls ERR_SSL_WRONG_VERSION_NUMBER'),
  },
  {
    fault: 'TLS where plain HTTP is due',
    script: () => inTurn(whole(200, '[]')),
    certificate: own,
    arrange: (server) => ({ url: server.url.replace('https:', 'http:') }),
    expect: neverSent('network UND_ERR_SOCKET', 1),
  },
  {
    fault: 'handshake: silence',
    script: () => () => undefined,
    timing: { connectMs: 60, headersMs: 60 },
    arrange: (server) => ({ url: server.url.replace('http:', 'https:') }),
    ...neverConnected,
  },
  {
    fault: 'handshake: closed',
    script: () => (connection) => connection.end(),
    arrange: (server) => ({ url: server.url.replace('http:', 'https:') }),
    expect: { GET: 'network ECONNRESET · 3 tries, no request', DELETE: closedEarly, chat: closedEarly },
  },
]);
