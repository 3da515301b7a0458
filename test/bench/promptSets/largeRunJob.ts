import type { ChatEvent } from '../../../src/api/types.ts';
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
      return { created: kept.stretch, asked, opened: again.stretch, judged, memory };
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
