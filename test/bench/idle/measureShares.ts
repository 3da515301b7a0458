import { setTimeout as pause } from 'node:timers/promises';
import { type Cost, parts, readCosts } from './workbenchCost.ts';

/** CPU time as a share of one core, in percent. */
export type Shares = Cost;

/** The shares that each workbench takes for so long, all at the same time: what disturbs one then disturbs the others. */
export async function measureShares(userDataDirs: readonly string[], seconds: number): Promise<Shares[]> {
  const startedAt = performance.now();
  const before = await readCosts(userDataDirs);
  await pause(seconds * 1000);
  const after = await readCosts(userDataDirs);
  const ms = performance.now() - startedAt;
  return after.map((costs, index) => {
    const shares = parts.map((part) => [part, ((costs[part] - (before[index]?.[part] ?? 0)) / ms) * 100]);
    return Object.fromEntries(shares) as Shares;
  });
}

export function sumOf(shares: Shares): number {
  return parts.reduce((sum, part) => sum + shares[part], 0);
}
