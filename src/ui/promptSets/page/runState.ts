import { cleanText } from '../../../core/cleanText.ts';
import { isOpenAi } from '../../../core/connections/connection.ts';
import { findModel } from '../../../core/models/catalog.ts';
import { answersJob, missingRequests } from '../../../core/promptSets/ask/askJob.ts';
import type { Asking } from '../../../core/promptSets/ask/windowRuns.ts';
import {
  isRunning,
  type RunFindings,
  type RunSituation,
} from '../../../core/promptSets/report/runFindings.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { answeredStates } from '../../../core/promptSets/run/runIndex.ts';
import { comparedModels, type Run } from '../../../core/promptSets/run/runRecord.ts';
import { judgeNotices, judgeTexts } from '../../../core/promptSets/words/judgeText.ts';
import { ratingTexts } from '../../../core/promptSets/words/preferenceText.ts';
import { runFacts } from '../../../core/promptSets/words/runFacts.ts';
import { runNotices } from '../../../core/promptSets/words/runNotices.ts';
import { runVerdictTexts } from '../../../core/promptSets/words/runVerdictTexts.ts';
import { callErrorTexts, summaryHeadings, summaryRow } from '../../../core/promptSets/words/summaryText.ts';
import { tagLines } from '../../../core/promptSets/words/tagText.ts';
import { isKeyRefused } from '../../../core/testRequests/testRequest.ts';
import type { RunState } from '../../../protocol/run.ts';
import { plural, t } from '../../shared/text/t.ts';
import type { RunServices } from '../runServices.ts';
import { runDisplay } from '../words/failureText.ts';
import { requestsText } from '../words/requestsText.ts';
import { runProgressText } from '../words/runProgressText.ts';

/** What is known of a run for its page. */
export interface PagedRun {
  situation: RunSituation;
  /** Absent until they are gathered. */
  findings: RunFindings | undefined;
  /** Of the rating that was begun and left. */
  begunRating: RunState['begunRating'];
  alert: string | undefined;
}

/** Returns all that stands above the rows of a run's page. */
export function runState(
  file: RunFile,
  { situation, findings, begunRating, alert }: PagedRun,
  services: Pick<RunServices, 'runs' | 'connections' | 'catalogs' | 'pending'>,
): RunState {
  const { run, index, isNewer } = file;
  const { runs, connections } = services;
  const display = runDisplay(run, connections);
  const unaskable = unaskableModels(run, display.names, services);
  const asking = runs.asking(run.id);
  const isSent = isRunning(file, situation);
  const mayAdd = !isSent && !asking && !situation.isElsewhere && !isNewer;
  const missing = mayAdd ? missingIn(file, unaskable) : 0;
  const goOn =
    missing > 0 && index.models.gaveUp.size > 0
      ? [t('Once that is solved, choose Run Missing. It asks only for what failed or is missing.')]
      : [];
  const models = run.models.map(({ isNoiseFloor = false }, at) => ({
    name: display.names[at] ?? '',
    isBase: at === 0,
    isNoiseFloor,
  }));
  const hasAnswers = (at: number) => answeredStates.some((state) => index.counts(at)[state] > 0);
  const others = comparedModels(run);
  const canRate = hasAnswers(0) && others.some(hasAnswers);
  return {
    runId: run.id,
    title: cleanText(run.set.name, 120),
    facts: runFacts(t, run, connections),
    models,
    repetitions: run.repetitions,
    prompts: run.prompts,
    ...((isSent || asking) && { progress: progressOf(file, asking) }),
    missing,
    ...(missing > 0 && refusedKey(file) && { isKeyRefused: true as const }),
    ...(missing > 0 && { missingTitle: missingText(file, connections) }),
    isWaiting: mayAdd && index.state === 'waiting',
    notices: [
      ...runNotices(file, situation, display),
      ...goOn,
      ...unaskable.values(),
      ...(findings ? judgeNotices(findings, situation, display) : []),
    ],
    ...(alert !== undefined && { alert }),
    verdicts: findings
      ? [runVerdictTexts, ratingTexts, judgeTexts].flatMap((texts) => texts(findings, display))
      : [],
    headings: summaryHeadings(t, run),
    summary: findings?.summaries.map((one) => summaryRow(t, one, findings)) ?? [],
    callErrors: findings ? callErrorTexts(findings, display) : [],
    tagLines: findings ? tagLines(findings, display) : [],
    canRate,
    ...(begunRating && { begunRating }),
    isRated: others.some((at) => index.ratings.of(at).finished !== undefined),
    isJudged: others.some((at) => index.judgments.of(at) !== undefined),
    canJudge: canRate && mayAdd,
    canRunBaseAgain: mayAdd && others.length > 0 && others.length + 1 === models.length && !unaskable.has(0),
  };
}

/** Returns the model that was asked no more since the key of its connection was refused. */
export function refusedKey({ run, index }: RunFile): Run['models'][number] | undefined {
  return run.models.find((_, at) => isKeyRefused({ error: index.models.gaveUp.get(at) }));
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
function missingText(file: RunFile, connections: RunServices['connections']): string {
  const unchecked = file.index.unchecked();
  return [
    requestsText(missingRequests(file), connections),
    unchecked > 0 ? plural(unchecked, '1 answer is checked again', '{0} answers are checked again') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Returns how many answers are missing or failed that could be asked for, and how many are unchecked. */
function missingIn({ run, index }: RunFile, unaskable: ReadonlyMap<number, string>): number {
  return run.models.reduce(
    (sum, _, model) => sum + (unaskable.has(model) ? 0 : index.unanswered(model)),
    index.unchecked(),
  );
}

/** Returns, by their numbers, the models of a run that can't be asked, and why, in a sentence. */
function unaskableModels(
  { models }: Run,
  names: readonly string[],
  { connections, catalogs, pending }: Pick<RunServices, 'connections' | 'catalogs' | 'pending'>,
): Map<number, string> {
  const found = new Map<number, string>();
  for (const [at, { connectionId, name, isNoiseFloor }] of models.entries()) {
    const shown = names[at] ?? '';
    const connection = connections.byId(connectionId);
    // It is the base's.
    if (isNoiseFloor && found.has(0)) continue;
    if (!connection) {
      found.set(at, t('The connection of {0} was removed, so it is no longer available.', shown));
      continue;
    }
    const catalog = catalogs.of(connection);
    if (catalog.state === 'noKey' && !isOpenAi(connection)) {
      const text = t(
        "There is no API key for {0}, so {1} can't be asked. Set the key in the Models view.",
        connection.name,
        shown,
      );
      found.set(at, text);
      continue;
    }
    const isMissed = catalog.state === 'fresh' && !isOpenAi(connection) && !findModel(catalog, name);
    if (pending.isDeleted({ connectionId, kind: 'lora', name }))
      found.set(at, t('{0} was deleted, so it is no longer available.', shown));
    else if (isMissed)
      found.set(at, t('{0} no longer lists {1}, so it is no longer available.', connection.name, shown));
  }
  return found;
}
