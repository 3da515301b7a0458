import { readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../files/atomicFile.ts';
import { expiredTwice } from '../files/expiredTwice.ts';
import type { OwnerLocks } from '../files/locks/ownerLocks.ts';
import { fileStats } from '../files/manyFiles.ts';
import type { AttachmentDrafts } from './attachmentDrafts.ts';

/** What a window left behind that never came back, in milliseconds. */
const staleMs = 30 * 24 * 60 * 60 * 1000;

const fileName = /^([0-9a-f-]{36})\.json$/u;

/**
 * Deletes attachments that were left behind thirty days ago, by two looks (see `expiredTwice`). What belongs to a tab that is
 * open, here or in another window, stays: its thirty days begin when that was seen last. A tab in the background that VS Code has
 * not brought back yet names no chat, so that its attachments are only as safe as their age. `locks`: those of the chats.
 */
export async function purgeDrafts(
  { folder, openHere }: Pick<AttachmentDrafts, 'folder' | 'openHere'>,
  locks: Pick<OwnerLocks, 'take' | 'isTaken'>,
  now: number,
): Promise<void> {
  const ids = await idsIn(folder);
  const pathOf = (id: string) => join(folder, `${id}.json`);
  const stats = await fileStats(ids.map(pathOf));
  const left: { id: string; expiresAt: number }[] = [];
  for (const [at, id] of ids.entries()) {
    const expiresAt = (stats[at]?.mtimeMs ?? now) + staleMs;
    const isOpen = openHere.has(id) || (expiresAt < now && (await locks.isTaken(id)));
    if (isOpen) await utimes(pathOf(id), new Date(now), new Date(now));
    else left.push({ id, expiresAt });
  }
  for (const { id } of await expiredTwice(left, join(folder, 'expired'), now)) {
    // Its tab may be coming back at this moment, here or elsewhere.
    if (await locks.isTaken(id)) continue;
    const hold = await locks.take(id);
    if (hold) await rm(pathOf(id), { force: true });
    await hold?.release();
  }
}

async function idsIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).flatMap((name) => fileName.exec(name)?.[1] ?? []);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
