import type { LookupFunction } from 'node:net';
import type { HostAddress } from '../types.ts';

/** Where names of this machine lead. Most local servers listen on the first, whose error is also the one that is reported. */
export const loopbackAddresses: readonly HostAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * A `lookup` for names of this machine that asks neither DNS nor the hosts file, as RFC 6761 (6.3) wants and browsers do: those
 * may lead elsewhere, with a key that is sent unencrypted. The socket has to take a list, as with `autoSelectFamily`.
 */
export const loopbackLookup: LookupFunction = (_name, _options, found) => found(null, [...loopbackAddresses]);
