import * as vscode from 'vscode';
import { debounce } from '../../../base/debounce.ts';
import { saveLatest } from '../../../base/saveLatest.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { errorCode } from '../../../core/files/errorCode.ts';
import type { AskJob } from '../../../core/promptSets/run/askJob.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { AskEnd } from '../../../core/promptSets/run/windowRuns.ts';
import { type ComparedWith, type RunComparison, type RunToPage, runToHost } from '../../../protocol/run.ts';
import { reportingErrors } from '../../shared/errors/showError.ts';
import { pageHtml } from '../../shared/pageHtml.ts';
import { handleMessage } from '../../shared/pageMessages.ts';
import { failureTexts } from '../words/failureText.ts';
import { EarlierRun } from './earlierRun.ts';
import { RatingMode } from './ratingMode.ts';
import { RunFeed } from './runFeed.ts';
import { runHandlers } from './runHandlers.ts';
import { RunHead } from './runHead.ts';
import type { RunPageParts } from './runPageParts.ts';

/** The head of the page follows the answers at this pace. */
const headPace = { restMs: 200, maxMs: 500, isFirstAtOnce: true };

/** Times pass, and other windows begin and end, without an event. In ms. */
const tickMs = 1000;

/** A run's page. What takes a while for many answers is computed apart from the rest, and more seldom. */
export class RunPanel {
  readonly #panel: vscode.WebviewPanel;
  readonly #parts: RunPageParts;
  readonly #file: RunFile;
  readonly #head: RunHead;
  readonly #earlier: EarlierRun;
  readonly #feed: RunFeed;
  readonly #rating: RatingMode;
  readonly #subscriptions: { dispose(): void }[];
  /** There is a page that has asked for its state. */
  #isReady = false;
  /** There are other answers than those of which the head was computed. */
  #isStale = true;
  #seq = 0;
  /** As JSON. */
  #posted = '';
  readonly #showHead = saveLatest(() => this.#postHead());
  readonly #showHeadSoon = debounce(() => void this.#showHead(), headPace);
  readonly #compute = saveLatest(() => this.#computeAll());
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
    this.#head = new RunHead(file, parts);
    this.#earlier = new EarlierRun(file, parts);
    this.#feed = new RunFeed({
      earlier: this.#earlier,
      file,
      post: (message) => this.#post(message),
      errorWords: (error, model) => failureTexts(file.run, parts.connections)(error, model),
      isRunning: () => this.#head.isRunning,
    });
    const page = { file, names: () => this.#head.names };
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
        howComputed: () => this.#head.openComputation(),
        removeComparison: () => this.#removeComparison(),
        diffSystemPrompt: () => this.#earlier.openSystemPrompts(),
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

  get comparison(): RunComparison | undefined {
    return this.#earlier.comparison(this.#head.isRunning);
  }

  reveal(): void {
    this.#panel.reveal();
  }

  close(): void {
    this.#panel.dispose();
  }

  /** Call when the run has changed, or a setting or connection that the page shows. */
  follow(): void {
    this.#isStale = true;
    if (!this.#isReady) return;
    this.#showHeadSoon();
    this.#computeSoon();
  }

  /** Compares the run with an earlier one, which is open; the page closes it. */
  async compareWith(earlier: RunFile, pairs: ComparedWith['pairs']): Promise<void> {
    this.#earlier.choose(earlier, pairs);
    await this.#compute();
  }

  async #removeComparison(): Promise<void> {
    this.#earlier.close();
    await this.#showHead();
    await this.#feed.refresh();
  }

  /** Call when this window asks no more. */
  ended(end: AskEnd, job: AskJob): void {
    this.#head.ended(end, job);
    this.follow();
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
    if (this.#isReady && this.#head.isMoving) void this.#showHead();
  }

  async #postHead(): Promise<void> {
    await this.#head.look();
    if (!this.#isReady || this.#rating.isOn) return;
    // What is said of a run that has ended is final.
    if (this.#isStale && this.#head.isComputed && !this.#head.isBusy) await this.#computeHead();
    const state = this.#earlier.addTo(this.#head.state(), this.#head.isRunning);
    const text = JSON.stringify(state);
    if (text === this.#posted) return;
    this.#posted = text;
    this.#seq += 1;
    this.#post({ type: 'state', seq: this.#seq, state });
  }

  async #computeAll(): Promise<void> {
    if (!this.#isReady || this.#rating.isOn) return;
    if (await this.#computeHead()) {
      await this.#showHead();
      try {
        await this.#feed.refresh();
        this.#head.recovered();
      } catch (error) {
        this.#head.failed(error);
      }
    }
    await this.#showHead();
  }

  async #computeHead(): Promise<boolean> {
    this.#isStale = false;
    try {
      await this.#head.compute();
      await this.#earlier.compute();
      return true;
    } catch (error) {
      this.#head.failed(error);
      return false;
    }
  }

  /** Does what the page asks for. If results can't be read, that stands on the page; of other failures, there is a message. */
  async #handle(work: () => unknown): Promise<void> {
    await reportingErrors(this.#parts.log, 'run', async () => {
      try {
        await work();
      } catch (error) {
        if (errorCode(error) === undefined) throw error;
        this.#head.failed(error);
        await this.#showHead();
      }
    });
  }

  #post(message: RunToPage): void {
    // What is told of the run says whose answers are which.
    if (this.#rating.isOn && message.type !== 'rating') return;
    if (this.#isReady) void this.#panel.webview.postMessage(message);
  }

  #dispose(): void {
    this.#hide();
    this.#earlier.close();
    clearInterval(this.#timer);
    this.#showHeadSoon.cancel();
    this.#computeSoon.cancel();
    for (const subscription of this.#subscriptions) subscription.dispose();
    void this.#rating.close().then(() => this.#parts.runs.close(this.#file.run.id));
  }
}
