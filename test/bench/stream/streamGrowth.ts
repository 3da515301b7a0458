import { type Figure, medianFigure, ratioFigure } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { runInTurn } from '../harness/rounds.ts';
import { WorkerProcess } from '../harness/workerProcess.ts';
import { startBenchServer } from '../server/startBenchServer.ts';
import type { makeJob as makeDecodingJob } from './decodingJob.ts';
import type { makeJob as makeSlicesJob } from './slicesJob.ts';

// The bytes per read or write, and a number of chunks that takes long enough to be measured, but not too long.
const reads = [
  { size: 1, label: '1-byte reads', chunks: 2_000 },
  { size: 64, label: '64-byte reads', chunks: 30_000 },
  { size: 16_384, label: '16 KB reads', chunks: 100_000 },
];
const writes = [
  { size: 1, label: '1-byte writes', chunks: 500 },
  { size: 64, label: '64-byte writes', chunks: 10_000 },
  { size: 16_384, label: '16 KB writes', chunks: 100_000 },
];

/** The cost of twice the answer: 2 if the cost is linear, 4 if it is quadratic. */
export const streamGrowth: Measurement = {
  name: 'growth',
  title: 'Our CPU time for an answer and for one twice as long',
  async measure() {
    await using stack = new AsyncDisposableStack();
    const { url } = stack.use(await startBenchServer());
    const slices = stack.use(
      WorkerProcess.start<typeof makeSlicesJob>(new URL('./slicesJob.ts', import.meta.url), undefined),
    );
    const sockets = stack.use(
      WorkerProcess.start<typeof makeDecodingJob>(new URL('./decodingJob.ts', import.meta.url), 'ours'),
    );
    const figures: Figure[] = [];
    for (const { size, label, chunks } of reads)
      figures.push(...(await measureGrowth(label, chunks, (count) => slices.run({ chunks: count, size }))));
    for (const { size, label, chunks } of writes) {
      const read = async (count: number) => (await sockets.run(`${url}/chat/${count}/${size}/english`)).cpuMs;
      figures.push(...(await measureGrowth(label, chunks, read)));
    }
    return figures;
  },
};

async function measureGrowth(
  label: string,
  chunks: number,
  cpuMs: (chunks: number) => Promise<number>,
): Promise<Figure[]> {
  const rounds = await runInTurn({ once: () => cpuMs(chunks), twice: () => cpuMs(2 * chunks) });
  const once = medianFigure(`${label}, ${chunks} chunks`, 'ms', rounds.once);
  const twice = medianFigure(`${label}, ${2 * chunks} chunks`, 'ms', rounds.twice);
  return [once, twice, ratioFigure(`${label}, twice / once`, twice, once)];
}
