import { hostOf } from '../connections/connection.ts';

/** True if a link's `host`, with or without the usual port, is that of a connection. A link can't name more of an address. */
export function isHostOf(host: string, baseUrl: string): boolean {
  if (/[\s/\\?#@]/u.test(host)) return false;
  const { protocol } = new URL(baseUrl);
  return URL.parse(`${protocol}//${host}`)?.host === hostOf(baseUrl);
}
