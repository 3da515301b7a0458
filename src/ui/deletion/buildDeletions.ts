import type { Logger } from '../../api/index.ts';
import { DeletionJournal } from '../../core/deletion/journal.ts';
import { OpenDeletions } from '../../core/deletion/openDeletions.ts';
import { failureLine } from '../../core/files/errorCode.ts';
import { OwnerLocks } from '../../core/files/locks/ownerLocks.ts';
import { KeyedQueue } from '../../core/keyedQueue.ts';
import { modelFrom } from '../models/modelArguments.ts';
import { reportingErrors } from '../shared/errors/showError.ts';
import { placeName } from '../shared/text/placeName.ts';
import { t } from '../shared/text/t.ts';
import { lorasAmong } from './chooseLoras.ts';
import { showDeletedLoras } from './deletedLoras.ts';
import { DeleteMany, type DeleteManyParts } from './deleteMany.ts';
import { DeleteOne } from './deleteOne.ts';
import { DeletionRunner, type DeletionRunnerParts } from './deletionRunner.ts';
import { countsText } from './deletionText.ts';
import { DeletionReports } from './reports.ts';

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
  const looks = new KeyedQueue();

  /** Runs one search at a time: a later call waits for the earlier ones. */
  function tellAll(): Promise<void> {
    return looks.run('orphaned', () => tellOrphaned({ ...parts, many }));
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

interface Parts {
  open: Pick<OpenDeletions, 'orphaned' | 'told'>;
  reports: DeletionReports;
  many: Pick<DeleteMany, 'offer'>;
  log: Logger;
}

/**
 * Finds deletions whose window closed before the user saw the outcome, and tells the user once about each. Sends nothing; *Check
 * Now* on the report does.
 */
export async function tellOrphaned({ open, reports, many, log }: Parts): Promise<void> {
  for (const { isTold, ...report } of await open.orphaned()) {
    reports.add(report);
    if (isTold) continue;
    try {
      await open.told(report.id);
    } catch (error) {
      // The next window reports it again, which is better than never.
      log.warn(failureLine('It could not be noted that a deletion was told of', error));
    }
    const place = placeName(report.connection);
    const counts = countsText(report.entries);
    const text =
      report.endedAt === undefined
        ? t('Deletion from {0} was interrupted when its window closed: {1}', place, counts)
        : t('The deletion from {0} has ended: {1}', place, counts);
    void reportingErrors(log, 'tellOrphaned', () => many.offer(report, text));
  }
}
