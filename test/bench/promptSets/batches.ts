import { type Figure, times } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { WorkerProcess } from '../harness/workerProcess.ts';
import type { makeJob } from './batchJob.ts';

/** Makes a gigabyte of results. */
const given = { prompts: 100_000, letters: 4480 };
const mega = 1024 * 1024;

/** What it takes to send a very large run out to a batch engine, and to take its results back. */
export const batches: Measurement = {
  name: 'batch',
  title:
    'A batch of 100,000 prompts for two models: export, import of 1 GB with checks and verdict, import again',
  async measure() {
    const job = new URL('./batchJob.ts', import.meta.url);
    await using worker = WorkerProcess.start<typeof makeJob>(job, undefined);
    const { size, exportMemory, importMemory, ...stretches } = await worker.run(given);
    const figures = Object.entries(stretches).flatMap(([name, { wallMs, blockedMs }]): Figure[] => [
      { name, unit: 'ms', value: wallMs },
      { name: `${name}, event loop held`, unit: 'ms', value: blockedMs },
    ]);
    return [
      ...figures,
      times('imported / parsed', stretches.imported.wallMs / stretches.parsed.wallMs),
      { name: 'exported, memory', unit: 'MB', value: exportMemory / mega },
      { name: 'imported, memory', unit: 'MB', value: importMemory / mega },
      { name: 'results', unit: 'MB', value: size / mega },
    ];
  },
};
