import type { ChatEvent } from '../../../src/api/types.ts';
import { runJsonLines } from '../../../src/core/promptSets/report/exportedRun.ts';
import { findRows } from '../../../src/core/promptSets/report/findRows.ts';
import { runVerdicts } from '../../../src/core/promptSets/report/runVerdicts.ts';
import { VerdictThread } from '../../../src/core/promptSets/worker/verdictThread.ts';
import { type Stretch, timeStretch } from '../harness/timeStretch.ts';
import { askAll, createRun, withStore } from './withRun.ts';

const verdictThread = new VerdictThread();

export interface LargeRun {
  /** Copying the prompts; asking, of a service that answers at once; opening the run again. */
  created: Stretch;
  asked: Stretch;
  opened: Stretch;
  judged: Stretch;
  /** Reading its file once as text; finding a word that is nowhere, one in each answer; all of it as JSON lines. */
  read: Stretch;
  foundNone: Stretch;
  foundAll: Stretch;
  exported: Stretch;
  /** The highest rise of the resident memory, in bytes. */
  memory: number;
}

const sampleMs = 20;
const answer = 'The adapter keeps its tone, also in long answers. '.repeat(16);

/** Makes, asks, opens and judges a run of so many prompts for two models. */
export async function makeJob(): Promise<(prompts: number) => Promise<LargeRun>> {
  return (prompts) =>
    withStore(async (store) => {
      const small = await createRun(store, 200);
      await askAll(small, 16, answers);
      await small.release();
      globalThis.gc?.();
      const before = process.memoryUsage().rss;
      let memory = 0;
      const timer = setInterval(() => {
        memory = Math.max(memory, process.memoryUsage().rss - before);
      }, sampleMs);
      const kept = await timed(() => createRun(store, prompts));
      const asked = await timeStretch(() => askAll(kept.result, 16, answers));
      await kept.result.release();
      const again = await timed(() => store.open(kept.result.run.id));
      const file = again.result;
      if (file?.index.counts(1).complete !== prompts) throw new Error('The run is not whole.');
      const judged = await timeStretch(() => runVerdicts(file, verdictThread));
      clearInterval(timer);
      const read = await timeStretch(async () => {
        for await (const { bytes } of file.pieces()) bytes.toString('utf8');
      });
      const all = [...Array(prompts).keys()];
      const find = async (word: string, count: number) => {
        if ((await findRows(file, all, word)).length !== count) throw new Error(`${word} was not found.`);
      };
      const foundNone = await timeStretch(() => find('nowhere', 0));
      const foundAll = await timeStretch(() => find('TONE', prompts));
      const exported = await timeStretch(async () => {
        for await (const line of runJsonLines(file)) if (line === '') throw new Error('Nothing came.');
      });
      const looked = { read, foundNone, foundAll, exported };
      return { created: kept.stretch, asked, opened: again.stretch, judged, ...looked, memory };
    });
}

async function timed<T>(work: () => Promise<T>): Promise<{ stretch: Stretch; result: T }> {
  let result: T | undefined;
  const stretch = await timeStretch(async () => {
    result = await work();
  });
  return { stretch, result: result as T };
}

async function* answers(): AsyncGenerator<ChatEvent, void> {
  yield { type: 'text', text: answer };
  yield { type: 'usage', promptTokens: 12, completionTokens: 160, totalTokens: 172 };
  yield { type: 'finish', reason: 'stop', complete: true };
}
