import { type OpenPage, openPage } from '../../page/openPage.ts';
import { startPageServer } from '../../page/pageServer.ts';
import { serveRun } from '../../page/runHost.ts';
import { runState } from '../../page/runSamples.ts';
import { launchBrowser } from '../../workbench/browser.ts';
import { type MainThreadWork, watchMainThread } from './mainThread.ts';

/** Scrolls through runs of many prompts, whose rows come by messages as from the host. */
export interface Scroller extends AsyncDisposable {
  /** From the first row of so many to the last one, in so many frames. `inPage` may go on with the page. */
  scroll(
    rows: number,
    frames: number,
    inPage?: (open: OpenPage) => Promise<void>,
  ): Promise<{ work: MainThreadWork; steps: number }>;
}

export async function startScroller(): Promise<Scroller> {
  await using stack = new AsyncDisposableStack();
  const server = await startPageServer();
  stack.defer(() => server.close());
  const browser = await launchBrowser();
  stack.defer(() => browser.close());
  const kept = stack.move();
  return {
    async scroll(rows, frames, inPage) {
      await using open = await openPage(browser, server, 'run', { width: 1280, height: 900 });
      await serveRun(open, { state: runState({ prompts: rows }), rows });
      const scrolling = await watchMainThread(open.page);
      const { steps, most } = await open.page.evaluate(scrollThrough, frames);
      const work = await scrolling.stop();
      if (most > 100) throw new Error(`${most} rows were in the page at once.`);
      if (!(await open.page.getByText(`Question ${rows}`, { exact: true }).isVisible()))
        throw new Error('The last row is not in sight.');
      await inPage?.(open);
      return { work, steps };
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

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
