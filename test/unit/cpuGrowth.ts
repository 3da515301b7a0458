/**
 * How many times as long `work` computes at four times the size: 4 is linear, 16 quadratic. The best of several runs counts, since
 * garbage is collected during some of them.
 */
export async function cpuGrowth(work: (size: number) => unknown, size: number): Promise<number> {
  const msOf = async (at: number) => {
    const before = process.cpuUsage();
    await work(at);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const bestOf = async (at: number) => Math.min(await msOf(at), await msOf(at), await msOf(at));
  // The first run compiles.
  await work(size);
  const once = await bestOf(size);
  return (await bestOf(4 * size)) / once;
}
