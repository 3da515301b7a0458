import * as vscode from 'vscode';
import { cleanText } from '../../../core/cleanText.ts';
import { errorCode } from '../../../core/files/errorCode.ts';
import type { AskJob } from '../../../core/promptSets/ask/askJob.ts';
import type { AskEnd } from '../../../core/promptSets/ask/windowRuns.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { type ComparedWith, type RunComparison, type RunToPage, runToHost } from '../../../protocol/run.ts';
import { reportingErrors } from '../../shared/errors/showError.ts';
import { sayWarning } from '../../shared/messages.ts';
import { Page } from '../../shared/page.ts';
import type { RunPageServices } from '../runServices.ts';
import { tabTitle } from '../view/runRow.ts';
import { failureTexts } from '../words/failureText.ts';
import { EarlierRun, type EarlierRuns } from './earlierRun.ts';
import { HeadFeed } from './headFeed.ts';
import { RatingMode } from './ratingMode.ts';
import { RunFeed } from './runFeed.ts';
import { runHandlers } from './runHandlers.ts';
import { RunHead } from './runHead.ts';

/** A run's page. */
export class RunPanel {
  readonly #tab: vscode.WebviewPanel;
  readonly #nameTab: () => void;
  readonly #page: Page<typeof runToHost, RunToPage>;
  readonly #head: RunHead;
  readonly #earlier: EarlierRun;
  readonly #rows: RunFeed;
  readonly #feed: HeadFeed;
  readonly #rating: RatingMode;

  /** Closes the run when the tab is closed. */
  constructor(tab: vscode.WebviewPanel, file: RunFile, services: RunPageServices) {
    const { run } = file;
    const { runs, log, extensionUri } = services;
    this.#tab = tab;
    this.#head = new RunHead(file, services);
    this.#earlier = new EarlierRun(file, services);
    // What is told of the run says whose answers are which.
    const isShown = () => this.#page.isReady && !this.#rating.isOn;
    const post = (message: RunToPage) => {
      if (isShown()) this.#page.post(message);
    };
    this.#rows = new RunFeed({
      ...{ file, post, earlier: this.#earlier },
      errorWords: (error, model) => failureTexts(run, services.connections)(error, model),
      isRunning: () => this.#head.isRunning,
    });
    this.#feed = new HeadFeed({
      ...{ head: this.#head, earlier: this.#earlier, rows: this.#rows, isShown },
      answers: run.prompts * run.repetitions,
      post: (state) => post({ type: 'state', state }),
    });
    this.#rating = new RatingMode({
      ...{ file, log, title: cleanText(run.set.name, 120) },
      show: (rating) => this.#page.post({ type: 'rating', rating }),
      refuse: (text) => void sayWarning(text),
      onEnd: () => void reportingErrors(log, 'run', () => this.#saying(() => this.#ready())),
    });
    const unlessRating = async <Reply>(reply: Promise<Reply>) => {
      const value = await reply;
      return this.#rating.isOn ? undefined : value;
    };
    this.#nameTab = () => {
      tab.title = tabTitle(run, services.connections);
    };
    this.#nameTab();
    tab.iconPath = new vscode.ThemeIcon('beaker');
    this.#page = new Page(tab, {
      ...{ name: 'run', extensionUri, log, table: runToHost },
      handlers: runHandlers(
        { file, names: () => this.#head.names, rating: this.#rating },
        {
          ready: () => this.#ready(),
          list: (list) => this.#rows.show(list),
          rows: (sight) => unlessRating(this.#rows.rows(sight)),
          detail: ({ prompt }) => unlessRating(this.#rows.detail(prompt)),
          howComputed: () => this.#head.openComputation(),
          removeComparison: () => this.#removeComparison(),
          diffSystemPrompt: () => this.#earlier.openSystemPrompts(),
        },
        services,
      ),
      around: (work) => this.#saying(work),
      onHide: () => this.#rows.close(),
      onDispose: () => {
        this.#earlier.close();
        this.#feed.dispose();
        void this.#rating.close().then(() => runs.close(run.id, file));
      },
    });
  }

  get isActive(): boolean {
    return this.#tab.active;
  }

  get isVisible(): boolean {
    return this.#tab.visible;
  }

  get comparison(): RunComparison | undefined {
    return this.#earlier.comparison(this.#head.isRunning);
  }

  reveal(): void {
    this.#tab.reveal();
  }

  close(): void {
    this.#tab.dispose();
  }

  /** Call when the run has changed, or a setting or connection that the page shows. */
  follow(): void {
    this.#nameTab();
    this.#feed.follow();
  }

  /** Call when another run has changed, or with `isDeleted` when it is gone. */
  followOther(id: string, isDeleted = false): void {
    if (!this.#earlier.has(id)) return;
    if (isDeleted) void this.#saying(() => this.#removeComparison());
    else this.follow();
  }

  /** Compares the run with earlier ones, which the page closes. */
  async compareWith(earlier: EarlierRuns, pairs: ComparedWith['pairs']): Promise<void> {
    this.#earlier.choose(earlier, pairs);
    await this.#feed.compute();
  }

  async #removeComparison(): Promise<void> {
    this.#earlier.close();
    await this.#feed.show();
    await this.#rows.refresh();
  }

  /** Call when this window asks no more. */
  ended(end: AskEnd, job: AskJob): void {
    this.#head.ended(end, job);
    this.follow();
  }

  async #ready(): Promise<void> {
    this.#rows.close();
    await (this.#rating.isOn ? this.#rating.show() : this.#feed.startOver());
  }

  /** Does what the page asks for. If results can't be read, that stands on the page. */
  async #saying(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      await this.#feed.fail(error);
    }
  }
}
