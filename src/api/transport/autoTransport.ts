import { getCACertificates } from 'node:tls';
import { lazy } from '../../base/lazy.ts';
import { isLoopback } from '../config/baseUrl.ts';
import { isTlsCode, isUnknownAuthority } from '../errors/tlsCodes.ts';
import { isConnectPhase, isProxyFailure, TransportFailure } from '../errors/transportFailure.ts';
import type { Transport } from '../types.ts';
import { createHostTransport } from './hostTransport.ts';
import type { UndiciOptions } from './undiciTransport.ts';

export type Network = 'auto' | 'direct' | 'vscode';

/**
 * Chooses the transport for each request. To this machine: undici, whatever the setting. `direct`: undici; `vscode`: the
 * host's `fetch`; `auto`: the host if a proxy is configured for the address, else undici, with the host as the only fallback if
 * undici can't connect (a proxy set by a script, a certificate that only the system knows). An origin that needed the fallback
 * keeps using it.
 */
export function createAutoTransport(options: {
  network: () => Network;
  isProxied: (url: URL) => boolean;
}): Transport {
  const host = createHostTransport();
  const undici = lazy(() => createUndiciTransport());
  const withSystem = lazy(() =>
    createUndiciTransport({ ca: [...getCACertificates('default'), ...getCACertificates('system')] }),
  );
  const needHost = new Set<string>();
  const needSystem = new Set<string>();

  /** The system's store is read only if needed, which takes a while: for an authority such as mkcert's. */
  const toLoopback: Transport = async (url, init) => {
    if (needSystem.has(url.origin)) return (await withSystem())(url, init);
    try {
      return await (await undici())(url, init);
    } catch (error) {
      const isUnknown = error instanceof TransportFailure && isUnknownAuthority(error.code ?? '');
      if (!isUnknown || init.signal.aborted) throw error;
      const answer = await (await withSystem())(url, init);
      needSystem.add(url.origin);
      return answer;
    }
  };

  return async (url, init) => {
    // The host's fetch would ask DNS for a name below localhost, which may lead to another machine.
    if (isLoopback(url)) return toLoopback(url, init);
    const network = options.network();
    if (network === 'vscode') return host(url, init);
    // There is no fallback, so the system's authorities are trusted from the start.
    if (network === 'direct') return (await (url.protocol === 'https:' ? withSystem : undici)())(url, init);
    if (options.isProxied(url)) return host(url, init);
    if (needHost.has(url.origin)) {
      try {
        return await host(url, init);
      } catch (error) {
        // The network may have changed, even during the request; the next request starts over.
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
 * Returns the failure to report if neither transport can connect: undici's, which is more precise, unless the host failed
 * at a proxy, or knows the authority that undici does not and found something else wrong.
 */
function moreTelling(first: unknown, second: unknown): unknown {
  if (isProxyFailure(second)) return second;
  if (!(first instanceof TransportFailure && second instanceof TransportFailure)) return first;
  const [ours, theirs] = [first.code ?? '', second.code ?? ''];
  return isUnknownAuthority(ours) && isTlsCode(theirs) && !isUnknownAuthority(theirs) ? second : first;
}

/** Loads undici, which esbuild puts in a separate chunk, and returns a transport that uses it. */
export async function createUndiciTransport(options: UndiciOptions = {}): Promise<Transport> {
  const { buildUndiciTransport } = await import('./undiciTransport.ts');
  return buildUndiciTransport(options);
}
