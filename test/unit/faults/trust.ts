import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createUndiciTransport } from '../../../src/api/index.ts';
import type { Certificate } from '../../service/network/certificates.ts';
import type { Arrangement, WayName } from './cell.ts';

/** Makes the transport trust this certificate. */
export async function trust({ cert }: Certificate, way: WayName): Promise<Arrangement> {
  const ca = [cert];
  if (way === 'undici') return { transport: await createUndiciTransport({ ca }) };
  // Node's fetch can't be told otherwise. In VS Code, the host knows the user's certificates.
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, ...ca]);
  return { close: () => setDefaultCACertificates(before) };
}
