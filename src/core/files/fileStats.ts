import { type Stats, statSync } from 'node:fs';
import { inSlices } from '../../api/clocks/eventLoop.ts';

/**
 * Returns the stats of many files, `undefined` for a missing one. Synchronous, in slices: through the thread pool, ten
 * thousand answers cost more than the lookups, several times as much on a busy machine.
 */
export async function fileStats(paths: readonly string[]): Promise<(Stats | undefined)[]> {
  const found: (Stats | undefined)[] = [];
  await inSlices(paths, (path) => found.push(statOf(path)));
  return found;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A file that can't be examined can't be listed; opening it tells why.
    return undefined;
  }
}
