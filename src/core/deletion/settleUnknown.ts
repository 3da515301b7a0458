import { ServiceError } from '../../api/serviceError.ts';
import type { CallOptions } from '../../api/types.ts';
import { eachOf } from '../files/manyFiles.ts';
import type { BulkRecord } from './bulkAttempt.ts';
import type { KeptBulk } from './bulkFile.ts';
import { type BulkEntry, type BulkOutcome, keepError } from './bulkOutcome.ts';
import type { LoraRemover } from './deletion.ts';
import type { DeletionJournal } from './journal.ts';

const lanes = 4;

export interface SettleParts {
  kept: Pick<KeptBulk, 'connection' | 'at' | 'retrieved'>;
  remover: Pick<LoraRemover, 'getLora'>;
  journal: Pick<DeletionJournal, 'add' | 'read'>;
  record: Pick<BulkRecord, 'outcome'>;
  options: Pick<CallOptions, 'signal' | 'onRetry' | 'onWaited'>;
}

/**
 * Retrieves each entry whose deletion got no answer, and deletes nothing: it was deleted if the service no longer has it. What
 * can't be retrieved stays unknown. Rejects with the signal's reason, and where the journal or the record can't be written.
 */
export async function settleUnknown(entries: readonly BulkEntry[], parts: SettleParts): Promise<BulkEntry[]> {
  const settled = new Map<string, BulkOutcome>();
  const unknown = entries.filter(({ outcome }) => outcome.is === 'unknown');
  const journaled = await journaledSince(parts);
  await eachOf(unknown, lanes, async ({ lora: { name } }) => {
    const outcome = await lookAt(name, parts);
    // A window that died between the two may have written the journal already.
    if (outcome.is === 'deleted' && !journaled.has(name)) await addToJournal(name, parts);
    await parts.record.outcome(name, outcome);
    settled.set(name, outcome);
  });
  return entries.map(({ lora, outcome }) => ({ lora, outcome: settled.get(lora.name) ?? outcome }));
}

async function lookAt(name: string, { remover, options }: SettleParts): Promise<BulkOutcome> {
  try {
    await remover.getLora(name, options);
    return { is: 'failed', at: 'deletion' };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!(error instanceof ServiceError)) throw error;
    return error.kind === 'notFound'
      ? { is: 'deleted' }
      : { is: 'unknown', error: keepError(error, Date.now()) };
  }
}

async function journaledSince({ kept, journal }: SettleParts): Promise<Set<string>> {
  const { entries } = await journal.read();
  const own = entries.filter(
    (one) => one.connectionId === kept.connection.id && Date.parse(one.at) >= kept.at,
  );
  return new Set(own.map(({ name }) => name));
}

async function addToJournal(name: string, { kept, journal }: SettleParts): Promise<void> {
  const { id, name: connection, baseUrl } = kept.connection;
  const object = kept.retrieved.get(name) ?? { name };
  await journal.add({ connectionId: id, connection, baseUrl, name, source: 'retrieved', object });
}
