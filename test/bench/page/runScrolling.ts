import { ms } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { type MainThreadWork, watchMainThread } from './mainThread.ts';
import { startScroller } from './scroller.ts';

const count = 200_000;
/** From the first row to the last one, a step per frame. */
const frames = 400;
/** How often the list changes then, as while a run goes on. */
const changes = 20;

/** Scrolls through a run of 200,000 prompts, and lets its list change. */
export const runScrolling: Measurement = {
  name: 'run',
  title: 'A run of 200,000 prompts, main thread’s own time in Chromium',
  needs: ['build', 'browser'],
  async measure() {
    await using scroller = await startScroller();
    let changed: MainThreadWork | undefined;
    const { work, steps } = await scroller.scroll(count, frames, async ({ page }) => {
      const changing = await watchMainThread(page);
      await page.evaluate(changeList, changes);
      changed = await changing.stop();
    });
    return [
      ms('scrolled through, longest task', work.longestTaskMs),
      ms('scrolled through, script per frame', work.scriptMs / steps),
      ms('scrolled through, layout and style per frame', work.layoutMs / steps),
      ms('a list that changes, longest task', changed?.longestTaskMs ?? Number.NaN),
    ];
  },
};

/** Runs in the page. */
async function changeList(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    window.served.rows = Number(window.served.rows) + 1;
    window.sayList();
    for (let rest = 0; rest < 5; rest += 1) await new Promise((done) => requestAnimationFrame(done));
  }
}
