import { errorCode, errorTrace, failureLine } from '../../../core/files/errorCode.ts';
import { runJudgeVerdicts } from '../../../core/promptSets/judge/runJudgeVerdicts.ts';
import { runRatingVerdicts } from '../../../core/promptSets/report/runRatingVerdicts.ts';
import { runSummary } from '../../../core/promptSets/report/runSummary.ts';
import { runVerdicts } from '../../../core/promptSets/report/runVerdicts.ts';
import type { AskJob } from '../../../core/promptSets/run/askJob.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { AskEnd } from '../../../core/promptSets/run/windowRuns.ts';
import type { RunState } from '../../../protocol/run.ts';
import { minimumDifference } from '../../shared/settings.ts';
import { t } from '../../shared/text/t.ts';
import { endText } from '../words/endText.ts';
import { failureTexts, judgeFailureText } from '../words/failureText.ts';
import { howComputed } from '../words/howComputed.ts';
import { modelNames } from '../words/runFacts.ts';
import { isRunning } from '../words/runNotices.ts';
import { verdictSubject } from '../words/runVerdictTexts.ts';
import type { RunPageParts } from './runPageParts.ts';
import { type RunReport, runState } from './runState.ts';
import { unaskableModels } from './unaskableModels.ts';

/** What stands above the rows of a run's page, and what is known for that. */
export class RunHead {
  readonly #parts: RunPageParts;
  readonly #file: RunFile;
  /** Another window has the run. */
  #isElsewhere = false;
  #end: string | undefined;
  #failure: string | undefined;
  #report: RunReport | undefined;

  constructor(file: RunFile, parts: RunPageParts) {
    this.#file = file;
    this.#parts = parts;
  }

  /** The models, as they are shown. */
  get names(): string[] {
    return modelNames(this.#file.run.models, this.#parts.connections);
  }

  /** Whether answers are being asked for, here or by another window. */
  get isRunning(): boolean {
    const file = this.#file;
    const isAsking = this.#parts.runs.asking(file.run.id)?.job.is === 'answers';
    return isRunning(file, { isAsking, isElsewhere: this.#isElsewhere });
  }

  /** Whether requests are being sent, also to a judge. */
  get isBusy(): boolean {
    return this.isRunning || this.#parts.runs.asking(this.#file.run.id) !== undefined;
  }

  /** Whether it may change without an event: a time that passes, a window that is closed. */
  get isMoving(): boolean {
    return this.#isElsewhere || this.#file.index.state === 'begun';
  }

  /** Whether there are a summary and verdicts, perhaps of earlier answers. */
  get isComputed(): boolean {
    return this.#report !== undefined;
  }

  /** Call when this window asks no more. */
  ended(end: AskEnd, job: AskJob): void {
    this.#end = endText(end, job);
  }

  /** Call when results could not be read. */
  failed(error: unknown): void {
    this.#parts.log.error(`A run could not be shown: ${errorTrace(error)}`);
    const code = errorCode(error);
    if (code === undefined) this.#failure = t('Something went wrong. See the log.');
    else if (code === 'ENOENT')
      this.#failure = t('The results of this run are gone: another window or program deleted them.');
    else this.#failure = t("The results of this run can't be read ({0}). The log says more.", code);
  }

  /** Call once results were read. */
  recovered(): void {
    this.#failure = undefined;
  }

  /** Looks which window has the run. */
  async look(): Promise<void> {
    const { runs, log } = this.#parts;
    const file = this.#file;
    try {
      const isElsewhere = !file.isOwned && (await runs.isElsewhere(file.run.id));
      // The last that the other window wrote may not be read yet.
      if (this.#isElsewhere && !isElsewhere) await file.refresh();
      this.#isElsewhere = isElsewhere;
    } catch (error) {
      log.warn(failureLine('Which window has a run could not be read', error));
    }
  }

  /** Computes the summary and the verdicts anew, which takes a while for many answers. */
  async compute(): Promise<void> {
    const file = this.#file;
    const [judged, summaries, verdicts] = await Promise.all([
      runJudgeVerdicts(file),
      runSummary(file),
      runVerdicts(file, { minimumDifference: minimumDifference.value }),
    ]);
    this.#report = { summaries, verdicts, judged };
  }

  state(): RunState {
    const { runs, connections } = this.#parts;
    const file = this.#file;
    const asking = runs.asking(file.run.id);
    return runState(file, {
      ...{ names: this.names, asking, isElsewhere: this.#isElsewhere, report: this.#report },
      connections,
      errorWords: failureTexts(file.run, connections),
      judgeErrorWords: judgeFailureText(connections),
      unaskable: unaskableModels(file.run, this.names, this.#parts),
      alert: this.#failure ?? (asking ? undefined : this.#end),
      minimumDifference: minimumDifference.value,
    });
  }

  /** Opens *How This Is Computed* as a preview. */
  async openComputation(): Promise<void> {
    if (!this.#report) await this.compute();
    const { summaries, verdicts, judged } = this.#report ?? { summaries: [], verdicts: [], judged: [] };
    const file = this.#file;
    const { names, isRunning } = this;
    const about = { names, isRunning, minimumDifference: minimumDifference.value };
    const text = howComputed({
      ...{ run: file.run, names, summaries, verdicts, ratings: runRatingVerdicts(file), judged },
      subjectOf: (model) => verdictSubject(file, model, about),
    });
    await this.#parts.documents.openPreview(file.run.id, `${t('How This Is Computed')}.md`, text);
  }
}
