import * as vscode from 'vscode';
import { cleanText } from '../../../core/cleanText.ts';
import { debounce } from '../../../core/debounce.ts';
import { errorCode, errorTrace, failureLine } from '../../../core/files/errorCode.ts';
import { runRatingVerdicts } from '../../../core/promptSets/report/runRatingVerdicts.ts';
import { runSummary } from '../../../core/promptSets/report/runSummary.ts';
import { runVerdicts } from '../../../core/promptSets/report/runVerdicts.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { AskEnd } from '../../../core/promptSets/run/windowRuns.ts';
import { saveLatest } from '../../../core/saveLatest.ts';
import { type RunToPage, runToHost } from '../../../protocol/run.ts';
import { reportingErrors } from '../../shared/errors/showError.ts';
import { pageHtml } from '../../shared/pageHtml.ts';
import { handleMessage } from '../../shared/pageMessages.ts';
import { minimumDifference } from '../../shared/settings.ts';
import { t } from '../../shared/text/t.ts';
import { failureTexts } from '../words/failureText.ts';
import { howComputed } from '../words/howComputed.ts';
import { modelNames } from '../words/runFacts.ts';
import { verdictSubject } from '../words/runVerdictTexts.ts';
import { RatingMode } from './ratingMode.ts';
import { RunFeed } from './runFeed.ts';
import { runHandlers } from './runHandlers.ts';
import type { RunPageParts } from './runPageParts.ts';
import { type RunReport, runState } from './runState.ts';
import { unaskableModels } from './unaskableModels.ts';

/** The head of the page follows the answers at this pace. */
const headPace = { restMs: 200, maxMs: 500, isFirstAtOnce: true };

/** Times pass, and other windows begin and end, without an event. In ms. */
const tickMs = 1000;

/** A run's page. What takes a while for many answers is computed apart from the rest, and more seldom. */
export class RunPanel {
  readonly #panel: vscode.WebviewPanel;
  readonly #parts: RunPageParts;
  #file: RunFile;
  readonly #feed: RunFeed;
  readonly #rating: RatingMode;
  readonly #subscriptions: { dispose(): void }[];
  /** There is a page that has asked for its state. */
  #isReady = false;
  #isElsewhere = false;
  #end: AskEnd | undefined;
  #failure: string | undefined;
  #report: RunReport | undefined;
  #seq = 0;
  /** As JSON. */
  #posted = '';
  readonly #showHead = saveLatest(() => this.#postHead());
  readonly #showHeadSoon = debounce(() => void this.#showHead(), headPace);
  readonly #compute = saveLatest(() => this.#computeReport());
  readonly #computeSoon: ReturnType<typeof debounce>;
  readonly #timer = setInterval(() => this.#tick(), tickMs).unref();

