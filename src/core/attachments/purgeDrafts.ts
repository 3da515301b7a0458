import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expiredTwice } from '../files/expiredTwice.ts';
import { fileStats, idsIn } from '../files/ifExists.ts';
import type { OwnerLocks } from '../files/locks/ownerLocks.ts';
import type { AttachmentDrafts } from './attachmentDrafts.ts';

/** Age at which abandoned attachments expire, in milliseconds. */
const staleMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Deletes attachments left behind thirty days ago, after two checks (see `expiredTwice`). Those of a tab open here or in
 * another window stay: their thirty days start when it was last seen open. A background tab that VS Code has not restored yet
 * names no chat, so only their age protects its attachments. `locks`: those of the chats.
 */
export async function purgeDrafts(
  { folder, openHere }: Pick<AttachmentDrafts, 'folder' | 'openHere'>,
  locks: Pick<OwnerLocks, 'take' | 'isTaken'>,
  now: number,
): Promise<void> {
  const ids = await idsIn(folder, '.json');
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
    // Its tab may be coming back right now, here or elsewhere.
    if (await locks.isTaken(id)) continue;
    const hold = await locks.take(id);
    if (hold) await rm(pathOf(id), { force: true });
    await hold?.release();
  }
}
