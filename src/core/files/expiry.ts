import { readFile, rm } from 'node:fs/promises';
import { writeFileAtomic } from './atomicFile.ts';
import { ifExists } from './ifExists.ts';

const dayMs = 86_400_000;

/**
 * Returns the items that had already expired at an earlier check, at least a day before `now`; only these may be deleted.
 * So a clock that is a month ahead for some hours deletes nothing. The file at `markPath` holds the time of the earlier
 * check and exists only while something seems expired. All times are in Unix milliseconds.
 */
export async function expiredTwice<T extends { expiresAt: number }>(
  items: readonly T[],
  markPath: string,
  now: number,
): Promise<T[]> {
  const expired = items.filter(({ expiresAt }) => expiresAt < now);
  const seenAt = await readMark(markPath);
  // If the mark is in the future, the clock was wrong then or is wrong now.
  const isMarked = seenAt !== undefined && seenAt <= now;
  if (expired.length > 0 && isMarked && now - seenAt < dayMs) return [];
  const sure = isMarked ? expired.filter(({ expiresAt }) => expiresAt < seenAt) : [];
  if (expired.length > sure.length) await writeFileAtomic(markPath, String(now));
  else if (seenAt !== undefined) await rm(markPath, { force: true });
  return sure;
}

async function readMark(path: string): Promise<number | undefined> {
  const text = await ifExists(readFile(path, 'utf8'));
  if (text === undefined) return undefined;
  // A damaged mark counts as one in the future and is replaced.
  return /^\d{1,15}$/u.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
}

/**
 * Returns a function that does `work` at most once a day, however often it is called. It goes by the clock, so that a window
 * open for weeks does it too; if the clock was set back, it does it again. Nothing runs by itself.
 */
export function onceADay(work: () => Promise<void>, now: () => number = Date.now): () => Promise<void> {
  let last: number | undefined;
  return async () => {
    const at = now();
    if (last !== undefined && at >= last && at - last < dayMs) return;
    last = at;
    await work();
  };
}
