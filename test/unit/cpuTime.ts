/** How long this thread worked on it, in milliseconds; what others do beside it, such as collecting garbage, does not count. */
export function cpuTimeOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * How long this thread worked at most before others got their turn, in milliseconds; short turns within a millisecond are taken for one.
 * It looks seldom enough to sleep in between: what is measured may wait for a worker that needs the processor.
 */
export async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false];
  let before = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
    if (!isOver) setTimeout(turn, 1);
  };
  setTimeout(turn, 1);
  await work();
  isOver = true;
  turn();
  return longest;
}
