import { runJudgeVerdicts } from '../../../core/promptSets/judge/runJudgeVerdicts.ts';
import { runRatingVerdicts } from '../../../core/promptSets/report/runRatingVerdicts.ts';
import { runSummary } from '../../../core/promptSets/report/runSummary.ts';
import { runVerdicts } from '../../../core/promptSets/report/runVerdicts.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { RunComparison } from '../../../protocol/run.ts';
import { minimumDifference as minimumSetting } from '../../shared/settings.ts';
import { t } from '../../shared/text/t.ts';
import type { RunParts } from '../runParts.ts';
import { failureTexts, judgeFailureText } from '../words/failureText.ts';
import { judgeNotices, judgeTexts } from '../words/judgeText.ts';
import { ratingTexts } from '../words/ratingText.ts';
import { modelNames, runFacts } from '../words/runFacts.ts';
import { isRunning, runNotices } from '../words/runNotices.ts';
import { runVerdictTexts } from '../words/runVerdictTexts.ts';
import { summaryHeadings, summaryRow } from '../words/summaryText.ts';
import { escaped, tableText, verdictMarkdown } from './markdown.ts';
import { exampleParts } from './runExamples.ts';

/**
 * Returns a run as a report in Markdown: what it found in words, with bars, what has changed since an earlier run, its figures, and
 * what got worse most.
 */
export async function runReport(
  file: RunFile,
  { runs, connections }: Pick<RunParts, 'runs' | 'connections'>,
  comparison?: RunComparison,
): Promise<string> {
  const { run, index } = file;
  const names = modelNames(run.models, connections);
  const shown = names.map((name, at) => (run.models[at]?.isNoiseFloor ? t('{0} again', name) : name));
  const minimumDifference = minimumSetting.value;
  const isAsking = runs.asking(run.id)?.job.is === 'answers';
  const isElsewhere = !file.isOwned && (await runs.isElsewhere(run.id));
  const isSent = isRunning(file, { isAsking, isElsewhere });
  const errorWords = failureTexts(run, connections);
  const summaries = await runSummary(file);
  const verdicts = await runVerdicts(file, { minimumDifference });
  const said = [
    ...runVerdictTexts(file, verdicts, { names, isRunning: isSent, minimumDifference }),
    ...ratingTexts(runRatingVerdicts(file), names),
  ];
  const judged = await runJudgeVerdicts(file);
  const isJudging = runs.asking(run.id)?.job.is === 'judge';
  const judgeNotes = judgeNotices(judged, isJudging, judgeFailureText(connections));
  const notices = runNotices(file, { names, errorWords, isAsking, isElsewhere });
  const rows = summaries.map((one) => [
    shown[one.model] ?? '',
    ...summaryRow(one, index.hasGroups).cells.map(({ text }) => text),
  ]);
  const parts = [
    `# ${escaped(run.set.name)}`,
    escaped(runFacts(run)),
    ...said.map(verdictMarkdown),
    listText(notices),
    ...(judged.length > 0 ? [`## ${t('Judge')}`] : []),
    ...judgeTexts(judged, names).map(verdictMarkdown),
    listText(judgeNotes),
    ...(comparison ? comparisonParts(comparison) : []),
    `## ${t('Summary')}`,
    tableText([t('model'), ...summaryHeadings()], rows),
    t('Intervals are at 95 %. *How This Is Computed* on the run’s page has the formulas and their sources.'),
    ...(await exampleParts(file, { names: shown, errorWords, isRunning: isSent })),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function comparisonParts({ title, facts, verdicts }: RunComparison): string[] {
  return [
    `## ${escaped(title)}`,
    listText(facts.flatMap(({ name, texts }) => texts.map((text) => t('{0}: {1}', name, text)))),
    ...verdicts.map(verdictMarkdown),
  ];
}

function listText(sentences: readonly string[]): string {
  return sentences.map((sentence) => `- ${escaped(sentence)}`).join('\n');
}
