/** Each size is measured at least this often. */
const enoughRuns = 5;

/**
 * How many times as long `work` computes at four times the size: 4 is linear, 16 quadratic. The medians count: the best run of the
 * smaller size may be one that nothing has slowed, of which there are none of the larger one on a busy machine. Short work is measured
 * until it has taken `enoughMs` together.
 */
export async function cpuGrowth(
  work: (size: number) => unknown,
  size: number,
  enoughMs = 160,
): Promise<number> {
  const msOf = async (at: number) => {
    const before = process.cpuUsage();
    await work(at);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const [small, large]: [number[], number[]] = [[], []];
  // The first run compiles.
  await work(size);
  for (let spent = 0; small.length < enoughRuns || spent < enoughMs; ) {
    // In turn, since the machine may get busy meanwhile.
    const [once, more] = [await msOf(size), await msOf(4 * size)];
    small.push(once);
    large.push(more);
    spent += once + more;
  }
  return median(large) / median(small);
}

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[values.length >> 1] ?? Number.NaN;
}
