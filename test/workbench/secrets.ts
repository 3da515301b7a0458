import type { BrowserContext } from 'playwright-core';

/**
 * The browser workbench seals secrets with a key that it requests at this address, which the server answers only as part of
 * code-server. The key must be the same each time; it is worthless outside a test's browser profile. The page answers itself,
 * because a route of playwright's would need the network events that `quickMessages.ts` switches off.
 */
export async function keepSecrets(context: BrowserContext): Promise<void> {
  const key = Array.from({ length: 32 }, (_, index) => (index * 37 + 11) % 256);
  await context.addInitScript((bytes) => {
    const request = window.fetch;
    window.fetch = async (input, init) =>
      input === '/mint-key' ? new Response(new Uint8Array(bytes)) : request(input, init);
  }, key);
}
