import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../workbench/browser.ts';
import { buildProduction } from '../harness/buildProduction.ts';
import type { Figure } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { feedAnswer, openFeeder } from './feeder.ts';
import { type MainThreadWork, watchMainThread } from './mainThread.ts';
import {
  openMarked,
  openMarkedInFull,
  openOurs,
  openQuiet,
  openStreamdown,
  type Renderer,
} from './renderers.ts';
import { cutIntoUpdates, sampleAnswer, updateEveryMs } from './sampleAnswer.ts';

const characters = 120 * 1024;
// The whole text for every update is more than these ways can do in the time; their cost grows evenly with the text.
const everyNth = 8;
const everyNthInFull = 32;

interface Rendered extends MainThreadWork {
  /** How many of `parts`, and of `marks`, are there at the end. */
  parts: readonly number[];
  marks: readonly number[];
}

const parts = ['h1, h2, h3, h4', 'li', 'td', 'pre'];
const marks = ['math', 'pre [class^="hljs-"]'];

/**
 * An answer of 120 KB as it comes at 500 tokens a second, each way in a Chromium of its own, in real time. What the bringing of
 * the updates costs, a page that shows nothing tells; it is nobody's rendering, and taken off.
 */
export const answerRendering: Measurement = {
  name: 'answer',
  title: 'An answer of 120 KB in the updates of 500 tokens/s, main thread’s own time in Chromium',
  async measure() {
    await buildProduction();
    const updates = cutIntoUpdates(sampleAnswer(characters));
    const quiet = await render(openQuiet, updates, 1);
    const ours = await renderAll(openOurs, updates);
    const streamdown = await renderAll(openStreamdown, updates);
    const marked = await renderAll(openMarked, updates, everyNth);
    const inFull = await renderAll(openMarkedInFull, updates, everyNthInFull);
    assertAlike('parts', { ours, streamdown, marked, inFull });
    assertAlike('marks', { ours, inFull });
    const script = (way: Rendered, nth = 1) => way.scriptMs * nth - quiet.scriptMs;
    return [
      ms('the updates alone, script', quiet.scriptMs),
      ms('ours, script', script(ours)),
      ms('ours, layout and style', ours.layoutMs),
      ms('ours, all of the main thread', ours.taskMs),
      ms('ours, longest task', ours.longestTaskMs),
      ms('streamdown, script', script(streamdown)),
      ms('streamdown, layout and style', streamdown.layoutMs),
      ms('streamdown, all of the main thread', streamdown.taskMs),
      ms('streamdown, longest task', streamdown.longestTaskMs),
      ms(
        `marked on the whole text, script (every ${everyNth}th update, × ${everyNth})`,
        script(marked, everyNth),
      ),
      ms('marked on the whole text, longest task', marked.longestTaskMs),
      ms(
        `the same with colours and formulas, script (every ${everyNthInFull}nd update, × ${everyNthInFull})`,
        script(inFull, everyNthInFull),
      ),
      times('streamdown / ours, script', script(streamdown) / script(ours)),
      times('streamdown / ours, all of the main thread', streamdown.taskMs / ours.taskMs),
      times('marked on the whole text / ours, script', script(marked, everyNth) / script(ours)),
      times(
        'the same with colours and formulas / ours, script',
        script(inFull, everyNthInFull) / script(ours),
      ),
    ];
  },
};

const ms = (name: string, value: number): Figure => ({ name, unit: 'ms', value });
const times = (name: string, value: number): Figure => ({ name, unit: '×', value });

/** With each update shown before the next one comes: nobody saves work by being late. */
async function renderAll(open: Open, updates: readonly string[], nth = 1): Promise<Rendered> {
  const rendered = await render(open, updates, nth);
  const count = Math.ceil(updates.length / nth);
  if (rendered.layouts < count * 0.98)
    throw new Error(
      `${open.name}: of ${count} updates, ${rendered.layouts} were shown. The machine is busy.`,
    );
  return rendered;
}

type Open = (browser: Browser) => Promise<Renderer>;

async function render(open: Open, updates: readonly string[], nth: number): Promise<Rendered> {
  await using stack = new AsyncDisposableStack();
  const browser = await launchBrowser();
  stack.defer(() => browser.close());
  const { page, answer } = stack.use(await open(browser));
  const feeder = await openFeeder(page);
  const work = await watchMainThread(page);
  await feedAnswer(feeder, joinEvery(updates, nth), updateEveryMs * nth);
  const done = await work.stop();
  const count = (selectors: readonly string[]) => page.evaluate(countParts, { answer, selectors });
  return { ...done, parts: await count(parts), marks: await count(marks) };
}

function joinEvery(updates: readonly string[], count: number): string[] {
  return Array.from({ length: Math.ceil(updates.length / count) }, (_, at) =>
    updates.slice(at * count, (at + 1) * count).join(''),
  );
}

/** Runs in the page. */
function countParts({ answer, selectors }: { answer: string; selectors: readonly string[] }): number[] {
  return selectors.map((part) => document.querySelectorAll(`:is(${answer}) :is(${part})`).length);
}

/** Who leaves something out is no faster for it. */
function assertAlike(what: 'parts' | 'marks', all: Record<string, Rendered>): void {
  const counts = Object.entries(all).map(([name, rendered]) => `${name}: ${rendered[what].join(' ')}`);
  const shapes = new Set(Object.values(all).map((rendered) => rendered[what].join(' ')));
  if (shapes.size > 1 || [...shapes].some((shape) => /\b0\b/.test(shape)))
    throw new Error(`The pages show different answers: ${counts.join(', ')}.`);
}
