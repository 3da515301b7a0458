import type { makeJob as makeChatsJob } from '../chats/chatsJob.ts';
import { type Figure, medianFigure, ratioFigure } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { runInTurn } from '../harness/rounds.ts';
import { WorkerProcess } from '../harness/workerProcess.ts';
import { startScroller } from '../page/scroller.ts';
import type { makeJob as makeBatchJob } from '../promptSets/batchJob.ts';
import type { makeJob as makeLargeJob } from '../promptSets/largeRunJob.ts';

const rounds = { rounds: 3, warmUpRounds: 0 };

/** The main thread's own time for so much, in milliseconds, by what it does. */
type Costs = Record<string, number>;

/** What n, 2 n and 4 n of what people have many of take: 2 and 4 times as long if the cost is linear. */
export const costGrowth: Measurement = {
  name: 'scaling',
  title: 'Time of the main thread for n, 2 n and 4 n prompts, results, rows and chats',
  needs: ['build', 'browser'],
  async measure() {
    await using stack = new AsyncDisposableStack();
    const large = stack.use(
      WorkerProcess.start<typeof makeLargeJob>(
        new URL('../promptSets/largeRunJob.ts', import.meta.url),
        undefined,
      ),
    );
    const batch = stack.use(
      WorkerProcess.start<typeof makeBatchJob>(
        new URL('../promptSets/batchJob.ts', import.meta.url),
        undefined,
      ),
    );
    const chats = stack.use(
      WorkerProcess.start<typeof makeChatsJob>(new URL('../chats/chatsJob.ts', import.meta.url), undefined),
    );
    const scroller = stack.use(await startScroller());
    return [
      ...(await grown(20_000, async (prompts) => {
        const { asked, foundNone, exported } = await large.run(prompts);
        const all = { asked, 'searched for a word': foundNone, exported };
        return Object.fromEntries(Object.entries(all).map(([name, { cpuMs }]) => [`a run ${name}`, cpuMs]));
      })),
      ...(await grown(10_000, async (prompts) => {
        const { imported } = await batch.run({ prompts, letters: 1120 });
        return { 'a batch imported': imported.cpuMs };
      })),
      ...(await grown(2500, async (count) => {
        const { cold, firstSearch } = await chats.run({ listed: count, searched: count });
        return { 'chats listed': cold.cpuMs, 'chats searched': firstSearch.cpuMs };
      })),
      ...(await grown(50_000, async (rows) => {
        const { work } = await scroller.scroll(rows, rows / 500);
        return { 'rows scrolled through': work.taskMs };
      })),
    ];
  },
};

async function grown(n: number, costOf: (count: number) => Promise<Costs>): Promise<Figure[]> {
  const costs = await runInTurn(
    { once: () => costOf(n), twice: () => costOf(2 * n), fourTimes: () => costOf(4 * n) },
    rounds,
  );
  return Object.keys(costs.once[0] ?? {}).flatMap((name) => {
    const figure = (times: keyof typeof costs, count: number) =>
      medianFigure(
        `${name}, ${count}`,
        'ms',
        costs[times].map((cost) => cost[name] ?? Number.NaN),
      );
    const [once, twice, fourTimes] = [figure('once', n), figure('twice', 2 * n), figure('fourTimes', 4 * n)];
    return [
      ...[once, twice, fourTimes],
      ratioFigure(`${name}, 2 n / n`, twice, once),
      ratioFigure(`${name}, 4 n / n`, fourTimes, once),
    ];
  });
}
