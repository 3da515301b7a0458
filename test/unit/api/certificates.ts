import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  key: string;
  cert: string;
}

/** A self-signed certificate, made anew so that none with its key lies in the repository; `undefined` without openssl. */
export function makeCertificate(host: string): Certificate | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'hosted-models-tls-'));
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    const name = [
      '-subj',
      `/CN=${host}`,
      '-addext',
      `subjectAltName=${/^[\d.]+$/.test(host) ? 'IP' : 'DNS'}:${host}`,
    ];
    execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...name], {
      stdio: 'ignore',
    });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } catch {
    // No openssl on this machine: the tests that need it say that they were skipped.
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
