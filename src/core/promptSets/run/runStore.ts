import { randomInt, randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Logger } from '../../../api/types.ts';
import { LineAppender, type OpenFile } from '../../files/appendLines.ts';
import { writeFileAtomic } from '../../files/atomicFile.ts';
import { failureLine } from '../../files/errorCode.ts';
import { idsIn, ifExists, isId, readJsonFile } from '../../files/ifExists.ts';
import type { OwnerLocks } from '../../files/locks/ownerLocks.ts';
import { OwnedFile } from '../../files/ownedFile.ts';
import type { Prompt } from '../prompt.ts';
import { PromptTable } from './promptTable.ts';
import { type CopiedPrompts, hasRun, RunFile, resultsName, runName } from './runFile.ts';
import {
  defaultMaxTokens,
  newerRunSchema,
  promptLine,
  type Run,
  runFormat,
  runLine,
  runSchema,
} from './runRecord.ts';

/** What a run is made of beside its prompts. Its seed is drawn unless it is given. */
export type RunPlan = Pick<Run, 'set' | 'models' | 'settings' | 'repetitions'> & Partial<Pick<Run, 'seed'>>;

/** A run that a newer version made: it is left as it is. */
export interface NewerRun extends Pick<Run, 'id' | 'createdAt' | 'set'> {
  isNewer: true;
}

type Locks = Pick<OwnerLocks, 'take' | 'isTaken' | 'sweep'>;

/** How long an owner asks for a run without a look at its lock, in milliseconds. */
const trustedMs = 1000;

/** How much of the prompts is written at once, in characters of JSON. */
const batchLetters = 64 * 1024;

/**
 * Keeps runs, each in a folder of its own: `run.json` says what was asked of whom, `results.jsonl` has the prompts and all that came
 * of them. A lock beside the folder says which window asks; others may watch.
 */
export class RunStore {
  readonly folder: string;
  readonly #locks: Locks;
  readonly #log: Logger;
  readonly #openFile: OpenFile | undefined;

  /** `openFile`: another way to write results; tests pass one whose disk fails. */
  constructor(folder: string, locks: Locks, log: Logger, openFile?: OpenFile) {
    this.folder = folder;
    this.#locks = locks;
    this.#log = log;
    this.#openFile = openFile;
  }

  /** Copies the prompts into a new run, which this window then owns. Rejects as reading them does, or with the disk's error. */
  create(plan: RunPlan, prompts: AsyncIterable<Prompt>): Promise<RunFile> {
    const settings = { maxTokens: defaultMaxTokens, ...plan.settings };
    const seed = randomInt(2 ** 32);
    return this.restore({ id: randomUUID(), createdAt: Date.now(), seed, ...plan, settings }, prompts);
  }

