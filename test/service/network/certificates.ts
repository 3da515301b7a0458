import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { bitString, boolean, context, integer, objectId, octets, sequence, set, text, time } from './der.ts';

/** PEM, and the subject's common name, used when it signs others. Generated, so that the repository contains no key. */
export interface Certificate {
  name: string;
  key: string;
  cert: string;
}

export interface CertificateOptions {
  /** A host name or an IPv4 address; without one, it is an authority's certificate. */
  host?: string;
  /** Default: the host, or "Authority". */
  name?: string;
  /** Who signs it; by default itself. */
  issuer?: Certificate;
  from?: Date;
  until?: Date;
}

const dayMs = 24 * 60 * 60_000;

/** Returns the time `count` days from now. */
export function days(count: number): Date {
  return new Date(Date.now() + count * dayMs);
}

const ecdsaSha256 = sequence(objectId('1.2.840.10045.4.3.2'));

/** An X.509 version 3 certificate (RFC 5280) with a key on P-256. */
export function makeCertificate(options: CertificateOptions = {}): Certificate {
  const { host, name = host ?? 'Authority', from = days(-1), until = days(1) } = options;
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const issuer = options.issuer ?? { name, key };
  // A first octet below 0x80 keeps the serial number positive.
  const serial = Buffer.concat([Buffer.of(1), randomBytes(8)]);
  const body = sequence(
    context(0, integer(Buffer.of(2))),
    integer(serial),
    ecdsaSha256,
    distinguishedName(issuer.name),
    sequence(time(from), time(until)),
    distinguishedName(name),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    context(3, sequence(...(host === undefined ? authorityExtensions() : hostExtensions(host)))),
  );
  const signature = sign('sha256', body, createPrivateKey(issuer.key));
  return { name, key, cert: pem(sequence(body, ecdsaSha256, bitString(signature))) };
}

function distinguishedName(name: string): Buffer {
  return sequence(set(sequence(objectId('2.5.4.3'), text(name))));
}

function authorityExtensions(): Buffer[] {
  return [extension('2.5.29.19', sequence(boolean(true)))];
}

function hostExtensions(host: string): Buffer[] {
  const address = isIPv4(host) ? Buffer.from(host.split('.').map(Number)) : undefined;
  const name = address ? context(7, address, false) : context(2, Buffer.from(host), false);
  return [extension('2.5.29.17', sequence(name))];
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(objectId(id), boolean(true), octets(value));
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
