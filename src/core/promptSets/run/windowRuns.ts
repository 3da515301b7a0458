import type { Logger, RetryWait } from '../../../api/types.ts';
import { Emitter } from '../../emitter.ts';
import { errorTrace, failureLine } from '../../files/errorCode.ts';
import { KeyedQueue } from '../../keyedQueue.ts';
import { checkAnswer } from '../checkAnswer.ts';
import type { Prompt } from '../prompt.ts';
import type { AskService } from './askPrompt.ts';
import { PromptRun, type RunEnd } from './promptRun.ts';
import type { RunFile } from './runFile.ts';
import type { RunPlan, RunStore } from './runStore.ts';

/** How often a run that another window has is read again, in ms. */
const followMs = 1000;

/** What this window is asking for a run at the moment. */
export interface Asking {
  file: RunFile;
  startedAt: number;
  /** How many answers there were before. */
  before: number;
  /** What the requests wait for. */
  wait: RetryWait | undefined;
}

/** How requests ended, or why there were none: `elsewhere`, another window has the run; `newer`, a newer version wrote it. */
export type AskEnd = RunEnd | 'elsewhere' | 'newer';

interface OpenRun {
  file: Promise<RunFile | undefined>;
  /** Once it is read. */
  read?: RunFile;
  users: number;
  listener?: { dispose(): void };
}

/** The runs that this window has open, shows or asks for. A run is one `RunFile` for all who use it here. */
export class WindowRuns {
  readonly #onDidChange = new Emitter<string>();
  /** Fires with the id of a run that was made, written to, asked for, ended or deleted. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #onDidEnd = new Emitter<{ file: RunFile; end: AskEnd }>();
  /** Fires when this window has asked all for a run, or asks no more. */
  readonly onDidEnd = this.#onDidEnd.event;
  readonly #onDidDelete = new Emitter<string>();
  /** Fires with the id of a run that this window has deleted. */
  readonly onDidDelete = this.#onDidDelete.event;
  readonly store: RunStore;
  readonly #service: AskService;
  readonly #concurrency: () => number;
  readonly #log: Logger;
  readonly #open = new Map<string, OpenRun>();
  readonly #queue = new KeyedQueue();
  readonly #asking = new Map<string, Asking & { stop: AbortController; ended: Promise<AskEnd> }>();
  /** How many use each run that this window owns. */
  readonly #claims = new Map<string, number>();
  readonly #claiming = new KeyedQueue();
  readonly #timer = setInterval(() => void this.#follow(), followMs).unref();

  constructor(store: RunStore, service: AskService, concurrency: () => number, log: Logger) {
    this.store = store;
    this.#service = service;
    this.#concurrency = concurrency;
    this.#log = log;
  }

  /** Copies a set into a new run, which is then open. Rejects as reading the prompts does, or with the disk's error. */
  async create(plan: RunPlan, prompts: AsyncIterable<Prompt>): Promise<RunFile> {
    const file = await this.store.create(plan, prompts);
    this.#add(file.run.id, Promise.resolve(file));
    await this.#listen(file.run.id);
    this.#onDidChange.fire(file.run.id);
    return file;
  }

  /**
   * Opens a run; `undefined` if there is none that can be read. Rejects as reading a file does. Call `close` once for each run that was
   * opened or created.
   */
  async open(id: string): Promise<RunFile | undefined> {
    const known = this.#open.get(id);
    if (known) known.users += 1;
    else this.#add(id, this.store.open(id));
    let file: RunFile | undefined;
    try {
      file = await this.#listen(id);
    } finally {
      // Next time it is tried anew.
      if (!file) this.close(id);
    }
    return file;
  }

  /** Returns an open run: another file than before once it has another model. */
  opened(id: string): RunFile | undefined {
    return this.#open.get(id)?.read;
  }

  close(id: string): void {
    const open = this.#open.get(id);
    if (!open) return;
    open.users -= 1;
    if (open.users === 0) void this.#close(id, open);
  }