  /** Closes the run when the tab is closed. */
  constructor(panel: vscode.WebviewPanel, file: RunFile, parts: RunPageParts) {
    this.#panel = panel;
    this.#file = file;
    this.#parts = parts;
    const { run } = file;
    const maxMs = 1000 + (run.prompts * run.repetitions) / 20;
    this.#computeSoon = debounce(() => void this.#compute(), { restMs: 300, maxMs });
    this.#feed = new RunFeed({
      file: () => this.#file,
      post: (message) => this.#post(message),
      errorWords: (error, model) => failureTexts(this.#file.run, parts.connections)(error, model),
      isRunning: () => this.#isRunning,
    });
    const page = { file: () => this.#file, names: () => this.#names };
    this.#rating = new RatingMode({
      ...{ ...page, runs: parts.runs, log: parts.log },
      post: (message) => this.#post(message),
      onEnd: () => void this.#handle(() => this.#ready()),
    });
    const handlers = runHandlers(
      page,
      {
        ...this.#rating.handlers,
        ready: () => this.#ready(),
        list: (list) => this.#feed.show(list),
        rows: (sight) => this.#feed.rows(sight),
        detail: ({ prompt }) => this.#feed.detail(prompt),
        howComputed: () => this.#openComputation(),
      },
      parts,
    );
    this.#subscriptions = [
      panel.webview.onDidReceiveMessage(
        (raw: unknown) => void this.#handle(() => handleMessage(runToHost, handlers, raw)),
      ),
      // VS Code removes the page of a hidden tab.
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#hide();
      }),
      panel.onDidDispose(() => this.#dispose()),
    ];
    panel.title = cleanText(run.set.name, 60);
    panel.iconPath = new vscode.ThemeIcon('beaker');
    panel.webview.html = pageHtml(panel.webview, parts.extensionUri, 'run');
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  get isVisible(): boolean {
    return this.#panel.visible;
  }

  reveal(): void {
    this.#panel.reveal();
  }

  close(): void {
    this.#panel.dispose();
  }

  /** Call when the run has changed, or a setting or connection that the page shows. */
  follow(): void {
    this.#file = this.#parts.runs.opened(this.#file.run.id) ?? this.#file;
    if (!this.#isReady) return;
    this.#showHeadSoon();
    this.#computeSoon();
  }

  /** Call when this window asks no more. */
  ended(end: AskEnd): void {
    this.#end = end;
    this.follow();
  }

  get #names(): string[] {
    const { connections } = this.#parts;
    return modelNames(this.#file.run.models, (id) => connections.byId(id)?.name);
  }

  get #isRunning(): boolean {
    const { run, index } = this.#file;
    return this.#parts.runs.asking(run.id) !== undefined || (this.#isElsewhere && index.state === 'begun');
  }

  async #ready(): Promise<void> {
    this.#feed.close();
    this.#isReady = true;
    this.#posted = '';
    if (this.#rating.isOn) return this.#rating.show();
    await this.#showHead();
    await this.#compute();
  }

  #hide(): void {
    this.#isReady = false;
    this.#feed.close();
  }

  #tick(): void {
    if (this.#isReady && (this.#isElsewhere || this.#file.index.state === 'begun')) void this.#showHead();
  }

  async #postHead(): Promise<void> {
    const { runs, connections } = this.#parts;
    const file = this.#file;
    const { id } = file.run;
    const wasRunning = this.#isRunning;
    this.#isElsewhere = await this.#lookElsewhere();
    if (!this.#isReady || this.#rating.isOn) return;
    // What it lacked last time is shown as it ends.
    if (wasRunning && !this.#isRunning) this.#computeSoon();
    const state = runState(file, {
      names: this.#names,
      errorWords: failureTexts(file.run, connections),
      asking: runs.asking(id),
      isElsewhere: this.#isElsewhere,
      report: this.#report,
      unaskable: unaskableModels(file.run, this.#names, this.#parts),
      alert: this.#failure ?? endText(runs.asking(id) ? undefined : this.#end),
      minimumDifference: minimumDifference.value / 100,
    });
    const text = JSON.stringify(state);
    if (text === this.#posted) return;
    this.#posted = text;
    this.#seq += 1;
    this.#post({ type: 'state', seq: this.#seq, state });
  }

  async #lookElsewhere(): Promise<boolean> {
    const { runs, log } = this.#parts;
    const file = this.#file;
    try {
      const isElsewhere = !file.isOwned && (await runs.isElsewhere(file.run.id));
      // The last that the other window wrote may not be read yet.
      if (this.#isElsewhere && !isElsewhere) await file.refresh();
      return isElsewhere;
    } catch (error) {
      log.warn(failureLine('Which window has a run could not be read', error));
      return this.#isElsewhere;
    }
  }

  async #computeReport(): Promise<void> {
    if (!this.#isReady || this.#rating.isOn) return;
    const file = this.#file;
    try {
      const [summaries, verdicts] = await Promise.all([
        runSummary(file),
        runVerdicts(file, { minimumDifference: minimumDifference.value / 100 }),
      ]);
      this.#report = { summaries, verdicts };
      await this.#showHead();
      await this.#feed.refresh();
      if (this.#failure === undefined) return;
      this.#failure = undefined;
    } catch (error) {
      this.#fail(error);
    }
    await this.#showHead();
  }

  async #openComputation(): Promise<void> {
    const file = this.#file;
    const about = {
      names: this.#names,
      isRunning: this.#isRunning,
      minimumDifference: minimumDifference.value / 100,
    };
    if (!this.#report) await this.#compute();
    const { summaries, verdicts } = this.#report ?? { summaries: [], verdicts: [] };
    const text = howComputed({
      ...{ run: file.run, names: about.names, summaries, verdicts, ratings: runRatingVerdicts(file) },
      subjectOf: (model) => verdictSubject(file, model, about),
    });
    await this.#parts.documents.open(file.run.id, `${t('How This Is Computed')}.md`, text);
  }

  /** Does what the page asks for. If results can't be read, that stands on the page; of other failures, there is a message. */
  async #handle(work: () => unknown): Promise<void> {
    await reportingErrors(this.#parts.log, 'run', async () => {
      try {
        await work();
      } catch (error) {
        if (errorCode(error) === undefined) throw error;
        this.#fail(error);
        await this.#showHead();
      }
    });
  }

  #fail(error: unknown): void {
    this.#parts.log.error(`A run could not be shown: ${errorTrace(error)}`);
    const code = errorCode(error);
    if (code === undefined) this.#failure = t('Something went wrong. See the log.');
    else if (code === 'ENOENT')
      this.#failure = t('The results of this run are gone: another window or program deleted them.');
    else this.#failure = t("The results of this run can't be read ({0}). The log says more.", code);
  }

  #post(message: RunToPage): void {
    // What is told of the run says whose answers are which.
    if (this.#rating.isOn && message.type !== 'rating') return;
    if (this.#isReady) void this.#panel.webview.postMessage(message);
  }

  #dispose(): void {
    this.#hide();
    clearInterval(this.#timer);
    this.#showHeadSoon.cancel();
    this.#computeSoon.cancel();
    for (const subscription of this.#subscriptions) subscription.dispose();
    void this.#rating.close().then(() => this.#parts.runs.close(this.#file.run.id));
  }
}

/** Says what went wrong when this window asked last. */
function endText(end: AskEnd | undefined): string | undefined {
  switch (end) {
    case 'disk':
      return t(
        "The run stopped: its answers can't be written to this disk. Make space, then choose Run Missing.",
      );
    case 'taken':
      return t('Another window has taken this run over, since this one was silent for too long.');
    default:
      return undefined;
  }
}
