import type { Lora } from '../../api/types.ts';
import { eachLimited } from '../../base/eachLimited.ts';
import { DeletionAttempt } from './attempt.ts';
import type { Deletion } from './deletion.ts';
import { type DeletionEntry, isGone } from './outcome.ts';
import { settle } from './settle.ts';

/** Number of LoRAs that are checked and deleted at once. */
const lanes = 4;

/**
 * Deletes the LoRAs, each retrieved again just before. Nothing is sent before it is recorded, nor once the connection is read-only,
 * moved or removed, its API key or headers have changed, or another window has taken over. It ends early only then, by `stop` or
 * `interrupt`, on a fault of the disk or our own, or if going on is hopeless (`Streak`). Never rejects because of the service or the
 * disk.
 */
export async function runDeletion(deletion: Deletion): Promise<DeletionEntry[]> {
  deletion.tell();
  await eachLimited(deletion.loras, lanes, (lora) => deleteEntry(deletion, lora));
  const entries = await settled(deletion);
  const { ended, options } = deletion;
  if (ended !== 'interrupted') await deletion.written(() => options.record.ended(ended));
  return entries;
}

async function deleteEntry(deletion: Deletion, lora: Lora): Promise<void> {
  if (!deletion.writable()) return;
  await deletion.options.during(lora.name, async () => {
    const outcome = await new DeletionAttempt(lora, deletion).run();
    deletion.outcomes.set(lora.name, outcome);
    return { isGone: isGone(outcome) };
  });
  deletion.tell();
}

/** Returns all entries, after a list has settled those that need it. */
async function settled(deletion: Deletion): Promise<DeletionEntry[]> {
  const { agreed, connection, record, during } = deletion.options;
  const { client, credentials } = agreed;
  const entries = deletion.loras.map((lora): DeletionEntry => {
    const untried = deletion.isUnsettled(lora.name) ? ({ is: 'unknown' } as const) : deletion.notTried();
    return { lora, outcome: deletion.outcomes.get(lora.name) ?? untried, credentials };
  });
  const isMoved = connection()?.baseUrl !== agreed.connection.baseUrl;
  if (isMoved || deletion.gone.aborted || !(await deletion.checkCredentials())) return entries;
  try {
    const result = await settle(entries, {
      lister: client,
      credentials,
      options: { signal: deletion.gone, onWait: deletion.nextOnWait() },
      write: async (name, outcome) => {
        await deletion.written(() => record.outcome(name, outcome));
        if (isGone(outcome)) await during(name, () => Promise.resolve({ isGone: true }));
      },
    });
    return result.entries;
  } catch (error) {
    if (!deletion.gone.aborted) deletion.failed(error, true);
    return entries;
  }
}
