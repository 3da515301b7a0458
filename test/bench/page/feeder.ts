import type { Page } from 'playwright-core';

const address = 'http://feeder.example/';

/**
 * A window of another site, and so in a process of its own, which says an answer's updates to the page that opened it: what VS
 * Code's frame around a page does. Nothing is sent: the browser is given its empty document at once.
 */
export async function openFeeder(page: Page): Promise<Page> {
  await page.context().route(address, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  const [feeder] = await Promise.all([
    page.waitForEvent('popup'),
    // Not a tab: the page would be behind it, and rest.
    page.evaluate((url) => void window.open(url, '', 'popup'), address),
  ]);
  await feeder.waitForURL(address);
  return feeder;
}

/** Says one update after the other, each at its time, and waits for the last to be shown. */
export async function feedAnswer(feeder: Page, updates: readonly string[], everyMs: number): Promise<void> {
  await feeder.evaluate(sayInTime, { updates, everyMs });
}

/** Runs in the feeder. By the clock: a late update doesn't make the answer slower. */
async function sayInTime({ updates, everyMs }: { updates: readonly string[]; everyMs: number }) {
  const startedAt = performance.now();
  for (const [index, text] of updates.entries()) {
    const data = { type: 'append', seq: index + 2, turn: 'a1', text, reasoning: '' };
    window.opener.postMessage(data, '*');
    const waitMs = startedAt + (index + 1) * everyMs - performance.now();
    await new Promise((done) => setTimeout(done, waitMs));
  }
}
