import * as v from 'valibot';
import type { Network, Transport } from '../../api/index.ts';
import { type ProxyDecision, proxyDecision } from '../../core/connections/proxyDecision.ts';
import { lazy } from './lazy.ts';
import { Setting, userSetting } from './settings.ts';

export const transportSetting = new Setting<Network>(
  'transport',
  v.fallback(v.picklist(['auto', 'direct', 'vscode']), 'auto'),
);

type Environment = Readonly<Record<string, string | undefined>>;

/** The transport chosen in the settings; a change applies from the next request. */
export function chosenTransport(env: Environment): Transport {
  const isProxied = (url: URL) => describeProxy(url, env).isProxied;
  const transport = lazy(async () =>
    (await import('../../api/index.ts')).createAutoTransport({
      network: () => transportSetting.value,
      isProxied,
    }),
  );
  return async (url, init) => (await transport())(url, init);
}

/** Whether VS Code's settings or the environment name a proxy for this address, and which; read on each call. */
export function describeProxy(url: URL, env: Environment): ProxyDecision {
  const proxy = userSetting('http', 'proxy');
  const noProxy = userSetting('http', 'noProxy');
  const proxySupport = userSetting('http', 'proxySupport');
  return proxyDecision(url, {
    proxy: typeof proxy === 'string' ? proxy : undefined,
    noProxy: Array.isArray(noProxy) ? noProxy.filter((one) => typeof one === 'string') : [],
    proxySupport: typeof proxySupport === 'string' ? proxySupport : undefined,
    env,
  });
}
