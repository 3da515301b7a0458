import { setGlobalProxyFromEnv } from 'node:http';
import { createUndiciTransport } from '../../../src/api/index.ts';
import type { ChaosServer } from '../../service/faults/chaosServer.ts';
import type { Arrangement, WayName } from './cell.ts';

/** Sends through a proxy, which the chaos server is, to a service that nobody but the proxy could know. */
export async function throughProxy(server: ChaosServer, way: WayName): Promise<Arrangement> {
  const url = 'https://behind-the-proxy.invalid';
  if (way === 'undici') return { url, transport: await createUndiciTransport({ proxy: server.url }) };
  // Node's own fetch takes its proxy from the process; VS Code's is tried in the extension host.
  return { url, close: setGlobalProxyFromEnv({ https_proxy: server.url }) };
}
