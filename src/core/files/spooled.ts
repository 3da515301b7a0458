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
  const folder = await mkdtemp(join(tmpdir(), 'hosted-models-spool-'));
  try {
    const path = join(folder, 'spooled');
    await pipeline(pieces, createWriteStream(path), { signal });
    await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
