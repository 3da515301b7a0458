import type { Logger, RetryWait } from '../../../api/types.ts';
import { Emitter } from '../../../base/emitter.ts';
import { errorTrace } from '../../files/errorCode.ts';
import { Checker } from '../checker.ts';
import type { Prompt } from '../prompt.ts';
import { type AskJob, answersJob } from './askJob.ts';
import type { AskService } from './askPrompt.ts';
import { type RunEnd, WindowClosedError } from './promptRun.ts';
import type { RunFile } from './runFile.ts';
import { RunFiles } from './runFiles.ts';
import type { RunPlan, RunStore } from './runStore.ts';

/** What this window is asking for a run at the moment. */
export interface Asking {
  file: RunFile;
  job: AskJob;
  startedAt: number;
  /** How far it was before. */
  before: number;
  /** What the requests wait for. */
  wait: RetryWait | undefined;
}

/**
 * How requests ended, or why there were none: `elsewhere`, another window has the run; `newer`, a newer version wrote it; `deleted`,
 * another window deleted it.
 */
export type AskEnd = RunEnd | 'elsewhere' | 'newer' | 'deleted';

/** The runs that this window shows or asks for. A run is one `RunFile` for all who use it here. */
export class WindowRuns {
  readonly #onDidChange = new Emitter<string>();
  /** Fires with the id of a run that was made, written to, asked for, ended or deleted. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #onDidEnd = new Emitter<{ file: RunFile; job: AskJob; end: AskEnd }>();
  /** Fires when this window has asked all for a run, or asks no more. */
  readonly onDidEnd = this.#onDidEnd.event;
  readonly #onDidDelete = new Emitter<string>();
  /** Fires with the id of a run that this window has deleted. */
  readonly onDidDelete = this.#onDidDelete.event;
  readonly store: RunStore;
  readonly #service: AskService;
  readonly #concurrency: () => number;
  readonly #log: Logger;
  readonly #files: RunFiles;
  readonly #asking = new Map<string, Asking & { stop: AbortController; ended: Promise<AskEnd> }>();

  constructor(store: RunStore, service: AskService, concurrency: () => number, log: Logger) {
    this.store = store;
    this.#service = service;
    this.#concurrency = concurrency;
    this.#log = log;
    this.#files = new RunFiles(store, log);
    this.#files.onDidChange((id) => this.#onDidChange.fire(id));
  }

  /** Copies a set into a new run, which is then open. Rejects as reading the prompts does, or with the disk's error. */
  create(plan: RunPlan, prompts: AsyncIterable<Prompt>): Promise<RunFile> {
    return this.#made(this.store.create(plan, prompts));
  }

  /** The same for a run that was here before. */
  restore(...given: Parameters<RunStore['restore']>): Promise<RunFile> {
    return this.#made(this.store.restore(...given));
  }

  async #made(making: Promise<RunFile>): Promise<RunFile> {
    const file = await making;
    await this.#files.add(file);
    this.#onDidChange.fire(file.run.id);
    return file;
  }

  // Each user of a run calls these: see `RunFiles`.
  open(id: string): Promise<RunFile | undefined> {
    return this.#files.open(id);
  }

  opened(id: string): RunFile | undefined {
    return this.#files.opened(id);
  }

  close(id: string): void {
    this.#files.close(id);
  }

  claim(file: RunFile): Promise<boolean> {
    return this.#files.claim(file);
  }

  release(file: RunFile): Promise<void> {
    return this.#files.release(file);
  }

  /** What this window asks for the run; `undefined` if nothing. */
  asking(id: string): Asking | undefined {
    return this.#asking.get(id);
  }

  /** The ids of the runs that this window asks for. */
  get askedIds(): string[] {
    return [...this.#asking.keys()];
  }

  /** Whether another window has the run and may be asking. */
  async isElsewhere(id: string): Promise<boolean> {
    return !this.#asking.has(id) && !this.opened(id)?.isOwned && (await this.store.isTaken(id));
  }

  /** Asks for all that the run lacks. Resolves when nothing more is asked; never rejects. A run that is being asked for goes on. */
  ask(file: RunFile, job = answersJob): Promise<AskEnd> {
    const { id } = file.run;
    const known = this.#asking.get(id);
    if (known) return known.ended;
    const stop = new AbortController();
    const ended = this.#ask(file, job, stop.signal);
    const before = job.progress(file).done;
    const asking = { file, job, startedAt: Date.now(), before, wait: undefined };
    this.#asking.set(id, { ...asking, stop, ended });
    this.#onDidChange.fire(id);
    void ended.then((end) => this.#onDidEnd.fire({ file, job, end }));
    return ended;
  }

  /** Resolves once nothing more is asked for the run. */
  async stop(id: string, reason = new Error('The run was stopped.')): Promise<void> {
    const asking = this.#asking.get(id);
    asking?.stop.abort(reason);
    await asking?.ended;
  }

  /** Deletes a run with its answers. False if another window has it. */
  async delete(id: string): Promise<boolean> {
    await this.stop(id);
    await this.opened(id)?.release();
    const isDeleted = await this.store.delete(id);
    this.#onDidChange.fire(id);
    if (isDeleted) this.#onDidDelete.fire(id);
    return isDeleted;
  }

  /** Closes all; what is being asked is interrupted. Resolves once nothing more is written. */
  async closeAll(): Promise<void> {
    const closed = new WindowClosedError('The window closes.');
    await Promise.all(this.askedIds.map((id) => this.stop(id, closed)));
    await this.#files.closeAll();
  }

  dispose(): void {
    this.#files.dispose();
    void this.closeAll();
  }

  async #ask(file: RunFile, job: AskJob, signal: AbortSignal): Promise<AskEnd> {
    const { id } = file.run;
    // The page may be closed while requests go on.
    await this.open(id);
    try {
      if (!(await this.claim(file))) {
        if (file.isDeleted) return 'deleted';
        return file.isNewer ? 'newer' : 'elsewhere';
      }
      try {
        return await job.run(file, {
          service: this.#service,
          concurrency: this.#concurrency(),
          checker: new Checker(),
          onWait: (wait) => this.#wait(id, wait),
          signal,
          log: this.#log,
        });
      } finally {
        await this.release(file);
      }
    } catch (error) {
      this.#log.error(`A run could not go on: ${errorTrace(error)}`);
      return 'disk';
    } finally {
      this.#asking.delete(id);
      this.close(id);
      this.#onDidChange.fire(id);
    }
  }

  #wait(id: string, wait: RetryWait | undefined): void {
    const asking = this.#asking.get(id);
    if (!asking) return;
    asking.wait = wait;
    this.#onDidChange.fire(id);
  }
}