  /**
   * Makes this window the owner of an open run. False if another has it, or a newer version wrote to it. Call `release` once for each
   * claim that succeeded: a run can be rated while it is asked for.
   */
  claim(file: RunFile): Promise<boolean> {
    const { id } = file.run;
    return this.#claiming.run(id, async () => {
      const isOurs = await this.store.claim(file);
      if (isOurs) this.#claims.set(id, (this.#claims.get(id) ?? 0) + 1);
      return isOurs;
    });
  }

  release(file: RunFile): Promise<void> {
    const { id } = file.run;
    return this.#claiming.run(id, async () => {
      const others = (this.#claims.get(id) ?? 1) - 1;
      if (others > 0) this.#claims.set(id, others);
      else {
        this.#claims.delete(id);
        await file.release();
      }
    });
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
  ask(file: RunFile): Promise<AskEnd> {
    const { id } = file.run;
    const known = this.#asking.get(id);
    if (known) return known.ended;
    const stop = new AbortController();
    const ended = this.#ask(file, stop.signal);
    const asking = { file, startedAt: Date.now(), before: answersIn(file), wait: undefined };
    this.#asking.set(id, { ...asking, stop, ended });
    this.#onDidChange.fire(id);
    void ended.then((end) => this.#onDidEnd.fire({ file, end }));
    return ended;
  }

  /** Asks the base all prompts once more, as one more model: the noise floor. Asks for what else is missing, too. */
  async askBaseAgain(file: RunFile): Promise<AskEnd> {
    try {
      return await this.ask(await this.#queue.run(file.run.id, () => this.#withBaseAgain(file)));
    } catch (error) {
      this.#log.error(`The base could not be added to a run: ${errorTrace(error)}`);
      this.#onDidEnd.fire({ file, end: 'disk' });
      return 'disk';
    }
  }

  async #withBaseAgain(file: RunFile): Promise<RunFile> {
    const { id } = file.run;
    const now = this.opened(id) ?? file;
    const hasIt = now.run.models.some(({ isNoiseFloor }) => isNoiseFloor);
    if (hasIt || this.#asking.has(id) || !(await this.store.claim(now))) return now;
    try {
      const added = await this.store.withBaseAgain(now);
      await this.#replace(id, added);
      return added;
    } catch (error) {
      if (!this.#claims.has(id)) await now.release();
      throw error;
    }
  }

  /** Resolves once nothing more is asked for the run. */
  async stop(id: string): Promise<void> {
    const asking = this.#asking.get(id);
    asking?.stop.abort(new Error('The run was stopped.'));
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

  /** Stops and closes all. Resolves once nothing more is written. */
  async closeAll(): Promise<void> {
    await Promise.all(this.askedIds.map((id) => this.stop(id)));
    await Promise.all([...this.#open].map(([id, open]) => this.#close(id, open)));
  }

  dispose(): void {
    clearInterval(this.#timer);
    void this.closeAll();
  }

  async #close(id: string, open: OpenRun): Promise<void> {
    this.#open.delete(id);
    this.#claims.delete(id);
    open.listener?.dispose();
    await open.file.then((file) => file?.release()).catch(() => undefined);
  }

  async #ask(file: RunFile, signal: AbortSignal): Promise<AskEnd> {
    const { id } = file.run;
    // The page may be closed while requests go on.
    await this.open(id);
    try {
      if (!(await this.claim(file))) return file.isNewer ? 'newer' : 'elsewhere';
      const run = new PromptRun(file, {
        service: this.#service,
        concurrency: this.#concurrency(),
        check: checkAnswer,
        onWait: (wait) => this.#wait(id, wait),
        signal,
        log: this.#log,
      });
      const end = await run.run();
      await this.release(file);
      return end;
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

  #add(id: string, file: Promise<RunFile | undefined>): void {
    this.#open.set(id, { file, users: 1 });
  }

  async #listen(id: string): Promise<RunFile | undefined> {
    const open = this.#open.get(id);
    const file = await open?.file;
    if (!open || !file) return file;
    open.read = file;
    open.listener ??= file.onDidChange(() => this.#onDidChange.fire(id));
    return file;
  }

  async #replace(id: string, file: RunFile): Promise<void> {
    const open = this.#open.get(id);
    if (!open) return;
    open.listener?.dispose();
    this.#open.set(id, { file: Promise.resolve(file), users: open.users });
    await this.#listen(id);
    this.#onDidChange.fire(id);
  }

  /** Reads what other windows have added. */
  async #follow(): Promise<void> {
    for (const [id, { read }] of this.#open) {
      if (!read || read.isOwned) continue;
      try {
        await read.refresh();
        const more = read.isOutgrown ? await this.store.open(id) : undefined;
        if (more && !read.isOwned) await this.#replace(id, more);
      } catch (error) {
        this.#log.warn(failureLine('A run could not be read again', error));
      }
    }
  }
}

/** How many answers a run has, whether or not they pass. */
export function answersIn({ run, index }: Pick<RunFile, 'run' | 'index'>): number {
  return run.models.reduce((sum, _, model) => {
    const { complete, limit, cut } = index.counts(model);
    return sum + complete + limit + cut;
  }, 0);
}
