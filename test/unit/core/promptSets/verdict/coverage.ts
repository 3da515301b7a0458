import { newcombe, signTest } from '../../../../../src/core/statistics/index.ts';

/** How a pair of models is: the share of prompts on which they differ, the difference of their rates, and the share both pass. */
export interface Cell {
  count: number;
  discordance: number;
  difference: number;
  /** Of the prompts on which both do the same. */
  passing: number;
}

export interface CellResult extends Cell {
  /** How often the interval holds the true difference. */
  coverage: number;
  /** How often "better" or "worse" would be said. */
  judged: number;
}

export const counts = [20, 50, 200] as const;
export const discordances = [0.02, 0.05, 0.1, 0.2, 0.3, 0.4] as const;
const passings = [0.5, 0.75, 0.9] as const;
/**
 * The differences as shares of the discordance; 0 is a null cell. Beyond these, where nearly all of few differing prompts lean to one
 * side, method 10 covers less: 0.911 at 50 prompts, 5 % discordance and a difference of 0.9 of it.
 */
const leanings = [0, 0.25, 0.5, 0.75] as const;

/** The named grid, but for the counts. */
export function cellsOf(count: number): Cell[] {
  return discordances.flatMap((discordance) =>
    passings.flatMap((passing) =>
      leanings.map((leaning) => ({ count, discordance, difference: discordance * leaning, passing })),
    ),
  );
}

/** Computes cells of one count exactly: over all tables of that many prompts, each with its probability. */
export function enumerate(cells: readonly Cell[]): CellResult[] {
  const count = cells[0]?.count ?? 0;
  const sums = cells.map((cell) => ({ cell, logs: logShares(cell), coverage: 0, judged: 0, all: 0 }));
  const factorials = logFactorials(count);
  const log = (at: number) => factorials[at] ?? Number.NaN;
  for (let onlyOther = 0; onlyOther <= count; onlyOther++)
    for (let onlyBase = 0; onlyBase <= count - onlyOther; onlyBase++) {
      const isTested = signTest(onlyOther, onlyBase) < 0.05;
      for (let both = 0; both <= count - onlyOther - onlyBase; both++) {
        const neither = count - onlyOther - onlyBase - both;
        const ways = log(count) - log(onlyOther) - log(onlyBase) - log(both) - log(neither);
        const [low, high] = newcombe({ both, onlyOther, onlyBase, neither });
        const isJudged = isTested && (low > 0 || high < 0);
        for (const sum of sums) {
          const [otherLog, baseLog, bothLog, neitherLog] = sum.logs;
          const share = Math.exp(
            ways + onlyOther * otherLog + onlyBase * baseLog + both * bothLog + neither * neitherLog,
          );
          const { difference } = sum.cell;
          if (low <= difference && difference <= high) sum.coverage += share;
          if (isJudged) sum.judged += share;
          sum.all += share;
        }
      }
    }
  return sums.map(({ cell, coverage, judged, all }) => {
    if (Math.abs(all - 1) > 1e-9) throw new Error(`The probabilities add up to ${all}.`);
    return { ...cell, coverage, judged };
  });
}

/** What the intervals and verdicts are held to. */
export function summarize(results: readonly CellResult[]): { least: number; mean: number; falsest: number } {
  const coverages = results.map(({ coverage }) => coverage);
  const nulls = results.filter(({ difference }) => difference === 0);
  return {
    least: Math.min(...coverages),
    mean: coverages.reduce((sum, one) => sum + one, 0) / coverages.length,
    falsest: Math.max(...nulls.map(({ judged }) => judged)),
  };
}

function logShares({ discordance, difference, passing }: Cell): [number, number, number, number] {
  const [other, base] = [(discordance + difference) / 2, (discordance - difference) / 2];
  const same = 1 - discordance;
  return [Math.log(other), Math.log(base), Math.log(same * passing), Math.log(same * (1 - passing))];
}

function logFactorials(count: number): number[] {
  const logs = [0];
  for (let at = 1; at <= count; at++) logs.push((logs[at - 1] ?? 0) + Math.log(at));
  return logs;
}
