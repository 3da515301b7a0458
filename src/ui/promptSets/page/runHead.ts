import { errorCode, errorTrace, failureLine } from '../../../core/files/errorCode.ts';
import type { AskJob } from '../../../core/promptSets/ask/askJob.ts';
import type { AskEnd } from '../../../core/promptSets/ask/windowRuns.ts';
import { begunRating } from '../../../core/promptSets/rate/ratablePrompts.ts';
import {
  isRunning,
  type RunFindings,
  type RunSituation,
  runFindings,
  runStanding,
} from '../../../core/promptSets/report/runFindings.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { howComputed } from '../../../core/promptSets/words/howComputed.ts';
import { modelNames } from '../../../core/promptSets/words/runFacts.ts';
import type { RunState } from '../../../protocol/run.ts';
import { t } from '../../shared/text/t.ts';
import type { RunPageServices } from '../runServices.ts';
import { runSituation } from '../runServices.ts';
import { endText } from '../words/endText.ts';
import { runState } from './runState.ts';

/** What stands above the rows of a run's page, and what is known for that. */
export class RunHead {
  readonly #services: RunPageServices;
  readonly #file: RunFile;
  /** Another window has the run. */
  #isElsewhere = false;
  #end: string | undefined;
  #failure: string | undefined;
  #findings: RunFindings | undefined;
  #begunRating: RunState['begunRating'];

  constructor(file: RunFile, services: RunPageServices) {
    this.#file = file;
    this.#services = services;
  }

  /** The models, as they are shown. */
  get names(): string[] {
    return modelNames(t, this.#file.run.models, this.#services.connections);
  }

  /** Whether answers are being asked for, here or by another window. */
  get isRunning(): boolean {
    return isRunning(this.#file, this.#situation);
  }

  /** Whether requests are being sent, also to a judge. */
  get isBusy(): boolean {
    return this.isRunning || this.#services.runs.asking(this.#file.run.id) !== undefined;
  }

  /** Whether it may change without an event: a time that passes, a window that is closed. */
  get isMoving(): boolean {
    return this.#isElsewhere || this.#file.index.state === 'begun';
  }

  /** Whether there are a summary and verdicts, perhaps of earlier answers. */
  get isComputed(): boolean {
    return this.#findings !== undefined;
  }

  /** Call when this window asks no more. */
  ended(end: AskEnd, job: AskJob): void {
    this.#end = endText(end, job);
  }

  /** Call when results could not be read. */
  failed(error: unknown): void {
    this.#services.log.error(`A run could not be shown: ${errorTrace(error)}`);
    const code = errorCode(error);
    if (code === undefined) this.#failure = t('Something went wrong. See the log.');
    else if (code === 'ENOENT')
      this.#failure = t('The results of this run are gone: another window or program deleted them.');
    else this.#failure = t("The results of this run can't be read ({0}). See the log.", code);
  }

  /** Call once results were read. */
  recovered(): void {
    this.#failure = undefined;
  }

  /** Looks which window has the run. */
  async look(): Promise<void> {
    const { runs, log } = this.#services;
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

  /** Gathers anew what the run found, which takes a while for many answers. */
  async compute(): Promise<void> {
    this.#findings = await this.#found();
    this.#begunRating = await begunRating(this.#file);
  }

  state(): RunState {
    const [situation, findings] = [this.#situation, this.#current];
    const isAsked = this.#services.runs.asking(this.#file.run.id) !== undefined;
    // Another window may have gone on since.
    const isOver = isAsked || this.#file.index.state === 'complete';
    const alert = this.#failure ?? (isOver ? undefined : this.#end);
    const begun = this.#begunRating;
    return runState(this.#file, { situation, findings, alert, begunRating: begun }, this.#services);
  }

  /** Opens *How This Is Computed* as a preview. */
  async openComputation(): Promise<void> {
    const findings = this.#current ?? (await this.#found());
    const text = howComputed(findings, { t, names: this.names });
    await this.#services.documents.openPreview(this.#file.run.id, `${t('How This Is Computed')}.md`, text);
  }

  #found(): Promise<RunFindings> {
    return runFindings(this.#file, this.#services.runs.verdictThread, this.#situation);
  }

  get #situation(): RunSituation {
    return runSituation(this.#file, this.#services, this.#isElsewhere);
  }

  /** What was computed last, and how the run stands now. */
  get #current(): RunFindings | undefined {
    return this.#findings && { ...this.#findings, ...runStanding(this.#file, this.#situation) };
  }
}
