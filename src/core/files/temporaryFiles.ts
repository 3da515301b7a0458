import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * Writes pieces as they come to a file that only this user can reach, calls `use` with its path, and deletes it. Rejects with an
 * `AbortError` if it is aborted meanwhile.
 */
export async function spooled(
  pieces: AsyncIterable<string>,
  signal: AbortSignal,
  use: (path: string) => PromiseLike<void>,
): Promise<void> {
  await inSpool(async (folder) => {
    const path = join(folder, 'spooled');
    await pipeline(pieces, createWriteStream(path), { signal });
    await use(path);
  });
}

/** Calls `use` with a new folder that only this user can reach, and deletes it. */
export async function inSpool<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'hosted-models-spool-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
