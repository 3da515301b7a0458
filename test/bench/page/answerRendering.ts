import { ms, times } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { openMarked, openMarkedInFull, openOurs, openQuiet, openStreamdown } from './renderers.ts';
import { type Rendered, renderInTurn } from './renderInTurn.ts';
import { cutIntoUpdates, sampleAnswer } from './sampleAnswer.ts';

const characters = 120 * 1024;
// Rendering the whole text at every update would take longer than there is time; the cost grows linearly with the text.
const everyNth = 8;
const everyNthInFull = 32;

const parts = ['h1, h2, h3, h4', 'li', 'td', 'pre'];
const marks = ['math', 'pre [class^="hljs-"]'];

/**
 * An answer of 120 KB that comes at 500 tokens a second. A page that shows nothing measures the cost of delivering the updates,
 * which is subtracted because it is not rendering.
 */
export const answerRendering: Measurement = {
  name: 'answer',
  title: 'An answer of 120 KB in the updates of 500 tokens/s, main thread’s own time in Chromium',
  needs: ['build', 'browser', 'peers'],
  async measure() {
    const { quiet, ours, streamdown, marked, inFull } = await renderInTurn(
      {
        quiet: { open: openQuiet, nth: 1 },
        ours: { open: openOurs, nth: 1 },
        streamdown: { open: openStreamdown, nth: 1 },
        marked: { open: openMarked, nth: everyNth },
        inFull: { open: openMarkedInFull, nth: everyNthInFull },
      },
      cutIntoUpdates(sampleAnswer(characters)),
      [...parts, ...marks],
    );
    assertInTime({ ours, streamdown, marked, inFull });
    assertAlike({ ours, streamdown, marked, inFull }, 0, parts.length);
    assertAlike({ ours, inFull }, parts.length, parts.length + marks.length);
    const script = (way: Rendered, nth = 1) => way.scriptMs * nth - quiet.scriptMs;
    const wholeMs = script(marked, everyNth);
    const inFullMs = script(inFull, everyNthInFull);
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
      ms(`marked on the whole text, script (every ${everyNth}th update, × ${everyNth})`, wholeMs),
      ms('marked on the whole text, longest task', marked.longestTaskMs),
      ms(
        `the same with colors and formulas, script (every ${everyNthInFull}nd update, × ${everyNthInFull})`,
        inFullMs,
      ),
      times('streamdown / ours, script', script(streamdown) / script(ours)),
      times('streamdown / ours, all of the main thread', streamdown.taskMs / ours.taskMs),
      times('marked on the whole text / ours, script', wholeMs / script(ours)),
      times('the same with colors and formulas / ours, script', inFullMs / script(ours)),
    ];
  },
};

/** A contender that shows several updates at once would save work by being late. */
export function assertInTime(all: Record<string, Rendered>): void {
  for (const [name, { layouts, updates }] of Object.entries(all)) {
    if (layouts < updates * 0.98)
      throw new Error(`${name}: of ${updates} updates, ${layouts} were shown. The machine is busy.`);
  }
}

/** A contender that leaves something out is not faster. */
function assertAlike(all: Record<string, Rendered>, from: number, to: number): void {
  const shown = Object.entries(all).map(([name, { counts }]) => ({ name, counts: counts.slice(from, to) }));
  const shapes = new Set(shown.map(({ counts }) => counts.join(' ')));
  if (shapes.size === 1 && shown.every(({ counts }) => !counts.includes(0))) return;
  const told = shown.map(({ name, counts }) => `${name}: ${counts.join(' ')}`);
  throw new Error(`The pages show different answers: ${told.join(', ')}.`);
}
