import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../workbench/browser.ts';
import { buildProduction } from '../harness/buildProduction.ts';
import type { Figure } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { feedAnswer } from './feedAnswer.ts';
import { type MainThreadWork, watchMainThread } from './mainThread.ts';
import { openMarked, openNothing, openOurs, openStreamdown, type Renderer } from './renderers.ts';
import { cutIntoUpdates, sampleAnswer, updateEveryMs } from './sampleAnswer.ts';

const characters = 120 * 1024;
// The whole text for every update is more than this way can do in the time; its cost grows evenly with the text.
const everyNth = 4;

interface Rendered extends MainThreadWork {
  /** How many headings, items, cells and blocks of code are there at the end. */
  parts: number[];
}

/**
 * An answer of 120 KB as it comes at 500 tokens a second, each way in a Chromium of its own. The updates are those of real time,
 * each in a frame of its own, with half the pause between them. What the bringing of the updates costs, a page that shows nothing
 * tells; it is nobody's rendering, and taken off.
 */
export const answerRendering: Measurement = {
  name: 'answer',
  title: 'An answer of 120 KB in the updates of 500 tokens/s, main thread’s own time in Chromium',
  async measure() {
    await buildProduction();
    const updates = cutIntoUpdates(sampleAnswer(characters));
    const nothing = await render(openNothing, updates, 1);
    const ours = await render(openOurs, updates, 1);
    const streamdown = await render(openStreamdown, updates, 1);
    const marked = await render(openMarked, updates, everyNth);
    assertAlike({ ours, streamdown, marked });
    const oursMs = ours.scriptMs - nothing.scriptMs;
    const streamdownMs = streamdown.scriptMs - nothing.scriptMs;
    const wholeText = marked.scriptMs * everyNth - nothing.scriptMs;
    return [
      ms('the updates alone, script', nothing.scriptMs),
      ms('ours, script', oursMs),
      ms('ours, layout and style', ours.layoutMs),
      ms('ours, all of the main thread', ours.taskMs),
      ms('ours, longest task', ours.longestTaskMs),
      ms('streamdown, script', streamdownMs),
      ms('streamdown, layout and style', streamdown.layoutMs),
      ms('streamdown, all of the main thread', streamdown.taskMs),
      ms('streamdown, longest task', streamdown.longestTaskMs),
      ms(`marked on the whole text, script (every ${everyNth}th update, × ${everyNth})`, wholeText),
      ms('marked on the whole text, longest task', marked.longestTaskMs),
      times('streamdown / ours, script', streamdownMs / oursMs),
      times('streamdown / ours, all of the main thread', streamdown.taskMs / ours.taskMs),
      times('marked on the whole text / ours, script', wholeText / oursMs),
    ];
  },
};

const ms = (name: string, value: number): Figure => ({ name, unit: 'ms', value });
const times = (name: string, value: number): Figure => ({ name, unit: '×', value });

async function render(
  open: (browser: Browser) => Promise<Renderer>,
  updates: readonly string[],
  nth: number,
): Promise<Rendered> {
  await using stack = new AsyncDisposableStack();
  const browser = await launchBrowser();
  stack.defer(() => browser.close());
  const { page, answer } = stack.use(await open(browser));
  const work = await watchMainThread(page);
  await page.evaluate(feedAnswer, { updates: joinEvery(updates, nth), everyMs: (updateEveryMs / 2) * nth });
  return { ...(await work.stop()), parts: await page.evaluate(countParts, answer) };
}

function joinEvery(updates: readonly string[], count: number): string[] {
  return Array.from({ length: Math.ceil(updates.length / count) }, (_, at) =>
    updates.slice(at * count, (at + 1) * count).join(''),
  );
}

/** Runs in the page. */
function countParts(answer: string): number[] {
  return ['h1, h2, h3, h4', 'li', 'td', 'pre'].map(
    (part) => document.querySelectorAll(`:is(${answer}) :is(${part})`).length,
  );
}

/** Who leaves something out is no faster for it. */
function assertAlike(all: Record<string, Rendered>): void {
  const counts = Object.entries(all).map(([name, { parts }]) => `${name}: ${parts.join(' ')}`);
  const shapes = new Set(Object.values(all).map(({ parts }) => parts.join(' ')));
  if (shapes.size > 1 || shapes.has('0 0 0 0'))
    throw new Error(`The pages show different answers: ${counts.join(', ')}.`);
}
