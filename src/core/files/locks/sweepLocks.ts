import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../atomicFile.ts';
import { fileStats } from '../manyFiles.ts';
import type { OwnerLocks } from './ownerLocks.ts';

/** A living window touches its locks every few seconds. */
const oldMs = 86_400_000;

/** Takes away the locks that windows left behind when they were killed, and that nobody has asked for since. */
export async function sweepLocks(
  folder: string,
  locks: Pick<OwnerLocks, 'take' | 'isTaken'>,
  now: number,
): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!name.endsWith('.lock')) continue;
    const id = name.slice(0, -'.lock'.length);
    // Looked at one by one: what takes over a lock takes away another.
    const [file] = await fileStats([join(folder, name)]);
    if (!file || Math.abs(now - file.mtimeMs) < oldMs || (await locks.isTaken(id))) continue;
    // What is ours is given back, and with that its file is gone.
    const hold = await locks.take(id);
    await hold?.release();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
