import { cleanText } from '../../../core/cleanText.ts';
import type { ModelJudgeVerdict } from '../../../core/promptSets/judge/runJudgeVerdicts.ts';
import { runRatingVerdicts } from '../../../core/promptSets/report/runRatingVerdicts.ts';
import type { ModelSummary } from '../../../core/promptSets/report/runSummary.ts';
import type { ModelVerdict } from '../../../core/promptSets/report/runVerdicts.ts';
import { answersJob, missingRequests } from '../../../core/promptSets/run/askJob.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { answeredStates } from '../../../core/promptSets/run/runIndex.ts';
import type { Judging } from '../../../core/promptSets/run/runJudgments.ts';
import { comparedModels } from '../../../core/promptSets/run/runRecord.ts';
import type { Asking } from '../../../core/promptSets/run/windowRuns.ts';
import type { RunState } from '../../../protocol/run.ts';
import type { Connections } from '../../connections/connections.ts';
import { plural, t } from '../../shared/text/t.ts';
import { judgeNotices, judgeTexts } from '../words/judgeText.ts';
import { ratingTexts } from '../words/ratingText.ts';
import { requestsText } from '../words/requestsText.ts';
import { runFacts } from '../words/runFacts.ts';
import { isRunning, type RunSituation, runNotices } from '../words/runNotices.ts';
import { runProgressText } from '../words/runProgressText.ts';
import { runVerdictTexts } from '../words/runVerdictTexts.ts';
import { summaryHeadings, summaryRow } from '../words/summaryText.ts';

/** What takes a while to compute of many answers. */
export interface RunReport {
  summaries: readonly ModelSummary[];
  verdicts: readonly ModelVerdict[];
  judged: readonly ModelJudgeVerdict[];
}

interface StateParts extends Omit<RunSituation, 'isAsking'> {
  connections: Pick<Connections, 'byId'>;
  /** What this window asks. */
  asking: Asking | undefined;
  /** Absent until it is computed. */
  report: RunReport | undefined;
  /** Why models can't be asked any more, by their numbers. */
  unaskable: ReadonlyMap<number, string>;
  alert: string | undefined;
  /** Why requests to a judge failed. */
  judgeErrorWords: (judging: Judging) => string;
  /** From 0 to 1. */
  minimumDifference: number;
}

/** Returns all that stands above the rows of a run's page. */
export function runState(file: RunFile, parts: StateParts): RunState {
  const { run, index, isNewer } = file;
  const { names, asking, isElsewhere, report, unaskable, alert, minimumDifference } = parts;
  const isAsking = asking?.job.is === 'answers';
  const isSent = isRunning(file, { isAsking, isElsewhere });
  const mayAdd = !isSent && !asking && !isElsewhere && !isNewer;
  const missing = mayAdd ? missingIn(file, unaskable) : 0;
  const goOn =
    missing > 0 && index.models.gaveUp.size > 0
      ? [t('Once that is solved, choose Run Missing. It asks only for what failed or is missing.')]
      : [];
  const models = run.models.map(({ isNoiseFloor = false }, at) => ({
    name: names[at] ?? '',
    isBase: at === 0,
    isNoiseFloor,
  }));
  const hasAnswers = (at: number) => answeredStates.some((state) => index.counts(at)[state] > 0);
  const others = comparedModels(run);
  const canRate = hasAnswers(0) && others.some(hasAnswers);
  const about = { names, isRunning: isSent, minimumDifference };
  return {
    runId: run.id,
    title: cleanText(run.set.name, 120),
    facts: runFacts(run),
    models,
    repetitions: run.repetitions,
    prompts: run.prompts,
    ...((isSent || asking) && { progress: progressOf(file, asking) }),
    missing,
    ...(missing > 0 && { missingTitle: missingText(file, parts.connections) }),
    isWaiting: mayAdd && index.state === 'waiting',
    notices: [
      ...runNotices(file, { ...parts, isAsking }),
      ...goOn,
      ...unaskable.values(),
      ...judgeNotices(report?.judged ?? [], asking?.job.is === 'judge', parts.judgeErrorWords),
    ],
    ...(alert !== undefined && { alert }),
    verdicts: report
      ? [
          ...runVerdictTexts(file, report.verdicts, about),
          ...ratingTexts(runRatingVerdicts(file), names),
          ...judgeTexts(report.judged, names),
        ]
      : [],
    headings: summaryHeadings(),
    summary: report?.summaries.map((one) => summaryRow(one, index.hasGroups)) ?? [],
    canRate,
    canJudge: canRate && mayAdd,
    canRunBaseAgain: mayAdd && others.length > 0 && others.length + 1 === models.length && !unaskable.has(0),
  };
}

function progressOf(file: RunFile, asking: Asking | undefined): NonNullable<RunState['progress']> {
  const { run, index } = file;
  const { is, progress } = asking?.job ?? answersJob;
  const { done, of } = progress(file);
  if (is === 'judge') {
    const text = runProgressText({ done, of, left: of - done }, asking);
    return { done, of, text: t('Judge: {0}', text), canStop: true };
  }
  const left = run.models.reduce((sum, _, model) => {
    const { missing, sent } = index.counts(model);
    return sum + (index.models.gaveUp.has(model) ? 0 : missing + sent);
  }, 0);
  return { done, of, text: runProgressText({ done, of, left }, asking), canStop: asking !== undefined };
}

/** Says what *Run Missing* does. */
function missingText(file: RunFile, connections: StateParts['connections']): string {
  const unchecked = file.index.unchecked();
  return [
    requestsText(missingRequests(file), connections),
    unchecked > 0 ? plural(unchecked, '1 answer is checked again', '{0} answers are checked again') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Returns how many answers are missing or failed that could be asked for, and how many are unchecked. */
function missingIn({ run, index }: RunFile, unaskable: StateParts['unaskable']): number {
  return run.models.reduce((sum, _, model) => {
    const { missing, sent, failed } = index.counts(model);
    return sum + (unaskable.has(model) ? 0 : missing + sent + failed);
  }, index.unchecked());
}
