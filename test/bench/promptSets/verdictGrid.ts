import { availableParallelism } from 'node:os';
import {
  average,
  bounds,
  type CellResult,
  limitsOf,
  type Measure,
  measures,
  sharesOf,
} from '../../unit/core/promptSets/verdict/bounds.ts';
import type { Goal } from '../goals.ts';
import type { Figure } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { WorkerProcess } from '../harness/workerProcess.ts';
import { cellCount, type makeJob } from './gridJob.ts';

const name = 'statistics';
const draws = 10_000;

/** How often verdicts on simulated runs are false, and find what was planned: a table of all cells, and the worst of them. */
export const verdictGrid: Measurement = {
  name,
  title: `Verdicts on simulated runs, ${draws} in each of ${cellCount} cells`,
  async measure() {
    const results = await simulateAll();
    console.log(`${tablesOf(results)}\n`);
    return measures.flatMap((measure) => figuresOf(measure, sharesOf(results, measure)));
  },
};

async function simulateAll(): Promise<CellResult[]> {
  const results: CellResult[] = [];
  let next = 0;
  const work = async () => {
    const job = new URL('./gridJob.ts', import.meta.url);
    await using worker = WorkerProcess.start<typeof makeJob>(job, { draws });
    for (let cell = next++; cell < cellCount; cell = next++) results[cell] = await worker.run(cell);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

const ends = { most: 'most', least: 'least', mostOnAverage: 'on average' } as const;

function figuresOf(measure: Measure, shares: readonly number[]): Figure[] {
  const values = { most: Math.max(...shares), least: Math.min(...shares), mostOnAverage: average(shares) };
  return (['most', 'least', 'mostOnAverage'] as const).flatMap((end) =>
    bounds[measure][end] === undefined
      ? []
      : { name: `${measure}, ${ends[end]}`, unit: '%', value: values[end] * 100 },
  );
}

/** In percent, with what chance may add in so many runs. */
export const verdictGoals: readonly Goal[] = measures.flatMap((measure): Goal[] => {
  const { most, least } = limitsOf(measure, draws);
  const { mostOnAverage } = bounds[measure];
  const goal = (end: keyof typeof ends) => ({ measurement: name, figure: `${measure}, ${ends[end]}` });
  const percent = (share: number) => Number((share * 100).toFixed(2));
  return [
    ...(most === undefined ? [] : [{ ...goal('most'), most: percent(most) }]),
    ...(least === undefined ? [] : [{ ...goal('least'), least: percent(least) }]),
    ...(mostOnAverage === undefined ? [] : [{ ...goal('mostOnAverage'), most: percent(mostOnAverage) }]),
  ];
});

/** One table for all cells that are held to the same, in percent. */
function tablesOf(results: readonly CellResult[]): string {
  const tables = Map.groupBy(results, ({ shares }) => Object.keys(shares).join(' | '));
  return [...tables]
    .map(([heads, cells]) => {
      const width = Math.max(...cells.map((cell) => cell.name.length));
      const rows = cells.map((cell) => {
        const percents = Object.entries(cell.shares).map(([head, share]) =>
          (share * 100).toFixed(2).padStart(head.length),
        );
        return `${cell.name.padEnd(width)} | ${percents.join(' | ')}`;
      });
      return [`${'%'.padEnd(width)} | ${heads}`, ...rows].join('\n');
    })
    .join('\n\n');
}
