import type { Page } from 'playwright-core';

const address = 'http://feeder.example/';

/** Sends an answer's updates to a page. */
export interface Feeder {
  /** Sends one update after the other, each at its time, and waits until the last one's time is over, too. */
  feed(updates: readonly string[], everyMs: number): Promise<void>;
}

/**
 * A window of another site, and so in its own process, that sends the updates to the page that opened it, like VS Code's frame
 * around a page. There is no network traffic: the browser gets its empty document at once.
 */
export async function openFeeder(page: Page): Promise<Feeder> {
  await page.context().route(address, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  const [feeder] = await Promise.all([
    page.waitForEvent('popup'),
    // Not a tab: the page would be behind it, and stop rendering.
    page.evaluate((url) => void window.open(url, '', 'popup'), address),
  ]);
  await feeder.waitForURL(address);
  // The page's snapshot was the first message.
  let seq = 1;
  return {
    async feed(updates, everyMs) {
      await feeder.evaluate(sayInTime, { updates, everyMs, seq });
      seq += updates.length;
    },
  };
}

/** Runs in the feeder. Keeps to the clock: a late update doesn't slow the answer down. */
async function sayInTime({
  updates,
  everyMs,
  seq,
}: {
  updates: readonly string[];
  everyMs: number;
  seq: number;
}) {
  const startedAt = performance.now();
  for (const [index, text] of updates.entries()) {
    const data = { type: 'append', seq: seq + index + 1, turn: 'a1', text, reasoning: '' };
    window.opener.postMessage(data, '*');
    const waitMs = startedAt + (index + 1) * everyMs - performance.now();
    await new Promise((done) => setTimeout(done, waitMs));
  }
}
