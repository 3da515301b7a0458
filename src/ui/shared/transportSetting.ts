import * as v from 'valibot';
import type { Network, Transport } from '../../api/index.ts';
import { lazy } from '../../base/lazy.ts';
import { type ProxyDecision, proxyDecision } from '../../core/connections/proxyDecision.ts';
import { parsed } from './parsed.ts';
import { Setting, userSetting } from './settings.ts';

export const transportSetting = new Setting<Network>(
  'transport',
  v.fallback(v.picklist(['auto', 'direct', 'vscode']), 'auto'),
);

type Environment = Readonly<Record<string, string | undefined>>;

/** The transport chosen in the settings; a change applies from the next request. */
export function chosenTransport(env: Environment): Transport {
  const isProxied = (url: URL) => describeProxy(url, env).isProxied;
  const network = () => transportSetting.value;
  const transport = lazy(async () =>
    (await import('../../api/index.ts')).createAutoTransport({ network, isProxied }),
  );
  return async (url, init) => (await transport())(url, init);
}

/** Whether VS Code's settings or the environment name a proxy for this address, and which; read on each call. */
export function describeProxy(url: URL, env: Environment): ProxyDecision {
  const text = (key: string) => parsed(v.string(), userSetting('http', key));
  const entries = userSetting('http', 'noProxy');
  const noProxy = Array.isArray(entries) ? entries.filter((one) => typeof one === 'string') : [];
  return proxyDecision(url, { proxy: text('proxy'), proxySupport: text('proxySupport'), noProxy, env });
}
