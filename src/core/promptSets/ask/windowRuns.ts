import type { Logger, RetryWait } from '../../../api/types.ts';
import { Emitter } from '../../../base/emitter.ts';
import { KeyedQueue } from '../../../base/keyedQueue.ts';
import { errorTrace, failureLine } from '../../files/errorCode.ts';
import { Checker } from '../checker.ts';
import type { Prompt } from '../prompt.ts';
import { type Adopted, adoptRun } from '../run/adoptRun.ts';
import type { RunFile } from '../run/runFile.ts';
import type { Run } from '../run/runRecord.ts';
import type { RunPlan, RunStore } from '../run/runStore.ts';
import { VerdictThread } from '../worker/verdictThread.ts';
import { type AskJob, answersJob } from './askJob.ts';
import type { AskService } from './askPrompt.ts';
import { type RunEnd, WindowClosedError } from './promptRun.ts';

/** How often a run that another window has is read again, in ms. */
const followMs = 1000;

interface OpenRun {
  users: number;
  file: Promise<RunFile | undefined>;
  /** Once it is read. */
  read?: RunFile | undefined;
  listener?: { dispose(): void } | undefined;
}

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

/**
 * The runs that this window shows or asks for. Each is one `RunFile` for all who use it here, and follows what other windows add.
 */
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
  /** Computes the verdicts of all of them. */
  readonly verdictThread = new VerdictThread();
  readonly #service: AskService;
  readonly #concurrency: () => number;
  readonly #log: Logger;
  readonly #open = new Map<string, OpenRun>();
  readonly #timer = setInterval(() => void this.#follow(), followMs).unref();
  readonly #turns = new KeyedQueue();
  readonly #asking = new Map<string, Asking & { stop: AbortController; ended: Promise<AskEnd> }>();

  constructor(store: RunStore, service: AskService, concurrency: () => number, log: Logger) {
    this.store = store;
    this.#service = service;
    this.#concurrency = concurrency;
    this.#log = log;
  }

  /** Copies a set into a new run, which is then open. Rejects as reading the prompts does, or with the disk's error. */
  create(plan: RunPlan, prompts: AsyncIterable<Prompt>): Promise<RunFile> {
    return this.#made(this.store.create(plan, prompts));
  }

  /** The same for a run that was here before. */
  restore(...given: Parameters<RunStore['restore']>): Promise<RunFile> {
    return this.#made(this.store.restore(...given));
  }

  /** Takes over a run that a script made, or what the script has added to it since. */
  async adopt(run: Run, results: AsyncIterable<Uint8Array>): Promise<Adopted> {
    const adopted = await adoptRun(this.store, run, results);
    // One that is open reads it.
    await this.opened(run.id)?.refresh();
    this.#onDidChange.fire(run.id);
    return adopted;
  }

  async #made(making: Promise<RunFile>): Promise<RunFile> {
    const file = await making;
    const { id } = file.run;
    const former = this.#open.get(id);
    if (former) {
      // It was deleted and is back, and this window still shows the former file.
      this.#onDidDelete.fire(id);
      await this.#close(id, former);
    }
    await this.#use(id, () => making);
    this.#onDidChange.fire(id);
    return file;
  }

  /**
   * Opens a run; `undefined` if there is none that can be read. Rejects as reading a file does. Call `close` once for each run that was
   * opened or made.
   */
  async open(id: string): Promise<RunFile | undefined> {
    let file: RunFile | undefined;
    try {
      file = await this.#use(id, () => this.store.open(id));
    } finally {
      // Next time it is tried anew.
      if (!file) this.close(id);
    }
    return file;
  }

  /** Returns an open run. */
  opened(id: string): RunFile | undefined {
    return this.#open.get(id)?.read;
  }

  /** `file`: closes only that one, if another is open for the run by now. */
  close(id: string, file?: RunFile): void {
    const open = this.#open.get(id);
    if (!open || (file && open.read !== file)) return;
    open.users -= 1;
    if (open.users === 0) void this.#close(id, open);
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

  /** Runs what adds answers or checks to a run in turn: asking for them, importing them, checking them anew. */
  inTurn<T>(id: string, work: () => PromiseLike<T>): Promise<T> {
    return this.#turns.run(id, async () => work());
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
    await this.opened(id)?.release(true);
    const isDeleted = await this.store.delete(id);
    this.#onDidChange.fire(id);
    if (isDeleted) this.#onDidDelete.fire(id);
    return isDeleted;
  }

  /** Closes all; what is being asked is interrupted. Resolves once nothing more is written. */
  async closeAll(): Promise<void> {
    const closed = new WindowClosedError('The window closes.');
    await Promise.all(this.askedIds.map((id) => this.stop(id, closed)));
    await Promise.all([...this.#open].map(([id, open]) => this.#close(id, open)));
  }

  dispose(): void {
    clearInterval(this.#timer);
    void this.closeAll();
  }

  async #ask(file: RunFile, job: AskJob, signal: AbortSignal): Promise<AskEnd> {
    const { id } = file.run;
    // The page may be closed while requests go on.
    await this.open(id);
    try {
      return await this.inTurn(id, () => this.#run(file, job, signal));
    } catch (error) {
      this.#log.error(`A run could not go on: ${errorTrace(error)}`);
      return 'disk';
    } finally {
      this.#asking.delete(id);
      this.close(id);
      this.#onDidChange.fire(id);
    }
  }

  async #run(file: RunFile, job: AskJob, signal: AbortSignal): Promise<AskEnd> {
    const { id } = file.run;
    if (!(await file.claim())) {
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
      // Otherwise it would hide how the run ended.
      await file.release().catch((error) => this.#log.warn(failureLine('A run was not given back', error)));
    }
  }

  #wait(id: string, wait: RetryWait | undefined): void {
    const asking = this.#asking.get(id);
    if (!asking) return;
    asking.wait = wait;
    this.#onDidChange.fire(id);
  }

  async #close(id: string, open: OpenRun): Promise<void> {
    this.#open.delete(id);
    open.listener?.dispose();
    await open.file.then((file) => file?.release(true)).catch(() => undefined);
  }

  /** Adds a user of a run, which is opened unless it is open. */
  async #use(id: string, opened: () => Promise<RunFile | undefined>): Promise<RunFile | undefined> {
    const open: OpenRun = this.#open.get(id) ?? { users: 0, file: opened() };
    this.#open.set(id, open);
    open.users += 1;
    open.read = await open.file;
    open.listener ??= open.read?.onDidChange(() => this.#onDidChange.fire(id));
    return open.read;
  }

  /** Reads what other windows have added. */
  async #follow(): Promise<void> {
    for (const { read } of this.#open.values()) {
      if (!read || read.isOwned) continue;
      try {
        await read.refresh();
      } catch (error) {
        this.#log.warn(failureLine('A run could not be read again', error));
      }
    }
  }
}
