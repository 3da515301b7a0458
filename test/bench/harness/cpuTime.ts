export interface Cost {
  /** CPU time of the whole process, including its threads for garbage collection and compiling. */
  cpuMs: number;
  wallMs: number;
}

export async function measureCost<T>(run: () => Promise<T>): Promise<{ cost: Cost; result: T }> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(before);
  return { cost: { cpuMs: (user + system) / 1000, wallMs: performance.now() - startedAt }, result };
}
