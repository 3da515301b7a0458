import { createHmac, randomBytes } from 'node:crypto';

/** What goes out with a request: an API key, and further headers for a gateway. */
export interface Credentials {
  apiKey: string | undefined;
  headers: Readonly<Record<string, string>>;
}

/** Returns a new random key for `identify`, in hexadecimal. */
export function createHashKey(): string {
  return randomBytes(32).toString('hex');
}

/**
 * Returns text that identifies credentials without telling them, so that it may be kept: HMAC-SHA-256 in hexadecimal. Under another
 * `hashKey` everything has another identity.
 */
export function identify({ apiKey, headers }: Credentials, hashKey: string): string {
  const sorted = Object.entries(headers).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHmac('sha256', hashKey)
    .update(JSON.stringify([apiKey, sorted]))
    .digest('hex');
}
