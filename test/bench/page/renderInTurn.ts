import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../workbench/browser.ts';
import { openFeeder } from './feeder.ts';
import { type MainThreadWork, watchMainThread } from './mainThread.ts';
import type { Renderer } from './renderers.ts';
import { updateEveryMs } from './sampleAnswer.ts';

/** The number of updates that one page gets before it is the next one's turn: about a second of the answer. */
const updatesATurn = 32;

/** A contender's way to render an answer. */
export interface Way {
  open: (browser: Browser) => Promise<Renderer>;
  /** The number of updates that it gets as one; a divisor of `updatesATurn`. */
  nth: number;
  /** The answers that stream at once, by their turns' ids. */
  turns?: readonly string[];
}

export interface Rendered extends MainThreadWork {
  /** The number of updates in which the answer came. */
  updates: number;
  /** The number of elements for each selector at the end. */
  counts: number[];
}

interface Contender extends AsyncDisposable {
  feed(updates: readonly string[]): Promise<void>;
  finish(): Promise<Rendered>;
}

/**
 * Renders an answer in each way, each in its own Chromium and in real time; a second of it in one, then in the next, so that
 * anything else that slows the machine down affects all alike.
 */
export async function renderInTurn<Name extends string>(
  ways: Record<Name, Way>,
  updates: readonly string[],
  selectors: readonly string[],
): Promise<Record<Name, Rendered>> {
  await using stack = new AsyncDisposableStack();
  const names = Object.keys(ways) as Name[];
  const contenders = new Map<Name, Contender>();
  for (const name of names) contenders.set(name, stack.use(await start(ways[name], selectors)));
  for (let at = 0; at < updates.length; at += updatesATurn) {
    for (const contender of contenders.values()) await contender.feed(updates.slice(at, at + updatesATurn));
  }
  const results: Partial<Record<Name, Rendered>> = {};
  for (const [name, contender] of contenders) results[name] = await contender.finish();
  return results as Record<Name, Rendered>;
}

async function start({ open, nth, turns }: Way, selectors: readonly string[]): Promise<Contender> {
  await using stack = new AsyncDisposableStack();
  const browser = await launchBrowser();
  stack.defer(() => browser.close());
  const { page, answer } = stack.use(await open(browser));
  const feeder = await openFeeder(page, turns);
  const work = await watchMainThread(page);
  let count = 0;
  const kept = stack.move();
  return {
    async feed(updates) {
      const joined = joinEvery(updates, nth);
      count += joined.length;
      await feeder.feed(joined, updateEveryMs * nth);
    },
    async finish() {
      const done = await work.stop();
      return { ...done, updates: count, counts: await page.evaluate(countElements, { answer, selectors }) };
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

function joinEvery(updates: readonly string[], count: number): string[] {
  return Array.from({ length: Math.ceil(updates.length / count) }, (_, at) =>
    updates.slice(at * count, (at + 1) * count).join(''),
  );
}

/** Runs in the page. */
function countElements({ answer, selectors }: { answer: string; selectors: readonly string[] }): number[] {
  return selectors.map((part) => document.querySelectorAll(`:is(${answer}) :is(${part})`).length);
}
