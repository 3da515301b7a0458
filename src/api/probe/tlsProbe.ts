import { isIP } from 'node:net';
import { connect, getCACertificates, type PeerCertificate, type TLSSocket } from 'node:tls';
import { cleanServerText } from '../errors/serverText.ts';
import type { Probed, TlsFacts } from '../types.ts';
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
export async function probeTls(target: TlsTarget, options: ProbeOptions): Promise<Probed<TlsFacts>> {
  const first = await handshake(target, getCACertificates('default'), options);
  if (!first.ok || first.value.problem === undefined) return withTrust(first, undefined);
  const all = [...getCACertificates('default'), ...getCACertificates('system')];
  const second = await handshake(target, all, options);
  return withTrust(first, second.ok ? second.value.problem : second.code);
}

type Shown = Omit<TlsFacts, 'nodeProblem' | 'systemProblem'> & { problem: string | undefined };

function withTrust(probed: Probed<Shown>, systemProblem: string | undefined): Probed<TlsFacts> {
  if (!probed.ok) return probed;
  const { problem, ...shown } = probed.value;
  return { ok: true, value: { ...shown, nodeProblem: problem, systemProblem } };
}

function handshake(
  { host, address, port }: TlsTarget,
  ca: string[],
  options: ProbeOptions,
): Promise<Probed<Shown>> {
  const name = bareHost(host);
  return probe(options, async (signal) => {
    // Not rejected here, so that the certificate can be shown with the reason; no request ever uses this socket. Passing `ca`
    // also keeps VS Code from adding the system's certificates.
    const look = { ca, rejectUnauthorized: false };
    const servername = isIP(name) === 0 ? { servername: name } : {};
    const socket = connect({ host: address, port, ...look, ...servername });
    const shown = await opened(socket, 'secureConnect', signal, readSocket);
    if (shown === undefined) throw new Error('nothing was shown');
    return shown;
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
