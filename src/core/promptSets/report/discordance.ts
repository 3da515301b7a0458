import type { WindowRuns } from '../run/windowRuns.ts';
import { fewestUnits } from '../verdict/pairedVerdict.ts';
import { runFindings } from './runFindings.ts';

/** So many of a set's runs are looked at, the newest first. */
const mostRuns = 5;

/** A run that differs nowhere says little of the next one. */
const least = 0.02;

/**
 * Returns on which share of a set's prompts, or groups, the first model differed from the base in the newest run that has a verdict:
 * Σ d² / n, at least 0.02. `undefined` if there is none. Rejects as reading a run does.
 */
export async function earlierDiscordance(
  uri: string,
  runs: Pick<WindowRuns, 'store' | 'open' | 'close' | 'verdictThread'>,
): Promise<number | undefined> {
  const ofSet = (await runs.store.list()).filter(({ set }) => 'uri' in set && set.uri === uri);
  for (const { id } of ofSet.slice(0, mostRuns)) {
    const file = await runs.open(id);
    if (!file) continue;
    try {
      const { verdicts } = await runFindings(file, runs.verdictThread, { minimumDifference: 0 });
      const { squares = 0, better = 0, worse = 0, equal = 0 } = verdicts[0]?.verdict ?? {};
      const units = better + worse + equal;
      if (units >= fewestUnits) return Math.max(least, squares / units);
    } finally {
      runs.close(id);
    }
  }
  return undefined;
}
