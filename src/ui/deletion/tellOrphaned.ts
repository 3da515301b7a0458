import * as vscode from 'vscode';
import type { Logger } from '../../api/index.ts';
import type { BulkFiles } from '../../core/deletion/bulkFiles.ts';
import { errorCode } from '../../core/files/atomicFile.ts';
import { reportingErrors } from '../errors/showError.ts';
import type { BulkCommands } from './bulkCommands.ts';
import type { BulkReports, OpenReport } from './bulkReports.ts';
import { countsText, placeName } from './bulkWords.ts';

interface Parts {
  files: Pick<BulkFiles, 'orphaned'>;
  reports: BulkReports;
  commands: Pick<BulkCommands, 'offer'>;
  log: Logger;
}

/**
 * Finds bulk deletions whose window is gone before anybody saw how they ended, and tells the person, once for each. Sends
 * nothing: *Check Now* on the report does.
 */
export async function tellOrphaned({ files, reports, commands, log }: Parts): Promise<void> {
  for (const { id, file, kept } of await files.orphaned()) {
    const { connection, at, endedAt, entries, isTold } = kept;
    const report: OpenReport = { id, connection, at, endedAt, entries, bulks: [{ id, file }] };
    reports.add(report);
    if (isTold) continue;
    try {
      await file.told();
    } catch (error) {
      // The next window tells of it once more, which is better than nobody now.
      log.warn(
        `It could not be noted that a bulk deletion was told of: ${errorCode(error) ?? String(error)}`,
      );
    }
    const place = placeName(connection);
    const text =
      endedAt === undefined
        ? vscode.l10n.t('The deletion from {0} ended with its window: {1}', place, countsText(entries))
        : vscode.l10n.t('The deletion from {0} has ended: {1}', place, countsText(entries));
    void reportingErrors(log, 'tellOrphaned', () => commands.offer(report, text));
  }
}