  /** The same, for a run that was here before. Rejects if it still is. */
  async restore(
    plan: RunPlan & Pick<Run, 'id' | 'createdAt' | 'seed'>,
    prompts: AsyncIterable<Prompt>,
  ): Promise<RunFile> {
    const { id } = plan;
    const owned = this.owned(id);
    if (!(await owned.take(async () => !(await this.has(id))))) throw new Error('The run is here already.');
    try {
      const copied = await this.#copyPrompts(id, prompts);
      const run: Run = { v: runFormat, ...plan, prompts: copied.prompts.size };
      // Last, since what has no `run.json` is no run.
      await writeFileAtomic(join(this.#path(id), runName), JSON.stringify(run));
      return new RunFile(this.#path(id), run, owned, this.#openFile, copied);
    } catch (error) {
      await rm(this.#path(id), { recursive: true, force: true });
      await owned.letGo();
      throw error;
    }
  }

  /** Returns all runs, the newest first. */
  async list(): Promise<(Run | NewerRun)[]> {
    const runs: (Run | NewerRun)[] = [];
    for (const id of await this.#ids()) {
      const run = await this.#listed(id).catch((error: unknown) =>
        this.#warn(`Run ${id} could not be read`, error),
      );
      if (run) runs.push(run);
    }
    return runs.sort((one, other) => other.createdAt - one.createdAt);
  }

  /** Whether there is such a run; without its `run.json`, there is none. */
  async has(id: string): Promise<boolean> {
    return hasRun(this.#path(id));
  }

  /** Opens a run to look at; `undefined` if there is none that can be read. Rejects as reading a file does. */
  async open(id: string): Promise<RunFile | undefined> {
    const run = await this.#run(id);
    if (!run) return undefined;
    const file = new RunFile(this.#path(id), run, this.owned(id), this.#openFile);
    await file.refresh();
    return file;
  }

  /** Returns how much there is of a run's results, in bytes: it changes with each of them. */
  async resultsSize(id: string): Promise<number> {
    return (await ifExists(stat(join(this.#path(id), resultsName))))?.size ?? 0;
  }

  /** Returns a run to be taken, so that nobody else writes to it. */
  owned(id: string): OwnedFile {
    return new OwnedFile(this.#locks, id, trustedMs);
  }

  /** Whether a window has the run and may be asking. */
  isTaken(id: string): Promise<boolean> {
    return this.#locks.isTaken(id);
  }

  /** Deletes a run with all its answers. False if a window has it. Rejects with the disk's error. */
  async delete(id: string): Promise<boolean> {
    if (await this.#locks.isTaken(id)) return false;
    const owned = this.owned(id);
    if (!(await owned.take())) return false;
    try {
      // First, since what has no `run.json` is no run: what can't be deleted now is swept later.
      await rm(join(this.#path(id), runName), { force: true });
      await rm(this.#path(id), { recursive: true, force: true });
      return true;
    } finally {
      await owned.letGo();
    }
  }

  /** Deletes what windows that were killed have left of runs that never began. Never rejects. */
  async sweep(): Promise<void> {
    try {
      await this.#locks.sweep();
      for (const id of await this.#ids()) if (!(await this.has(id))) await this.delete(id);
    } catch (error) {
      this.#warn('Runs could not be swept', error);
    }
  }

  async #copyPrompts(id: string, prompts: AsyncIterable<Prompt>): Promise<CopiedPrompts> {
    const path = join(this.#path(id), resultsName);
    const file = await LineAppender.open(path, { openFile: this.#openFile });
    let table = new PromptTable(0);
    let [count, letters, read] = [0, 0, 0];
    let lines: ReturnType<typeof promptLine>[] = [];
    const write = async (isLast: boolean) => {
      const { places, after } = await file.append(lines.map(runLine), isLast);
      if (isLast || count > table.size) table = table.withRoom(isLast ? count : 2 * count);
      for (const [at, place] of places.entries()) {
        const line = lines[at];
        if (line) table.add(line, place);
      }
      [lines, letters, read] = [[], 0, after];
    };
    try {
      for await (const prompt of prompts) {
        lines.push(promptLine(prompt, count));
        count += 1;
        letters += JSON.stringify(prompt).length;
        if (letters >= batchLetters) await write(false);
      }
      await write(true);
      return { prompts: table, read };
    } finally {
      await file.close();
    }
  }

  async #run(id: string): Promise<Run | undefined> {
    const run = await this.#listed(id);
    return run && 'isNewer' in run ? undefined : run;
  }

  async #listed(id: string): Promise<Run | NewerRun | undefined> {
    const path = join(this.#path(id), runName);
    const run = await readJsonFile(path, v.union([runSchema, newerRunSchema]));
    if (!run || 'models' in run) return run;
    return { id, createdAt: run.createdAt, set: run.set, isNewer: true };
  }

  #ids(): Promise<string[]> {
    return idsIn(this.folder, '');
  }

  #path(id: string): string {
    if (!isId(id)) throw new TypeError('A run id is a UUID.');
    return join(this.folder, id);
  }

  #warn(what: string, error: unknown): void {
    this.#log.warn(failureLine(what, error));
  }
}
