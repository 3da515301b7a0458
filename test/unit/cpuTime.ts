import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';

/** How long this thread worked on it, in milliseconds; what others do beside it, such as collecting garbage, does not count. */
export function cpuTimeOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const rows = Array.from({ length: 4000 }, (_, at) => ({
  id: `row ${at}`,
  share: (at * 7919) % 997,
  at: [at],
}));
const rowsText = JSON.stringify(rows);
/** What `slowness` computes takes 20 to 40 ms on a server's processor that does nothing else. */
const usualMs = 40;

/**
 * How many times as long as usual the machine takes just now, at least 1: a virtual machine may be three times as slow from one second
 * to the next, and a thread’s CPU time counts that. What has a bound is divided by it.
 */
export function slowness(): number {
  const ms = cpuTimeOf(() => {
    for (let time = 0; time < 4; time++) {
      const read: typeof rows = JSON.parse(rowsText);
      read.sort((a, b) => a.share - b.share || a.at.length - b.at.length);
      JSON.stringify(read)
        .replace(/row (\d+)/gu, '$1')
        .split(',');
    }
  });
  return Math.max(1, ms / usualMs);
}

/** The same as `cpuTimeOf`, corrected for `slowness`. */
export function usualTimeOf(work: () => void): number {
  return usualTime(cpuTimeOf(work));
}

/** So short a time is within every bound, and measuring the machine would take longer than that. */
function usualTime(ms: number): number {
  return ms < usualMs ? ms : ms / slowness();
}

/**
 * How long this thread worked at most before others got their turn, in milliseconds; short turns within a millisecond are taken for one.
 * It looks seldom enough to sleep in between: what is measured may wait for a worker that needs the processor. What the collector took
 * for the whole heap does not count: that is of all tests. The time is corrected for `slowness`.
 */
export async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  const turns: { from: number; to: number; ms: number }[] = [];
  const pauses: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => pauses.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  let isOver = false;
  let [from, before] = [performance.now(), process.threadCpuUsage()];
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    turns.push({ from, to: performance.now(), ms: (user + system) / 1000 });
    [from, before] = [performance.now(), process.threadCpuUsage()];
    if (!isOver) setTimeout(turn, 1);
  };
  setTimeout(turn, 1);
  await work();
  isOver = true;
  turn();
  // Pauses are told in a turn of their own.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  observer.disconnect();
  // The type of an entry lacks what Node adds for this kind.
  const isOfAll = (entry: PerformanceEntry & { detail?: { kind: number } }) =>
    entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
  const longest = turns.map(({ from, to, ms }) => {
    const within = pauses.filter(
      (pause) => isOfAll(pause) && pause.startTime >= from && pause.startTime <= to,
    );
    return ms - within.reduce((sum, { duration }) => sum + duration, 0);
  });
  return usualTime(Math.max(...longest));
}

/**
 * The same for work that can be done again: once more, and again, if it took `most` milliseconds. The least counts, since what else the
 * machine does only adds to it.
 */
export async function leastTurnOf(work: () => Promise<unknown>, most: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3 && least >= most; time++) least = Math.min(least, await longestTurnOf(work));
  return least;
}
