import { openPage } from '../../page/openPage.ts';
import { startPageServer } from '../../page/pageServer.ts';
import { serveRun } from '../../page/runHost.ts';
import { runState } from '../../page/runSamples.ts';
import { launchBrowser } from '../../workbench/browser.ts';
import { ms } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { watchMainThread } from './mainThread.ts';

const count = 200_000;
/** From the first row to the last one, a step per frame. */
const frames = 400;
/** How often the list changes then, as while a run goes on. */
const changes = 20;

/** Scrolls through a run of 200,000 prompts, whose rows come by messages as from the host, and lets its list change. */
export const runScrolling: Measurement = {
  name: 'run',
  title: 'A run of 200,000 prompts, main thread’s own time in Chromium',
  needs: ['build', 'browser'],
  async measure() {
    await using stack = new AsyncDisposableStack();
    const server = await startPageServer();
    stack.defer(() => server.close());
    const browser = await launchBrowser();
    stack.defer(() => browser.close());
    const open = stack.use(await openPage(browser, server, 'run', { width: 1280, height: 900 }));
    await serveRun(open, { state: runState({ prompts: count }), rows: count });

    const scrolling = await watchMainThread(open.page);
    const { steps, most } = await open.page.evaluate(scrollThrough, frames);
    const scrolled = await scrolling.stop();
    if (most > 100) throw new Error(`${most} rows were in the page at once.`);
    if (!(await open.page.getByText(`Question ${count}`, { exact: true }).isVisible()))
      throw new Error('The last row is not in sight.');

    const changing = await watchMainThread(open.page);
    await open.page.evaluate(changeList, changes);
    const changed = await changing.stop();
    return [
      ms('scrolled through, longest task', scrolled.longestTaskMs),
      ms('scrolled through, script per frame', scrolled.scriptMs / steps),
      ms('scrolled through, layout and style per frame', scrolled.layoutMs / steps),
      ms('a list that changes, longest task', changed.longestTaskMs),
    ];
  },
};

/** Runs in the page. Returns the frames that it took, and the most rows that were in the page at once. */
async function scrollThrough(steps: number): Promise<{ steps: number; most: number }> {
  const end = document.documentElement.scrollHeight;
  let most = 0;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let step = 1; step <= steps; step += 1) {
    scrollTo({ top: (end * step) / steps });
    await frame();
    most = Math.max(most, document.getElementsByClassName('result').length);
  }
  // The last rows are still on their way.
  for (let rest = 0; rest < 10; rest += 1) await frame();
  return { steps, most };
}

/** Runs in the page. */
async function changeList(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    window.served.rows = Number(window.served.rows) + 1;
    window.sayList();
    for (let rest = 0; rest < 5; rest += 1) await new Promise((done) => requestAnimationFrame(done));
  }
}
