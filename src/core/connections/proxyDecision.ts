import { isLoopback } from '../../api/config/baseUrl.ts';
import { defined } from '../defined.ts';
import { isProxyException } from './proxyException.ts';

/** What VS Code's settings and the environment say about proxies. */
export interface ProxySettings {
  /** VS Code's `http.proxy`. */
  proxy: string | undefined;
  /** VS Code's `http.noProxy`. */
  noProxy: readonly string[];
  /** VS Code's `http.proxySupport`; `off` leaves no proxy at all. */
  proxySupport: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
}

/** Whether a proxy is configured for an address, and where. */
export interface ProxyDecision {
  isProxied: boolean;
  /** `off`: by `http.proxySupport`; `none`: no proxy is configured; `exception`: one is, but not for this address. */
  reason: 'off' | 'loopback' | 'none' | 'exception' | 'setting' | 'environment';
  /** Host and port of the configured proxy, without any user name and password. */
  proxy?: string;
  /** The proxy itself is reached over TLS. */
  isEncrypted?: boolean;
  /** The environment variable that decided, such as `HTTPS_PROXY` or `no_proxy`. */
  variable?: string;
}

/**
 * Decides as VS Code's own `fetch` does (its proxy-agent, `createProxyResolver`): loopback never goes through a proxy, the
 * setting comes before the environment, and any variable counts for any scheme. Differences do no harm: a proxied request
 * goes through `fetch`, which decides again, and one that can't connect directly falls back to it.
 */
export function proxyDecision(url: URL, settings: ProxySettings): ProxyDecision {
  if (isLoopback(url)) return { isProxied: false, reason: 'loopback' };
  if (settings.proxySupport === 'off') return { isProxied: false, reason: 'off' };
  const found = configuredProxy(settings);
  if (found === undefined) return { isProxied: false, reason: 'none' };
  const { variable, ...proxy } = found;
  const exceptions = configuredExceptions(settings);
  if (exceptions.entries.some((entry) => isProxyException(url, entry))) {
    return { isProxied: false, reason: 'exception', ...proxy, ...defined({ variable: exceptions.variable }) };
  }
  const reason = variable === undefined ? 'setting' : 'environment';
  return { isProxied: true, reason, ...proxy, ...defined({ variable }) };
}

// VS Code uses the first of these that is set, for both http: and https:. It leaves ALL_PROXY to the system's settings.
const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'];

type Configured = Pick<ProxyDecision, 'proxy' | 'isEncrypted' | 'variable'>;

function configuredProxy({ proxy, env }: ProxySettings): Configured | undefined {
  const fromSetting = readProxy(proxy);
  if (fromSetting !== undefined) return fromSetting;
  const variable = proxyVariables.find((name) => env[name]);
  const fromEnv = variable === undefined ? undefined : readProxy(env[variable]);
  return fromEnv && { ...fromEnv, ...defined({ variable }) };
}

// As in VS Code, entries in the setting override the environment's.
function configuredExceptions({ noProxy, env }: ProxySettings) {
  if (noProxy.length > 0) return { entries: noProxy, variable: undefined };
  const variable = ['no_proxy', 'NO_PROXY'].find((name) => env[name]);
  return { entries: env[variable ?? '']?.split(/[\s,]+/u) ?? [], variable };
}

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** Returns `undefined` for what VS Code does not accept as a proxy, such as `proxy:3128`. */
function readProxy(text: string | undefined): Configured | undefined {
  const found = /^(https?|socks(?:4a?|5h?)?):\/\/(.*)$/iu.exec(text?.trim() ?? '');
  if (found === null) return undefined;
  const [, scheme = '', rest = ''] = found;
  // If the password has a `#` or `/`, `URL` would read the user name as the host. An unknown scheme keeps every port.
  const url = URL.parse(`proxy://${rest.slice(rest.lastIndexOf('@') + 1)}`);
  if (url === null || url.hostname === '') return {};
  const port = url.port || (defaultPorts[scheme.toLowerCase()] ?? '1080');
  const isEncrypted = scheme.toLowerCase() === 'https';
  return { proxy: `${url.hostname.toLowerCase()}:${port}`, ...(isEncrypted && { isEncrypted }) };
}
