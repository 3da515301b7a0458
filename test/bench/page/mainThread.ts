import type { Browser, CDPSession, Page } from 'playwright-core';

export interface MainThreadWork {
  /** Milliseconds of the thread's own time, so that waiting for a busy machine doesn't count. */
  scriptMs: number;
  layoutMs: number;
  /** The number of layouts: at most one for each change of the page, fewer if changes came together. */
  layouts: number;
  /** Everything that it did: script, layout, painting and the browser's own work. */
  taskMs: number;
  longestTaskMs: number;
}

/** Measures what the page's main thread does until `stop`. No other page of its browser may be at work. */
export async function watchMainThread(page: Page): Promise<{ stop(): Promise<MainThreadWork> }> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser.');
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await readMetrics(client);
  // Only the tasks: each further category costs the page time.
  await browser.startTracing(page, { categories: ['toplevel'] });
  return {
    async stop() {
      const after = await readMetrics(client);
      const longestTaskMs = await stopTracing(browser);
      const spent = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000;
      return {
        scriptMs: spent('ScriptDuration'),
        layoutMs: spent('LayoutDuration') + spent('RecalcStyleDuration'),
        layouts: (after.get('LayoutCount') ?? 0) - (before.get('LayoutCount') ?? 0),
        taskMs: spent('TaskDuration'),
        longestTaskMs,
      };
    },
  };
}

/** CDP's `Performance.getMetrics` by name, in seconds and bytes. */
export async function readMetrics(client: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await client.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

interface TraceEvent {
  name: string;
  ph: string;
  /** Duration in microseconds, and how much of it the thread worked. */
  dur?: number;
  tdur?: number;
  pid: number;
  tid: number;
  args?: { name?: string };
}

/** Returns the longest task of a renderer's main thread, in milliseconds. */
async function stopTracing(browser: Browser): Promise<number> {
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const { traceEvents } = trace;
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && /RunTask$/.test(name) && mains.has(`${pid}/${tid}`),
  );
  // A trace without tasks would look like a page without long ones.
  if (tasks.length === 0) throw new Error('The trace has no task of a page.');
  return tasks.reduce((longest, { dur = 0, tdur = dur }) => Math.max(longest, tdur / 1000), 0);
}
