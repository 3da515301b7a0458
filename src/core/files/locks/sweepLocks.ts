import { join } from 'node:path';
import { fileStats } from '../fileStats.ts';
import { namesIn } from '../ifExists.ts';
import type { OwnerLocks } from './ownerLocks.ts';

/** In milliseconds. A live window touches its locks every few seconds. */
const oldMs = 86_400_000;

/** Removes locks that killed windows left behind and nobody has taken since. */
export async function sweepLocks(
  folder: string,
  locks: Pick<OwnerLocks, 'take' | 'isTaken'>,
  now: number,
): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!name.endsWith('.lock')) continue;
    const id = name.slice(0, -'.lock'.length);
    // Checked one by one: taking over a lock may remove another (`<id>.takeover`).
    const [file] = await fileStats([join(folder, name)]);
    if (!file || Math.abs(now - file.mtimeMs) < oldMs || (await locks.isTaken(id))) continue;
    // Releasing what is now ours removes its file.
    const hold = await locks.take(id);
    await hold?.release();
  }
}
