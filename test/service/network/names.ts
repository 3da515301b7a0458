import dns from 'node:dns';
import { isIP } from 'node:net';

/**
 * Lets names that end in `suffix` lead to this machine, for this process, until the function that it gives is called. A
 * name of loopback itself would be of no use: those have rules of their own.
 */
export function leadHere(suffix: string): () => void {
  const own = dns.lookup;
  const lookup = (name: string, ...rest: unknown[]): unknown =>
    Reflect.apply(own, dns, [isIP(name) === 0 && name.endsWith(suffix) ? '127.0.0.1' : name, ...rest]);
  Object.assign(dns, { lookup });
  return () => void Object.assign(dns, { lookup: own });
}
