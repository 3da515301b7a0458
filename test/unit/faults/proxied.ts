import { setGlobalProxyFromEnv } from 'node:http';
import type { ChaosServer } from '../../service/faults/chaosServer.ts';
import type { Arrangement } from './cell.ts';

/** Sends through the chaos server as a proxy, to a host name that doesn't resolve. */
export function throughProxy(server: ChaosServer): Arrangement {
  // Node's own fetch takes its proxy from the process; tests in the extension host cover VS Code's.
  return {
    url: 'https://behind-the-proxy.invalid',
    close: setGlobalProxyFromEnv({ https_proxy: server.url }),
  };
}
