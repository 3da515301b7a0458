import { ms, times } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { assertInTime } from './answerRendering.ts';
import { columnTurns, openColumns, openOurs } from './renderers.ts';
import { renderInTurn } from './renderInTurn.ts';
import { cutIntoUpdates, sampleAnswer } from './sampleAnswer.ts';

const characters = 16 * 1024;

/** Fifty questions before, each with four answers. */
const asked = 50;

/** Four answers of 16 KB: in columns at once, with a history and without, and in chats one after the other. */
export const columnRendering: Measurement = {
  name: 'columns',
  title: 'Four answers of 16 KB in the updates of 500 tokens/s each, main thread’s own time in Chromium',
  needs: ['build', 'browser'],
  async measure() {
    const updates = cutIntoUpdates(sampleAnswer(characters));
    const { columns, later, chat } = await renderInTurn(
      {
        columns: { open: openColumns, nth: 1, turns: columnTurns },
        later: { open: (browser) => openColumns(browser, asked), nth: 1, turns: columnTurns },
        chat: { open: openOurs, nth: 1 },
      },
      updates,
      ['p'],
    );
    assertInTime({ chat });
    const [inChat = 0] = chat.counts;
    for (const [inColumns = 0] of [columns.counts, later.counts]) {
      if (inColumns !== inChat * columnTurns.length) {
        throw new Error(
          `The columns show ${inColumns} paragraphs, four chats ${inChat * columnTurns.length}.`,
        );
      }
    }
    const four = { script: chat.scriptMs * columnTurns.length, task: chat.taskMs * columnTurns.length };
    return [
      ms('four columns at once, script', columns.scriptMs),
      ms('four columns at once, layout and style', columns.layoutMs),
      ms('four columns at once, longest task', columns.longestTaskMs),
      // The page rests after an update that took long, so that it stays usable: the next ones are shown together.
      times('four columns at once, updates shown', columns.layouts / columns.updates),
      ms(`the same below ${asked} questions, script`, later.scriptMs),
      ms(`the same below ${asked} questions, longest task`, later.longestTaskMs),
      ms('four chats one after the other, script', four.script),
      times('columns / chats, script', columns.scriptMs / four.script),
      times(`columns below ${asked} questions / chats, script`, later.scriptMs / four.script),
      times('columns / chats, all of the main thread', columns.taskMs / four.task),
    ];
  },
};
