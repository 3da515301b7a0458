import { WorkQueue } from '../../base/workQueue.ts';
import { DeletionJournal } from '../../core/deletion/journal.ts';
import { OpenDeletions } from '../../core/deletion/openDeletions.ts';
import { OwnerLocks } from '../../core/files/locks/ownerLocks.ts';
import { modelFrom } from '../models/modelArguments.ts';
import type { WindowServices } from '../models/windowServices.ts';
import { lorasAmong } from './chooseLoras.ts';
import { showDeletedLoras } from './deletedLoras.ts';
import { DeleteMany } from './deleteMany.ts';
import { DeleteOne } from './deleteOne.ts';
import { DeletionRunner, type DeletionServices } from './deletionRunner.ts';
import { DeletionReports } from './reportDocuments.ts';
import { tellOrphaned } from './tellOrphaned.ts';

/** Builds everything that deletes, and what shows it. */
export function buildDeletions(
  window: Omit<DeletionServices, 'journal' | 'open' | 'reports' | 'isInSight'> &
    Pick<WindowServices, 'stored'>,
  isInSight: () => boolean,
) {
  const { documents, stored, log } = window;
  const journal = new DeletionJournal(stored('deleted.jsonl'));
  const locks = new OwnerLocks(stored('deletions'), log);
  const open = new OpenDeletions(stored('deletions'), journal, locks, log);
  const reports = new DeletionReports(documents, open);
  const services: DeletionServices = { ...window, journal, open, reports, isInSight };
  const runner = new DeletionRunner(services);
  const one = new DeleteOne(services, runner);
  const many = new DeleteMany(services, runner);
  const looks = new WorkQueue();

  /** Runs one search at a time: a later call waits for the earlier ones. */
  function tellAll(): Promise<void> {
    return looks.run(() => tellOrphaned(services, many));
  }

  return {
    one,
    many,
    /** Deletes all LoRAs among the rows: a command on many rows must not delete only the first. */
    deleteLora(from?: unknown, selection?: unknown): Promise<void> {
      const loras = lorasAmong(from, selection);
      return loras.length > 1 ? many.deleteLoras(loras) : one.deleteLora(modelFrom(from));
    },
    deleteLoras(from?: unknown, selection?: unknown): Promise<void> {
      const loras = lorasAmong(from, selection);
      // The menu for several rows also opens on a row outside of the selection.
      if (modelFrom(from) && loras.length === 1) return one.deleteLora(loras[0]);
      return many.deleteLoras(loras.length > 0 || modelFrom(from) ? loras : undefined);
    },
    tellOrphaned: tellAll,
    /** Shows what was deleted, including the reports left by earlier windows. */
    async showDeleted(): Promise<void> {
      await tellAll();
      await showDeletedLoras(services, many);
    },
    /** Stops running deletions, waits for them, and forgets their reports. */
    async forget(): Promise<void> {
      await runner.stop();
      await reports.forget();
    },
    dispose(): void {
      runner.dispose();
      locks.dispose();
    },
  };
}
