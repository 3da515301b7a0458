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

/** Whether a proxy is configured for this address. Loopback never goes through one. */
export function isProxied(url: URL, { proxy, noProxy, proxySupport, env }: ProxySettings): boolean {
  if (proxySupport === 'off' || isLoopbackHost(url.hostname)) return false;
  const variables = url.protocol === 'https:' ? ['https_proxy', 'all_proxy'] : ['http_proxy', 'all_proxy'];
  const fromEnv = variables.map((name) => env[name] || env[name.toUpperCase()]).find((value) => value);
  if (!proxy && !fromEnv) return false;
  const exceptions = [...noProxy, ...(env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(/[\s,]+/u)];
  return !exceptions.some((exception) => isException(url, exception.trim().toLowerCase()));
}

function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/u.test(hostname)
  );
}

/** `*`, `acme.example` and `.acme.example` (with all below them), each with or without a port. */
function isException(url: URL, exception: string): boolean {
  if (exception === '') return false;
  if (exception === '*') return true;
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/u.exec(exception) ?? [];
  const ownPort = url.port || (url.protocol === 'https:' ? '443' : '80');
  if (port !== undefined && port !== ownPort) return false;
  const domain = host.replace(/^\*?\./u, '');
  return url.hostname === domain || url.hostname.endsWith(`.${domain}`);
}
