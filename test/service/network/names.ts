import dns from 'node:dns';
import { isIP } from 'node:net';

/**
 * Makes names that end in `suffix` resolve to this machine, in this process, until the returned function is called. Names
 * of loopback itself would be no use: they have rules of their own.
 */
export function leadHere(suffix: string): () => void {
  return leadTo('127.0.0.1', (name) => name.endsWith(suffix));
}

/** The same for other names and another address, as a hosts file or DNS may have it. */
export function leadTo(address: string, isMeant: (name: string) => boolean): () => void {
  const own = dns.lookup;
  const lookup = (name: string, ...rest: unknown[]): unknown =>
    Reflect.apply(own, dns, [isIP(name) === 0 && isMeant(name) ? address : name, ...rest]);
  Object.assign(dns, { lookup });
  return () => void Object.assign(dns, { lookup: own });
}

/** Makes names that end in `suffix` unknown at once: the machine's own lookup may wait for a name server that doesn't answer. */
export function leadNowhere(suffix: string): () => void {
  const own = dns.lookup;
  const lookup = (name: string, ...rest: unknown[]): unknown => {
    const done = rest.at(-1);
    if (!name.endsWith(suffix) || typeof done !== 'function') return Reflect.apply(own, dns, [name, ...rest]);
    const facts = { code: 'ENOTFOUND', errno: -3008, syscall: 'getaddrinfo', hostname: name };
    return process.nextTick(done, Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), facts));
  };
  Object.assign(dns, { lookup });
  return () => void Object.assign(dns, { lookup: own });
}
