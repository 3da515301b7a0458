import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileBytes, readLines } from '../../../src/core/files/readLines.ts';
import { filesIn } from '../../../src/core/promptSets/batch/batchFiles.ts';
import { exportBatch } from '../../../src/core/promptSets/batch/exportBatch.ts';
import { importBatch } from '../../../src/core/promptSets/batch/importBatch.ts';
import { Checker } from '../../../src/core/promptSets/index.ts';
import { runVerdicts } from '../../../src/core/promptSets/report/runVerdicts.ts';
import type { RunStore } from '../../../src/core/promptSets/run/runStore.ts';
import { VerdictThread } from '../../../src/core/promptSets/worker/verdictThread.ts';
import { silent } from '../harness/silent.ts';
import { type Stretch, timeStretch } from '../harness/timeStretch.ts';
import { createRun, withStore } from './withRun.ts';

const verdictThread = new VerdictThread();

export interface BatchTimes {
  exported: Stretch;
  /** `JSON.parse` alone over the lines of the results. */
  parsed: Stretch;
  /** With checks. */
  imported: Stretch;
  /** The verdict on all of it. */
  judged: Stretch;
  /** Opening the run again, as its page does. */
  opened: Stretch;
  /** The same files once more. */
  again: Stretch;
  /** The highest rise of the resident memory meanwhile, in bytes. */
  exportMemory: number;
  importMemory: number;
  judgeMemory: number;
  /** The size of the results, in bytes. */
  size: number;
}

const sampleMs = 20;

/** Writes a run of so many prompts for two models as a batch, and takes results of so many characters back. */
export async function makeJob(): Promise<
  (given: { prompts: number; letters: number }) => Promise<BatchTimes>
> {
  return async ({ prompts, letters }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'hosted-models-batch-'));
    try {
      return await withStore((store) => measure(store, prompts, folder, letters));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

async function measure(
  store: RunStore,
  prompts: number,
  folder: string,
  letters: number,
): Promise<BatchTimes> {
  const file = await createRun(store, prompts);
  const { signal } = new AbortController();
  let names: string[] = [];
  const exported = await withMemory(async () => {
    names = (await exportBatch(file, filesIn(folder), { signal })).files.flat();
  });
  for (const name of names) await answer(path.join(folder, name), letters);
  const outputs = names.map((name) => ({
    name,
    bytes: () => fileBytes(path.join(folder, `${name}.out`)),
  }));
  const parsed = await timeStretch(async () => {
    for (const name of names)
      for await (const { text } of readLines(path.join(folder, `${name}.out`))) JSON.parse(text);
  });
  const checking = { checker: new Checker(), log: silent, mayReplace: async () => true };
  const imported = await withMemory(async () => {
    const { answered, size } = await importBatch(file, outputs, checking, signal);
    if (answered !== size) throw new Error('Answers are missing.');
  });
  const judged = await withMemory(async () => void (await runVerdicts(file, verdictThread)));
  const again = await timeStretch(async () => {
    if ((await importBatch(file, outputs, checking, signal)).added > 0) throw new Error('It added again.');
  });
  const sizes = await Promise.all(names.map((name) => stat(path.join(folder, `${name}.out`))));
  await file.release();
  const opened = await timeStretch(async () => {
    if ((await store.open(file.run.id))?.index.answered !== file.index.size)
      throw new Error('The run is not whole.');
  });
  return {
    exported: exported.stretch,
    parsed,
    imported: imported.stretch,
    judged: judged.stretch,
    opened,
    again,
    exportMemory: exported.memory,
    importMemory: imported.memory,
    judgeMemory: judged.memory,
    size: sizes.reduce((sum, { size }) => sum + size, 0),
  };
}

/** Writes what an engine would. */
async function answer(input: string, letters: number): Promise<void> {
  async function* results() {
    for await (const { text } of readLines(input)) {
      const { custom_id, body } = JSON.parse(text);
      const content = `${custom_id} ${'The adapter keeps its tone. '.repeat(letters / 28)}`;
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
      const usage = { prompt_tokens: 12, completion_tokens: 160, total_tokens: 172 };
      const answered = {
        id: `chat-${custom_id}`,
        object: 'chat.completion',
        model: body.model,
        choices,
        usage,
      };
      const response = { status_code: 200, request_id: custom_id, body: answered };
      yield `${JSON.stringify({ id: `batch-${custom_id}`, custom_id, response, error: null })}\n`;
    }
  }
  await pipeline(results(), createWriteStream(`${input}.out`));
}

async function withMemory(work: () => Promise<void>): Promise<{ stretch: Stretch; memory: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let memory = 0;
  const timer = setInterval(() => {
    memory = Math.max(memory, process.memoryUsage().rss - before);
  }, sampleMs);
  const stretch = await timeStretch(work);
  clearInterval(timer);
  return { stretch, memory };
}
