// What the tests in `network` need in the environment before VS Code starts, which reads it only once.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Certificate, makeCertificate } from '../service/network/certificates.ts';
import { freePort } from '../service/network/listening.ts';

export interface NetworkRun {
  /** Its certificate is in the system's store, as `SSL_CERT_FILE` gives it. */
  systemAuthority: Certificate;
  /** Its certificate is in `NODE_EXTRA_CA_CERTS`. */
  extraAuthority: Certificate;
  /** The port of the proxy in `HTTPS_PROXY`; a test starts one there. */
  proxyPort: number;
  /** In the URL of that proxy; in lower case, like the host of a URL. */
  proxyUser: string;
  proxyPassword: string;
}

const variable = 'TEST_NETWORK';

/** Names under this are in `NO_PROXY`. */
export const directSuffix = '.direct.internal';

/** The environment of the run; its files are in `folder`. */
export async function prepareNetworkRun(folder: string, userFolder: string): Promise<Record<string, string>> {
  const run: NetworkRun = {
    systemAuthority: makeCertificate({ name: 'System' }),
    extraAuthority: makeCertificate({ name: 'Extra' }),
    proxyPort: await freePort(),
    proxyUser: 'someone-at-proxy',
    proxyPassword: 'pa55word-of-proxy',
  };
  const [system, extra] = [path.join(folder, 'system.pem'), path.join(folder, 'extra.pem')];
  await writeFile(system, run.systemAuthority.cert);
  await writeFile(extra, run.extraAuthority.cert);
  const settings = path.join(userFolder, 'data', 'User');
  await mkdir(settings, { recursive: true });
  // Without it VS Code on Linux reads certain files by name, whatever SSL_CERT_FILE says.
  await writeFile(
    path.join(settings, 'settings.json'),
    JSON.stringify({ 'http.systemCertificatesNode': true }),
  );
  return {
    SSL_CERT_FILE: system,
    NODE_EXTRA_CA_CERTS: extra,
    HTTPS_PROXY: `http://${run.proxyUser}:${run.proxyPassword}@127.0.0.1:${run.proxyPort}`,
    NO_PROXY: directSuffix,
    [variable]: JSON.stringify(run),
  };
}

export function isNetworkRun(): boolean {
  return process.env[variable] !== undefined;
}

export function networkRun(): NetworkRun {
  return JSON.parse(process.env[variable] ?? '') as NetworkRun;
}
