import { runCsv, runJsonLines } from '../../../core/promptSets/report/exportedRun.ts';
import { intervalBar } from '../../../core/promptSets/report/intervalBar.ts';
import { runFindings } from '../../../core/promptSets/report/runFindings.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { runReport } from '../../../core/promptSets/transfer/runReport.ts';
import { judgeNotices, judgeTexts } from '../../../core/promptSets/words/judgeText.ts';
import { ratingTexts } from '../../../core/promptSets/words/preferenceText.ts';
import type { RunComparison } from '../../../protocol/run.ts';
import { exportFile } from '../../shared/exportFile.ts';
import { fileName } from '../../shared/text/shownPath.ts';
import { plural, t } from '../../shared/text/t.ts';
import { type RunServices, runSituation } from '../runServices.ts';
import { runDisplay } from '../words/failureText.ts';

/**
 * *Export…*: asks for the format and a location, possibly remote, and writes the run there as it is now; a report with the comparison
 * that its page shows.
 */
export async function exportRun(
  file: RunFile,
  parts: Pick<RunServices, 'runs' | 'connections'> & { exportForCi: (file: RunFile) => Promise<void> },
  comparison?: RunComparison,
): Promise<void> {
  const { set, createdAt } = file.run;
  // The Swedish locale writes dates as in ISO 8601.
  const day = new Intl.DateTimeFormat('sv-SE').format(createdAt);
  await exportFile({
    title: t('Export Run'),
    name: `${fileName(set.name.replace(/\.\w+$/u, ''), 'prompts')} ${t('run')} ${day}`,
    formats: [
      {
        label: 'CSV',
        description: t('for a spreadsheet, one answer per row'),
        suffix: 'csv',
        content: () => runCsv(file),
      },
      {
        label: 'JSONL',
        description: t('for programs, one prompt per line with all its answers'),
        suffix: 'jsonl',
        content: () => runJsonLines(file),
      },
      {
        label: 'Markdown',
        description: t('a report to read, with the verdict'),
        suffix: 'md',
        content: () => reportOf(file, parts, comparison),
      },
      {
        label: t('CI Folder…'),
        description: t('to run the set without VS Code, with these outcomes as a baseline'),
        exportFolder: () => parts.exportForCi(file),
      },
    ],
    said: (place) => [
      plural(
        file.run.prompts,
        'The run of 1 prompt was exported to {1}.',
        'The run of {0} prompts was exported to {1}.',
        place,
      ),
    ],
  });
}

/** Returns a run's report, in Markdown. */
export async function reportOf(
  file: RunFile,
  { runs, connections }: Pick<RunServices, 'runs' | 'connections'>,
  comparison?: RunComparison,
): Promise<string> {
  const situation = runSituation(file, { runs }, await runs.isElsewhere(file.run.id));
  const findings = await runFindings(file, runs.verdictThread, situation);
  const display = runDisplay(file.run, connections);
  const preferred = {
    rated: ratingTexts(findings, display),
    judged: judgeTexts(findings, display),
    judgeNotices: judgeNotices(findings, situation, display),
  };
  const shown = { connections, comparison, preferred, barOf: intervalBar };
  return runReport(file, { findings, display, situation, ...shown });
}
