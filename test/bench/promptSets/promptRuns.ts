import { type Figure, medianFigure, ratioFigure, times } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { runInTurn } from '../harness/rounds.ts';
import { WorkerProcess } from '../harness/workerProcess.ts';
import { startBenchServer } from '../server/startBenchServer.ts';
import type { AskingContender, makeJob as makeAskingJob } from './askingJob.ts';
import type { makeJob as makeLargeJob } from './largeRunJob.ts';

const asking = { chunks: 64, answerMs: 50, prompts: 400, concurrency: 16, rounds: 5 };
const largePrompts = 100_000;
const mega = 1024 * 1024;

/** What a run of a prompt set adds to its requests, and what a very large one takes. */
export const promptRuns: Measurement = {
  name: 'promptSets',
  title: 'A run of a prompt set: 400 prompts for two models beside bare requests, and 100,000 prompts',
  async measure() {
    return [...(await measureAsking()), ...(await measureLarge())];
  },
};

async function measureAsking(): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await startBenchServer());
  const start = (contender: AskingContender) => {
    const job = new URL('./askingJob.ts', import.meta.url);
    return stack.use(WorkerProcess.start<typeof makeAskingJob>(job, contender));
  };
  const { chunks, answerMs, prompts, concurrency, rounds } = asking;
  const input = { baseUrl: `${url}/paced/${chunks}/${answerMs}`, prompts, concurrency };
  const [bare, ours] = [start('bare loop'), start('ours')];
  const contenders = { bare: () => bare.run(input), ours: () => ours.run(input) };
  const costs = await runInTurn(contenders, { rounds });
  const figure = (name: string, of: 'wallMs' | 'cpuMs', who: 'bare' | 'ours') =>
    medianFigure(
      name,
      'ms',
      costs[who].map((cost) => cost[of]),
    );
  const wall = { bare: figure('bare loop', 'wallMs', 'bare'), ours: figure('ours', 'wallMs', 'ours') };
  const cpu = {
    bare: figure('bare loop, CPU time', 'cpuMs', 'bare'),
    ours: figure('ours, CPU time', 'cpuMs', 'ours'),
  };
  return [
    wall.bare,
    wall.ours,
    ratioFigure('ours / bare loop', wall.ours, wall.bare),
    cpu.bare,
    cpu.ours,
    ratioFigure('ours / bare loop, CPU time', cpu.ours, cpu.bare),
  ];
}

async function measureLarge(): Promise<Figure[]> {
  await using worker = WorkerProcess.start<typeof makeLargeJob>(
    new URL('./largeRunJob.ts', import.meta.url),
    undefined,
  );
  const { memory, ...stretches } = await worker.run(largePrompts);
  const figures = Object.entries(stretches).flatMap(([name, { wallMs, blockedMs }]): Figure[] => [
    { name: `100,000 prompts, ${name}`, unit: 'ms', value: wallMs },
    { name: `100,000 prompts, ${name}, event loop held`, unit: 'ms', value: blockedMs },
  ]);
  const { read, foundNone, foundAll } = stretches;
  return [
    ...figures,
    times('100,000 prompts, foundNone / read', foundNone.wallMs / read.wallMs),
    times('100,000 prompts, foundAll / read', foundAll.wallMs / read.wallMs),
    { name: '100,000 prompts, memory', unit: 'MB', value: memory / mega },
  ];
}
