import { withHeaderClocks } from '../clocks/headerClocks.ts';
import { fetchFailure } from '../errors/fetchFailure.ts';
import { certificatesUnchecked } from '../errors/tlsCodes.ts';
import { proxyClosed, TransportFailure } from '../errors/transportFailure.ts';
import type { Transport } from '../types.ts';
import { watchProxy } from './proxyWatch.ts';

/**
 * True if the host's `fetch` would accept any certificate of this address: it leaves the check to Node, which reads the variable
 * for each connection. A dispatcher of ours could check, but would disable the proxies.
 */
export function isUncheckedByHost(url: URL): boolean {
  return url.protocol === 'https:' && process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0';
}

/**
 * Sends through the host's `fetch`, which in VS Code knows the user's proxies and certificates. Looks it up for each call,
 * because VS Code replaces it, and passes no dispatcher, which would disable the proxies. Refuses to send where certificates
 * would not be checked.
 */
export function createHostTransport(fetch?: typeof globalThis.fetch): Transport {
  // Origins that have answered, so a connection to them may still be open.
  const answered = new Set<string>();
  return async (url, init) => {
    if (isUncheckedByHost(url)) {
      throw new TransportFailure('connect', certificatesUnchecked, certificatesUnchecked);
    }
    const send = fetch ?? globalThis.fetch;
    return withHeaderClocks(init, false, async (clocks) => {
      const attempt = new AbortController();
      const { signal } = attempt;
      clocks.addEventListener('abort', () => attempt.abort(clocks.reason), { once: true });
      const unwatch = watchProxy(url, () =>
        attempt.abort(new TransportFailure('connect', proxyClosed, proxyClosed)),
      );
      try {
        const response = await send(url, {
          method: init.method,
          // A kept connection may be closing just now, and Electron would send the request again by itself.
          headers: { ...init.headers, connection: 'close' },
          redirect: 'manual',
          signal,
          ...(init.body === undefined ? {} : { body: init.body }),
        });
        answered.add(url.origin);
        return { status: response.status, headers: response.headers, body: response.body, way: 'host' };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw fetchFailure(error, url, answered.has(url.origin));
      } finally {
        unwatch();
      }
    });
  };
}
