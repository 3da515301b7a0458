import type { Page } from 'playwright-core';
import { launchBrowser } from '../../workbench/browser.ts';
import { type Figure, ms } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { openFeeder } from './feeder.ts';
import { openOurs } from './renderers.ts';
import { cutIntoUpdates, sampleAnswer, updateEveryMs } from './sampleAnswer.ts';

const before = 100 * 1024;
const keys = 200;
const keyEveryMs = 83;

/** Typing a message while an answer streams into a chat that has 100 KB of it already, and while nothing does. */
export const typing: Measurement = {
  name: 'typing',
  title: 'Typing in the composer beside a chat of 100 KB that streams, time from key to frame in Chromium',
  needs: ['build', 'browser'],
  async measure() {
    await using stack = new AsyncDisposableStack();
    const browser = await launchBrowser();
    stack.defer(() => browser.close());
    const { page } = stack.use(await openOurs(browser));
    const feeder = await openFeeder(page);
    const text = sampleAnswer(before + 2 * keys * keyEveryMs * 2);
    for (const update of [text.slice(0, before / 2), text.slice(before / 2, before)])
      await feeder.feed([update], 1000);
    const still = await typeKeys(page);
    const updates = cutIntoUpdates(text.slice(before)).slice(
      0,
      Math.ceil((keys * keyEveryMs) / updateEveryMs),
    );
    const [streaming] = await Promise.all([typeKeys(page), feeder.feed(updates, updateEveryMs)]);
    return [...figures('nothing streams', still), ...figures('streaming', streaming)];
  },
};

function figures(name: string, times: readonly number[]): Figure[] {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  return [ms(`${name}, median`, at(0.5)), ms(`${name}, 95th percentile`, at(0.95))];
}

/** Types at the pace of a quick typist. Returns how long each key took, from its event to the end of the frame that shows it. */
async function typeKeys(page: Page): Promise<number[]> {
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('');
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { keyTimes: times });
    const { port1, port2 } = new MessageChannel();
    let waiting: number[] = [];
    port1.onmessage = () => {
      const now = performance.now();
      times.push(...waiting.map((at) => now - at));
      waiting = [];
    };
    document.addEventListener('keydown', ({ timeStamp }) => {
      // What is posted from a frame's callback comes once the frame is laid out and painted.
      requestAnimationFrame(() => {
        waiting.push(timeStamp);
        port2.postMessage(undefined);
      });
    });
  });
  const startedAt = performance.now();
  for (let key = 1; key <= keys; key += 1) {
    await page.keyboard.press('abcdefgh '[key % 9] ?? 'a');
    const waitMs = startedAt + key * keyEveryMs - performance.now();
    await new Promise((done) => setTimeout(done, waitMs));
  }
  const typed = await page.evaluate(() => (window as { keyTimes?: number[] }).keyTimes ?? []);
  const shown = await box.inputValue();
  if (shown.length !== keys) throw new Error(`${shown.length} of ${keys} letters are there.`);
  return typed;
}
