import { isIP } from 'node:net';
import { connect, getCACertificates, type PeerCertificate, type TLSSocket } from 'node:tls';
import { cleanServerText } from '../errors/serverText.ts';
import type { TlsFacts } from '../types.ts';
import { bareHost, opened, type ProbeOptions, probe } from './networkProbe.ts';

export interface TlsTarget {
  /** The host as in the URL: the certificate must be issued for it. */
  host: string;
  address: string;
  port: number;
}

/**
 * Does one TLS handshake, and another with the system's certificates added if Node's don't vouch. Sends nothing else: an
 * untrusted certificate is only read, then the socket is closed.
 */
export async function probeTls(target: TlsTarget, options: ProbeOptions): Promise<TlsFacts> {
  const own = getCACertificates('default');
  const { problem, ...shown } = await handshake(target, own, options);
  if (problem === undefined) return { ...shown, nodeProblem: undefined, systemProblem: undefined };
  const second = await handshake(target, [...own, ...getCACertificates('system')], options);
  return { ...shown, nodeProblem: problem, systemProblem: second.problem };
}

type Shown = Omit<TlsFacts, 'nodeProblem' | 'systemProblem'> & { problem: string | undefined };

function handshake({ host, address, port }: TlsTarget, ca: string[], options: ProbeOptions): Promise<Shown> {
  const name = bareHost(host);
  return probe(options, (signal) => {
    // Not rejected here, so that the certificate can be shown with the reason; no request ever uses this socket. Passing `ca`
    // also keeps VS Code from adding the system's certificates.
    const look = { ca, rejectUnauthorized: false };
    const servername = isIP(name) === 0 ? { servername: name } : {};
    const socket = connect({ host: address, port, ...look, ...servername });
    return opened(socket, 'secureConnect', signal, readSocket);
  });
}

function readSocket(socket: TLSSocket): Shown {
  const certificate = socket.getPeerCertificate();
  return {
    protocol: socket.getProtocol() ?? undefined,
    subject: readName(certificate.subject),
    issuer: readName(certificate.issuer),
    validFrom: readDate(certificate.valid_from),
    validTo: readDate(certificate.valid_to),
    problem: socket.authorized ? undefined : problemOf(socket),
  };
}

/** Node's types promise an `Error`, but it sets just the code. */
function problemOf(socket: TLSSocket): string {
  const problem: unknown = socket.authorizationError;
  if (problem instanceof Error) return 'code' in problem ? String(problem.code) : problem.message;
  return typeof problem === 'string' ? problem : 'UNKNOWN';
}

// A certificate without a subject has an empty object or none, whatever the types say.
function readName(name: Partial<PeerCertificate['subject']> | undefined): string | undefined {
  const parts = [name?.CN, name?.O].flatMap((part) => part ?? []).map(String);
  return cleanServerText(parts.join(', '), [], 120);
}

function readDate(text: string | undefined): number | undefined {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? undefined : at;
}
