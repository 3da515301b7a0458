import { getCACertificates } from 'node:tls';
import { isLoopback } from '../config/baseUrl.ts';
import { isTlsCode, isUnknownAuthority } from '../errors/tlsCodes.ts';
import { isConnectPhase, isProxyFailure, TransportFailure } from '../errors/transportFailure.ts';
import type { Transport } from '../types.ts';
import { createUndiciTransport } from './createUndiciTransport.ts';
import { createHostTransport } from './hostTransport.ts';

export type Network = 'auto' | 'direct' | 'vscode';

/**
 * Chooses the way for each request. `direct`: undici; `vscode`: the host's `fetch`; `auto`: the host where a proxy is
 * configured for the address, else undici, and the host as the one fallback where undici cannot connect (a proxy found by
 * a script, a certificate that only the system knows). An origin that needed the fallback goes that way from then on.
 */
export function createAutoTransport(options: {
  network: () => Network;
  isProxied: (url: URL) => boolean;
}): Transport {
  const host = createHostTransport();
  const undici = loadOnce(() => createUndiciTransport());
  // Nothing stands behind this way, so it trusts the system's certificates from the start.
  const direct = loadOnce(() =>
    createUndiciTransport({ ca: [...getCACertificates('default'), ...getCACertificates('system')] }),
  );
  const needHost = new Set<string>();

  return async (url, init) => {
    const network = options.network();
    if (network === 'vscode') return host(url, init);
    if (isLoopback(url)) return (await undici())(url, init);
    if (network === 'direct') return (await (url.protocol === 'https:' ? direct : undici)())(url, init);
    if (options.isProxied(url)) return host(url, init);
    if (needHost.has(url.origin)) {
      try {
        return await host(url, init);
      } catch (error) {
        // The network may have changed since, in the middle of a request too; the next request starts over.
        if (error instanceof TransportFailure) needHost.delete(url.origin);
        throw error;
      }
    }
    try {
      return await (await undici())(url, init);
    } catch (error) {
      if (!isConnectPhase(error) || init.signal.aborted) throw error;
      const answer = await host(url, init).catch((second: unknown) => {
        throw isConnectPhase(second) ? moreTelling(error, second) : second;
      });
      needHost.add(url.origin);
      return answer;
    }
  };
}

/**
 * Which failure to tell where neither way can connect: undici's, whose words are the more exact ones, unless the host met
 * a proxy on its way, or trusts the authority that undici does not know and finds something else wrong.
 */
function moreTelling(first: unknown, second: unknown): unknown {
  if (isProxyFailure(second)) return second;
  if (!(first instanceof TransportFailure && second instanceof TransportFailure)) return first;
  const [ours, theirs] = [first.code ?? '', second.code ?? ''];
  return isUnknownAuthority(ours) && isTlsCode(theirs) && !isUnknownAuthority(theirs) ? second : first;
}

function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      // A chunk that could not be read now may be there at the next request.
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
