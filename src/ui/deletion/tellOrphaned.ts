import type { OpenDeletions } from '../../core/deletion/openDeletions.ts';
import { failureLine } from '../../core/files/errorCode.ts';
import { reportingErrors } from '../shared/errors/showError.ts';
import { placeName } from '../shared/text/placeName.ts';
import { t } from '../shared/text/t.ts';
import type { DeleteMany } from './deleteMany.ts';
import type { DeletionServices } from './deletionRunner.ts';
import { countsText } from './deletionText.ts';

/**
 * Finds deletions whose window closed before the user saw the outcome, and tells the user once about each. Sends nothing; *Check
 * Now* on the report does.
 */
export async function tellOrphaned(
  {
    open,
    reports,
    log,
  }: Pick<DeletionServices, 'reports' | 'log'> & {
    open: Pick<OpenDeletions, 'orphaned' | 'told'>;
  },
  many: Pick<DeleteMany, 'offer'>,
): Promise<void> {
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
