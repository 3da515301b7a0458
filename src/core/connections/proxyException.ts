import { BlockList, isIP } from 'node:net';

/**
 * Whether an entry of `http.noProxy` or `NO_PROXY` covers this address: `*`, `acme.example` and `.acme.example` (with all
 * subdomains), `10.0.0.7`, `2001:db8::7`, each with or without a port, or `10.0.0.0/8` for numeric addresses.
 */
export function isProxyException(url: URL, entry: string): boolean {
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
