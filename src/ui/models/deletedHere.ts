import type { Logger } from '../../api/index.ts';
import { errorCode } from '../../core/files/atomicFile.ts';
import type { DeletedHere } from '../../core/models/catalogLoader.ts';
import type { PendingDeletions } from './pendingDeletions.ts';

/** Says for a connection which LoRAs this window or, as the journal knows, another one of this machine deleted. Never rejects. */
export function deletedHere(
  pending: Pick<PendingDeletions, 'has' | 'isDeleted'>,
  journalPath: string,
  log: Logger,
): (connectionId: string) => DeletedHere {
  return (connectionId) => async (names, since) => {
    const isOurs = (name: string) => {
      const ref = { connectionId, kind: 'lora', name } as const;
      return pending.has(ref) || pending.isDeleted(ref);
    };
    const ours = names.filter(isOurs);
    if (ours.length === names.length) return new Set(ours);
    return new Set([...ours, ...(await journaled(journalPath, connectionId, since, log))]);
  };
}

async function journaled(path: string, connectionId: string, since: number, log: Logger): Promise<string[]> {
  try {
    const { DeletionJournal } = await import('../../core/deletion/journal.ts');
    const { entries } = await new DeletionJournal(path).read(() => undefined);
    return entries
      .filter(({ connection, at }) => connection.id === connectionId && Date.parse(at) >= since)
      .map(({ name }) => name);
  } catch (error) {
    log.warn(`The journal of deletions could not be read: ${errorCode(error) ?? 'unknown error'}`);
    return [];
  }
}
