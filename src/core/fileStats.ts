import { type Stats, stat } from 'node:fs';

/** How many are asked for at once; more only wait in the thread pool. */
const atOnce = 64;

/**
 * Size and time of many files, `undefined` for one that is not there. By callbacks: ten thousand promises of
 * `node:fs/promises` cost the event loop three times as much.
 */
export function fileStats(paths: readonly string[]): Promise<(Stats | undefined)[]> {
  const found: (Stats | undefined)[] = new Array(paths.length);
  return new Promise((resolve) => {
    let next = 0;
    let left = paths.length;
    if (left === 0) return resolve(found);
    const askNext = () => {
      const at = next++;
      const path = paths[at];
      if (path === undefined) return;
      stat(path, (_missing, stats) => {
        found[at] = stats;
        left -= 1;
        if (left === 0) resolve(found);
        else askNext();
      });
    };
    for (let one = 0; one < atOnce; one++) askNext();
  });
}

/** Runs `work` on each item, at most `limit` at once. */
export async function eachOf<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: limit }, worker));
}
