import { type ModelJudgeVerdict, runJudgeVerdicts } from '../judge/runJudgeVerdicts.ts';
import type { RunFile } from '../run/runFile.ts';
import type { RunIndex } from '../run/runIndex.ts';
import { comparedModels, type Run } from '../run/runRecord.ts';
import { type RatedPair, type RatingVerdict, ratingVerdict } from '../verdict/ratingVerdict.ts';
import { ratingsTogether } from '../verdict/verdictsTogether.ts';
import type { VerdictMaker } from '../worker/verdictThread.ts';
import { type ModelSummary, runSummary } from './runSummary.ts';
import { type RunTags, runTags } from './runTags.ts';
import { type ModelVerdict, runVerdicts } from './runVerdicts.ts';

type IndexedRun = Pick<RunFile, 'run' | 'index'>;

/** What is known of a run beside its file. */
export interface RunSituation {
  /** This window sends requests for its answers. */
  isAsking?: boolean;
  /** This window asks a judge about them. */
  isJudging?: boolean;
  /** Another window has it. */
  isElsewhere?: boolean;
  /** The smallest difference that matters, from 0 to 1. */
  minimumDifference: number;
}

/** How far a run is, in answers. `running`: requests are being sent. `earlier`: it is the earlier one of two that are compared. */
export interface RunProgress {
  state: RunIndex['state'] | 'running' | 'earlier';
  done: number;
  of: number;
}

/** How a run stands: what is known of it at once. */
export interface RunStanding {
  run: Run;
  progress: RunProgress;
  failed: number;
  /** How many answers have something to check that was not checked. */
  unchecked: number;
  /** What counts once: a prompt with one answer, or, by its mean, a repeated prompt or a group. */
  unit: 'prompt' | 'repeated' | 'group';
  /** The smallest difference that matters, from 0 to 1. */
  minimumDifference: number;
}

/** What the last finished round of ratings says of a model, by the model's number, compared with the base. */
export interface ModelRatingVerdict {
  model: number;
  verdict: RatingVerdict;
  /** How many prompts were rated, and skipped. */
  rated: number;
  skipped: number;
}

/** All that a run found, to be worded by `core/promptSets/words`; of each model that there is something to say of. */
export interface RunFindings extends RunStanding {
  summaries: ModelSummary[];
  /** By checks. */
  verdicts: ModelVerdict[];
  ratings: ModelRatingVerdict[];
  judged: ModelJudgeVerdict[];
  /** Absent if the set has none. */
  tags?: RunTags;
}

/** Gathers what a run found, which takes a while for many answers. */
export async function runFindings(
  file: IndexedRun,
  thread: VerdictMaker,
  situation: RunSituation,
): Promise<RunFindings> {
  const { minimumDifference } = situation;
  const tags = await runTags(file);
  const [judged, summaries, verdicts] = await Promise.all([
    runJudgeVerdicts(file),
    runSummary(file),
    runVerdicts(file, thread, { minimumDifference, tagged: tags }),
  ]);
  const ratings = runRatingVerdicts(file);
  return { ...runStanding(file, situation), summaries, verdicts, ratings, judged, ...(tags && { tags }) };
}

export function runStanding({ run, index }: IndexedRun, situation: RunSituation): RunStanding {
  const { state, answered: done, size: of, failed } = index;
  return {
    ...{ run, failed, unchecked: index.unchecked(), minimumDifference: situation.minimumDifference },
    progress: { state: isRunning({ index }, situation) ? 'running' : state, done, of },
    unit: index.hasGroups ? 'group' : run.repetitions > 1 ? 'repeated' : 'prompt',
  };
}

/** Whether requests are sent for a run, here or by another window, which may also have it to rate its answers. */
export function isRunning(
  { index }: Pick<RunFile, 'index'>,
  { isAsking = false, isElsewhere = false }: Omit<RunSituation, 'minimumDifference'>,
): boolean {
  return isAsking || (isElsewhere && index.state === 'begun');
}

/** What a list shows of a run. */
export type ListedFindings = Pick<RunFindings, 'verdicts' | keyof RunStanding>;

/** Gathers it: without verdicts while answers are asked for, before one of them is final, since they take a while. */
export async function listedFindings(
  file: IndexedRun,
  thread: VerdictMaker,
  { isAsked, minimumDifference }: { isAsked: boolean; minimumDifference: number },
): Promise<ListedFindings> {
  const { run, index } = file;
  const isAnyFinal = index.isComplete(0) && comparedModels(run).some((model) => index.isComplete(model));
  return isAnyFinal || (!isAsked && index.answered > 0)
    ? runFindings(file, thread, { minimumDifference })
    : { ...runStanding(file, { minimumDifference }), verdicts: [] };
}

/** Judges the models whose answers were rated. What is not finished yet is no part of it: it is blind still. */
export function runRatingVerdicts({ run, index }: IndexedRun): ModelRatingVerdict[] {
  const judged = [...run.models.keys()].flatMap((model) => {
    const round = index.ratings.of(model).finished;
    if (!round) return [];
    const choices = Object.entries(round.choices);
    const pairs = choices.map(
      ([prompt, preferred]): RatedPair => ({ unit: index.unitOf(Number(prompt)), preferred }),
    );
    const skipped = pairs.filter(({ preferred }) => preferred === 'skipped').length;
    return [{ model, verdict: ratingVerdict(pairs), rated: pairs.length - skipped, skipped }];
  });
  return ratingsTogether(judged);
}
