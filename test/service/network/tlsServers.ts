import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { type Certificate, days, makeCertificate } from './certificates.ts';
import { listenHere } from './listening.ts';

export interface Running {
  port: number;
  /** How many requests arrived. */
  count(): number;
  /** How many connections ended before encryption, for whatever reason. */
  refused(): number;
  close(): Promise<void>;
}

/** What is wrong with a server's encryption; nothing for `good` and `chain`. */
export type Encryption =
  | 'good'
  | 'chain'
  | 'incompleteChain'
  | 'selfSigned'
  | 'unknownAuthority'
  | 'unknownRoot'
  | 'expired'
  | 'notYetValid'
  | 'otherHost'
  | 'oldTls'
  | 'clientCertificate'
  | 'clientCertificateTls12'
  | 'none';

/** An HTTPS server on 127.0.0.1 that presents itself as `host`, signed by `authority` if it is to be known. */
export async function startTlsServer(
  encryption: Encryption,
  host: string,
  authority: Certificate,
  listener: RequestListener = (_, response) =>
    response.setHeader('content-type', 'application/json').end('[]'),
  port = 0,
): Promise<Running> {
  let requests = 0;
  let refused = 0;
  const counting: RequestListener = (request, response) => {
    requests += 1;
    listener(request, response);
  };
  const server =
    encryption === 'none'
      ? createHttpServer(counting)
      : createServer(
          { ...certificateFor(encryption, host, authority), ...limits(encryption, authority) },
          counting,
        );
  server.on('tlsClientError', () => {
    refused += 1;
  });
  return { ...(await listenHere(server, port)), count: () => requests, refused: () => refused };
}

function certificateFor(
  encryption: Encryption,
  host: string,
  issuer: Certificate,
): { key: string; cert: string } {
  const between = makeCertificate({ name: 'Between', issuer });
  const unknown = makeCertificate({ name: 'Unknown' });
  switch (encryption) {
    case 'chain':
      return chain(makeCertificate({ host, issuer: between }), between);
    case 'incompleteChain':
      return makeCertificate({ host, issuer: between });
    case 'selfSigned':
      return makeCertificate({ host });
    case 'unknownAuthority': {
      const below = makeCertificate({ name: 'Below', issuer: unknown });
      return chain(makeCertificate({ host, issuer: below }), below);
    }
    case 'unknownRoot':
      return chain(makeCertificate({ host, issuer: unknown }), unknown);
    case 'expired':
      return makeCertificate({ host, issuer, from: days(-2), until: days(-1) });
    case 'notYetValid':
      return makeCertificate({ host, issuer, from: days(1), until: days(2) });
    case 'otherHost':
      return makeCertificate({ host: 'other.example', issuer });
    default:
      return makeCertificate({ host, issuer });
  }
}

function chain({ key, cert }: Certificate, next: Certificate): { key: string; cert: string } {
  return { key, cert: cert + next.cert };
}

function limits(encryption: Encryption, authority: Certificate): Parameters<typeof createServer>[0] {
  const asking = { requestCert: true, rejectUnauthorized: true, ca: authority.cert };
  switch (encryption) {
    case 'oldTls':
      // OpenSSL 3 speaks TLS 1.1 only at its lowest security level.
      return { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
    case 'clientCertificate':
      return asking;
    case 'clientCertificateTls12':
      return { ...asking, maxVersion: 'TLSv1.2' };
    default:
      return {};
  }
}
