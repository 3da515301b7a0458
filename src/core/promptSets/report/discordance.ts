import { smallestDifference } from '../../statistics/index.ts';
import type { WindowRuns } from '../ask/windowRuns.ts';
import { comparedModels, type Run } from '../run/runRecord.ts';
import { fewestUnits } from '../verdict/pairedVerdict.ts';
import { runVerdicts } from './runVerdicts.ts';

/** So many of a set's runs are looked at, the newest first. */
const mostRuns = 5;

/** The share of a set's prompts on which two models differ, as long as nobody knows. */
const usualDiscordance = 0.2;

/** Returns the least difference that so many prompts, or groups, tell apart, in whole points. */
export function pointsToldApart(units: number, discordance = usualDiscordance): number {
  return Math.ceil(smallestDifference(units, discordance) * 100);
}

/** A run that differs nowhere says little of the next one. */
const least = 0.02;

/**
 * Returns on which share of a set's prompts, or groups, the first model differed from the base in the newest of its runs with enough
 * answers for a verdict: Σ d² / n, at least 0.02. `undefined` if there is none. `ofSet`: the newest first. Rejects as reading a run does.
 */
export async function earlierDiscordance(
  ofSet: readonly Pick<Run, 'id'>[],
  runs: Pick<WindowRuns, 'open' | 'close' | 'verdictThread'>,
): Promise<number | undefined> {
  for (const { id } of ofSet.slice(0, mostRuns)) {
    const file = await runs.open(id);
    if (!file) continue;
    try {
      const [first] = comparedModels(file.run);
      const found = (await runVerdicts(file, runs.verdictThread)).find(({ model }) => model === first);
      const { squares = 0, better = 0, worse = 0, equal = 0 } = found?.verdict ?? {};
      const units = better + worse + equal;
      if (units >= fewestUnits) return Math.max(least, squares / units);
    } finally {
      runs.close(id);
    }
  }
  return undefined;
}
