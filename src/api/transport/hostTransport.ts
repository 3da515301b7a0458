import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { withHeaderClocks } from '../clocks/headerClocks.ts';
import { fetchFailure } from '../errors/fetchFailure.ts';
import { certificatesUnchecked } from '../errors/tlsCodes.ts';
import { proxyClosed, TransportFailure } from '../errors/transportFailure.ts';
import type { Transport } from '../types.ts';

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

// undici's own name, which it keeps stable (docs/api/DiagnosticsChannel.md).
const channel = 'undici:client:connectError';

/**
 * Calls `onClosed` if a proxy closes the connection, or answers in something else than HTTP, before it has connected us to `url`,
 * as one does that expects TLS. The `fetch` of VS Code (undici 7.19, 7.29) would then ask it again and again, and never end. Only
 * at a proxy does connecting fail with these errors. Returns what ends the watch.
 */
function watchProxy({ host, protocol }: URL, onClosed: () => void): () => void {
  const listen = (message: unknown): void => {
    const { connectParams, error } = message as {
      connectParams: { host?: string | null; protocol: string };
      error: Error & { code?: string };
    };
    if (connectParams.host !== host || connectParams.protocol !== protocol) return;
    if (error.code === 'UND_ERR_SOCKET' || error.name === 'HTTPParserError') onClosed();
  };
  subscribe(channel, listen);
  return () => void unsubscribe(channel, listen);
}
