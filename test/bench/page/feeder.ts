import type { Page } from 'playwright-core';

const address = 'http://feeder.example/';

/** Sends the updates of an answer to a page, or of several that stream at once and are the same. */
export interface Feeder {
  /** Sends one update after the other, each at its time, and waits until the last one's time is over, too. */
  feed(updates: readonly string[], everyMs: number): Promise<void>;
}

/**
 * A window of another site, and so in its own process, that sends the updates to the page that opened it, like VS Code's frame
 * around a page. There is no network traffic: the browser gets its empty document at once.
 */
export async function openFeeder(page: Page, turns: readonly string[] = ['a1']): Promise<Feeder> {
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
      await feeder.evaluate(sayInTime, { updates, turns, everyMs, seq });
      seq += updates.length * turns.length;
    },
  };
}

/** Runs in the feeder. Keeps to the clock: a late update doesn't slow the answer down. */
async function sayInTime({
  updates,
  turns,
  everyMs,
  seq,
}: {
  updates: readonly string[];
  turns: readonly string[];
  everyMs: number;
  seq: number;
}) {
  const startedAt = performance.now();
  for (const [index, text] of updates.entries()) {
    for (const [at, turn] of turns.entries()) {
      const data = { type: 'append', seq: seq + index * turns.length + at + 1, turn, text, reasoning: '' };
      window.opener.postMessage(data, '*');
    }
    const waitMs = startedAt + (index + 1) * everyMs - performance.now();
    await new Promise((done) => setTimeout(done, waitMs));
  }
}
