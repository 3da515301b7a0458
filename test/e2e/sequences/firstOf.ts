import type { Locator } from 'playwright-core';

/** How long the workbench may take to show something, in milliseconds. */
const longestMs = 30_000;

/** Returns which of these shows first; ignores those that never do. */
export async function firstOf<K extends string>(what: string, waits: Record<K, Locator>): Promise<K> {
  const shown = (Object.keys(waits) as K[]).map(async (key) => {
    await waits[key].first().waitFor({ timeout: longestMs });
    return key;
  });
  try {
    return await Promise.any(shown);
  } catch {
    throw new Error(`After ${what} none of these showed: ${Object.keys(waits).join(', ')}.`);
  }
}
