import assert from 'node:assert/strict';
import type { OpenPage } from './openPage.ts';
import { answer, frame, own, shows } from './samples.ts';
import { useBrowser } from './useBrowser.ts';

/** Milliseconds of the page's own time from the host's message to the end of the frame that shows it. */
async function open({ page }: OpenPage, message: object): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await spent();
  await page.evaluate(async (data) => {
    window.postMessage(data, '*');
    await new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done))));
  }, message);
  return (await spent()) - before;
}

describe('A chat of many turns', function () {
  this.timeout(120_000);
  const browser = useBrowser();

  it('opens in a time that grows with their number, and no faster', async () => {
    const turns = (count: number) =>
      Array.from({ length: count / 2 }, (_, at) => [own(`u${at}`, 'And?'), answer(`a${at}`)]).flat();
    const took: number[] = [];
    for (const count of [2000, 2000, 10_000]) {
      const page = await browser.open('chat');
      took.push(await open(page, { ...shows(frame(), turns(count)), seq: 1 }));
      assert.equal(await page.page.locator('article').count(), count);
    }
    const [, few = 0, many = 0] = took;
    assert.ok(many < 5 * few * 1.8, `${Math.round(few)} ms for 2,000, ${Math.round(many)} ms for 10,000`);
  });
});
