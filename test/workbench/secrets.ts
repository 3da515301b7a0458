import type { BrowserContext } from 'playwright-core';

/**
 * The browser workbench seals secrets with a key minted at the address in this cookie (the server's own one forgets it
 * on reload). The key must be the same each time; it is worthless outside a test's browser profile.
 */
export async function keepSecrets(context: BrowserContext, origin: string): Promise<void> {
  await context.addCookies([{ name: 'vscode-secret-key-path', value: '/mint-key', url: origin }]);
  const key = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37 + 11) % 256));
  await context.route('**/mint-key', (route) => route.fulfill({ status: 200, body: key }));
}
