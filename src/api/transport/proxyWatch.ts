import { subscribe, unsubscribe } from 'node:diagnostics_channel';

// undici's own name, which it keeps stable (docs/api/DiagnosticsChannel.md).
const channel = 'undici:client:connectError';

/**
 * Calls `onClosed` if a proxy closes the connection, or answers in something else than HTTP, before it has connected us to `url`,
 * as one does that expects TLS. The `fetch` of VS Code (undici 7.19, 7.29) would then ask it again and again, and never end. Only
 * at a proxy does connecting fail with these errors. Returns what ends the watch.
 */
export function watchProxy({ host, protocol }: URL, onClosed: () => void): () => void {
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
