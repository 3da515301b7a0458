import { setGlobalProxyFromEnv } from 'node:http';
import type { ChaosServer } from '../../service/faults/chaosServer.ts';
import type { Arrangement } from './cell.ts';

/** Sends through a proxy, which the chaos server is, to a service that nobody but the proxy could know. */
export function throughProxy(server: ChaosServer): Arrangement {
  // Node's own fetch takes its proxy from the process; VS Code's is tried in the extension host.
  return {
    url: 'https://behind-the-proxy.invalid',
    close: setGlobalProxyFromEnv({ https_proxy: server.url }),
  };
}
