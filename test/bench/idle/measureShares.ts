import { setTimeout as pause } from 'node:timers/promises';
import { type Cost, parts, readCosts } from './workbenchCost.ts';

/** CPU time as a share of one core, in percent. */
export type Shares = Cost;

/** How long one look at a workbench that settles takes, in seconds. */
const lookSeconds = 2;
const mostLooks = 60;

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

/** Waits until none of the workbenches is busy: `isCalm` gets what each took in the last seconds, and in those before. */
export async function settle(
  userDataDirs: readonly string[],
  isCalm: (share: number, before: number) => boolean,
): Promise<void> {
  let before: number[] = [];
  for (let look = 0; look < mostLooks; look += 1) {
    const shares = (await measureShares(userDataDirs, lookSeconds)).map(sumOf);
    const last = before;
    if (last.length > 0 && shares.every((share, index) => isCalm(share, last[index] ?? 0))) return;
    before = shares;
  }
  const busy = before.map((share) => `${share.toFixed(0)} %`).join(' and ');
  throw new Error(
    `After ${mostLooks * lookSeconds} s the workbenches are still busy, with ${busy} of a core. Is the machine in use?`,
  );
}
