import type { Logger } from '../../api/index.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { errorCode } from '../../core/files/errorCode.ts';
import type { DeletedHere } from '../../core/models/catalogLoader.ts';
import type { PendingDeletions } from './pendingDeletions.ts';

/** Returns which LoRAs of a connection this window, or per the journal another on this machine, deleted. Never rejects. */
export function deletedHere(
  connection: Connection,
  pending: Pick<PendingDeletions, 'has' | 'isDeleted'>,
  journalPath: string,
  log: Logger,
): DeletedHere {
  return async (names, since) => {
    const ours = names.filter((name) => {
      const ref = { connectionId: connection.id, kind: 'lora', name } as const;
      return pending.has(ref) || pending.isDeleted(ref);
    });
    if (ours.length === names.length) return new Set(ours);
    return new Set([...ours, ...(await journaled(journalPath, connection, since, log))]);
  };
}

async function journaled(path: string, owner: Connection, since: number, log: Logger): Promise<string[]> {
  try {
    const { DeletionJournal } = await import('../../core/deletion/journal.ts');
    const { entries } = await new DeletionJournal(path).read(() => undefined);
    return entries
      .filter(({ connection, at }) => owner.id === connection.id && Date.parse(at) >= since)
      .map(({ name }) => name);
  } catch (error) {
    log.warn(`The journal of deletions could not be read: ${errorCode(error) ?? 'unknown error'}`);
    return [];
  }
}
