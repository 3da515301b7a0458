import { exportJudging, judgeFileName } from '../../../core/promptSets/batch/exportJudging.ts';
import type { JudgePlan } from '../../../core/promptSets/judge/judgeRequests.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { sayWarning } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';
import { runTitle } from '../view/runRow.ts';
import { whyNotClaimed } from '../view/withRun.ts';
import { chooseFolder, type ExportParts, tellWritten, writeFiles } from './exportForBatch.ts';

/** *Export for Batch…* of a judge: asks for a folder, writes what the judge would be asked, and says what was written. */
export async function exportJudgingForBatch(
  file: RunFile,
  plan: JudgePlan,
  { runs, copyCommand }: ExportParts,
): Promise<void> {
  const folder = await chooseFolder(
    t('Export for Batch: {0}', runTitle(file.run)),
    judgeFileName(file, plan),
  );
  if (!folder) return;
  const elsewhere = t('Another window has this run. Export it there.');
  const why = await whyNotClaimed(file, { runs }, elsewhere);
  if (why !== undefined) return void sayWarning(t('Nothing was exported. {0}', why));
  try {
    const written = await writeFiles(folder, file, (open, signal) =>
      exportJudging(file, plan, open, { signal }),
    );
    if (!written) return;
    await file.add(written.begun);
    const { files } = written;
    void tellWritten(folder, written, () =>
      copyCommand({ models: [plan.judge] }, { folder: folder.toString(), files }),
    );
  } finally {
    await runs.release(file);
  }
}
