import { WorkQueue } from '../../base/workQueue.ts';
import { DeletionJournal } from '../../core/deletion/journal.ts';
import { OpenDeletions } from '../../core/deletion/openDeletions.ts';
import { OwnerLocks } from '../../core/files/locks/ownerLocks.ts';
import { modelFrom } from '../models/modelArguments.ts';
import { lorasAmong } from './chooseLoras.ts';
import { showDeletedLoras } from './deletedLoras.ts';
import { DeleteMany, type DeleteManyParts } from './deleteMany.ts';
import { DeleteOne } from './deleteOne.ts';
import { DeletionRunner, type DeletionRunnerParts } from './deletionRunner.ts';
import { DeletionReports } from './reports.ts';
import { tellOrphaned } from './tellOrphaned.ts';

interface DeletionParts
  extends Omit<DeletionRunnerParts, 'open'>,
    Pick<DeleteManyParts, 'view' | 'isInSight' | 'documents'> {
  /** The file with every deletion, and the folder with those whose outcome the user has not seen yet. */
  journalPath: string;
  openFolder: string;
}

/** Builds everything that deletes, and what shows it. */
export function buildDeletions(given: DeletionParts) {
  const { documents, log, journalPath, openFolder } = given;
  const journal = new DeletionJournal(journalPath);
  const locks = new OwnerLocks(openFolder, log);
  const open = new OpenDeletions(openFolder, journal, locks, log);
  const reports = new DeletionReports(documents, open);
  const runner = new DeletionRunner({ ...given, open });
  const parts = { ...given, journal, open, reports, runner };
  const one = new DeleteOne(parts);
  const many = new DeleteMany(parts);
  const looks = new WorkQueue();

  /** Runs one search at a time: a later call waits for the earlier ones. */
  function tellAll(): Promise<void> {
    return looks.run(() => tellOrphaned({ ...parts, many }));
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
      await showDeletedLoras({ ...parts, many });
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
