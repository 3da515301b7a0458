import { type Figure, times } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { WorkerProcess } from '../harness/workerProcess.ts';
import type { makeJob } from './batchJob.ts';

/** So that 100,000 prompts for two models make a gigabyte of results. */
const letters = 4480;
const mega = 1024 * 1024;

/** What it takes to send a very large run out to a batch engine, and to take its results back. */
export const batches: Measurement = {
  name: 'batch',
  title:
    'A batch of 100,000 prompts for two models: export, import of 1 GB with checks, verdict, import again',
  measure: () => measureBatch(100_000),
};

/** The same, five times as much: it takes 15 GB of the temporary folder, and some minutes. */
export const largeBatch: Measurement = {
  name: 'million',
  title: 'A batch with a million results: 500,000 prompts for two models',
  measure: () => measureBatch(500_000),
};

async function measureBatch(prompts: number): Promise<Figure[]> {
  const job = new URL('./batchJob.ts', import.meta.url);
  await using worker = WorkerProcess.start<typeof makeJob>(job, undefined);
  const { size, exportMemory, importMemory, judgeMemory, ...stretches } = await worker.run({
    prompts,
    letters,
  });
  const figures = Object.entries(stretches).flatMap(([name, { wallMs, blockedMs }]): Figure[] => [
    { name, unit: 'ms', value: wallMs },
    { name: `${name}, event loop held`, unit: 'ms', value: blockedMs },
  ]);
  return [
    ...figures,
    times('imported / parsed', stretches.imported.wallMs / stretches.parsed.wallMs),
    { name: 'exported, memory', unit: 'MB', value: exportMemory / mega },
    { name: 'imported, memory', unit: 'MB', value: importMemory / mega },
    { name: 'judged, memory', unit: 'MB', value: judgeMemory / mega },
    { name: 'results', unit: 'MB', value: size / mega },
  ];
}
