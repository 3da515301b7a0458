import { BlockList, isIP } from 'node:net';
import { isLoopback } from '../../api/config/baseUrl.ts';
import { defined } from '../../base/defined.ts';

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

/**
 * Whether an entry of `http.noProxy` or `NO_PROXY` covers this address: `*`, `acme.example` and `.acme.example` (with all
 * subdomains), `10.0.0.7`, `2001:db8::7`, each with or without a port, or `10.0.0.0/8` for numeric addresses.
 */
function isProxyException(url: URL, entry: string): boolean {
  const { host, port } = readEntry(entry.trim().toLowerCase());
  const ownPort = url.port || (url.protocol === 'https:' ? '443' : '80');
  if (host === '' || (port !== undefined && port !== ownPort)) return false;
  if (host === '*') return true;
  const ownHost = url.hostname.replace(/^\[|\]$|\.$/gu, '');
  if (isIP(ownHost) !== 0) return isSameAddress(ownHost, host);
  const domain = host.replace(/^\*?\./u, '').replace(/\.$/u, '');
  return ownHost === domain || ownHost.endsWith(`.${domain}`);
}

function readEntry(entry: string): { host: string; port: string | undefined } {
  // More than one colon: an IPv6 address, which has a port only after brackets.
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d+))?$/u.exec(entry) ?? [];
  return { host: bracketed ?? plain ?? entry, port };
}

function isSameAddress(address: string, entry: string): boolean {
  const [, network = '', bits] = /^(.+?)(?:\/(\d{1,3}))?$/u.exec(entry) ?? [];
  const version = isIP(network);
  if (version === 0 || version !== isIP(address)) return false;
  const size = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? size : Number(bits);
  if (prefix > size) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, prefix, family);
  return list.check(address, family);
}
