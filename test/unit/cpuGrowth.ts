/** Short work is repeated until it has taken this long together, in milliseconds: its noise is the largest. */
const enoughMs = 80;

/**
 * How many times as long `work` computes at four times the size: 4 is linear, 16 quadratic. The best of at least three runs counts,
 * since garbage is collected during some of them.
 */
export async function cpuGrowth(work: (size: number) => unknown, size: number): Promise<number> {
  const bestOf = async (at: number) => {
    const times: number[] = [];
    for (let spent = 0; times.length < 3 || spent < enoughMs; ) {
      const before = process.cpuUsage();
      await work(at);
      const { user, system } = process.cpuUsage(before);
      const ms = (user + system) / 1000;
      times.push(ms);
      spent += ms;
    }
    return Math.min(...times);
  };
  // The first run compiles.
  await work(size);
  const once = await bestOf(size);
  return (await bestOf(4 * size)) / once;
}
