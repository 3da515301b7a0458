import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { debounce } from '../../../base/debounce.ts';
import { Emitter } from '../../../base/emitter.ts';
import { afterMicrotasks, inSlices, yieldToEventLoop } from '../../../base/eventLoop.ts';
import { parsedJson } from '../../../base/json.ts';
import { saveLatest } from '../../../base/saveLatest.ts';
import { WorkQueue } from '../../../base/workQueue.ts';
import { LineAppender, type OpenFile } from '../../files/appendLines.ts';
import { ifExists, namesIn } from '../../files/ifExists.ts';
import type { OwnedFile } from '../../files/ownedFile.ts';
import { type LinePiece, type LinePlace, linesIn, readLinesAt, readPieces } from '../../files/readLines.ts';
import type { Prompt } from '../prompt.ts';
import type { PromptTable } from './promptTable.ts';
import { RunIndex } from './runIndex.ts';
import {
  isNewerLine,
  type NewRunLine,
  promptOf,
  type Run,
  type RunCell,
  type RunLine,
  type RunLineOf,
  type RunResult,
  readRunLine,
  runLine,
} from './runRecord.ts';
import { loadIndex, storedSize, storeIndex } from './storedIndex.ts';

/** A power cut loses at most what came within this time, in milliseconds; a killed process loses nothing. */
const syncPace = { restMs: 500, maxMs: 500 };

export const resultsName = 'results.jsonl';
export const runName = 'run.json';

/** The prompts that a run has, and how far its results go with them, in bytes. */
export interface CopiedPrompts {
  prompts: PromptTable;
  read: number;
}

/** The index is stored once so much of the results is not in the stored one, in bytes: they are read in 0.2 s. */
const storedEvery = 16 * 1024 * 1024;

/**
 * A run's results: an index of them in memory, and the lines on disk, which are read again when they are shown. Its owner appends;
 * other windows follow with `refresh`.
 */
export class RunFile {
  readonly #onDidChange = new Emitter<void>();
  /** Fires when lines were added, here or by another window and then read by `refresh`. */
  readonly onDidChange = this.#onDidChange.event;
  #run: Run;
  /** How many models it had when it was made. */
  readonly #planned: number;
  #index: RunIndex;
  readonly #folder: string;
  readonly #path: string;
  readonly #openFile: OpenFile | undefined;
  readonly #owned: OwnedFile;
  /** Open for appending while this window is the owner. */
  #lines: LineAppender | undefined;
  /** How far the file was read, in bytes. */
  #read = 0;
  /** How far the stored index goes. */
  #stored = 0;
  /** How many lines were torn. */
  unreadable = 0;
  /** True if a newer version wrote some of the lines: then nothing may be added. */
  isNewer = false;
  /** True if another window has deleted the run, as far as a claim has found. */
  isDeleted = false;
  #added: NewRunLine[] = [];
  #wanted: { place: LinePlace; resolve: (text: string) => void; reject: (error: unknown) => void }[] = [];
  readonly #writes = new WorkQueue();
  /** Until it takes what was added. */
  #nextWrite: Promise<void> | undefined;
  /** Reads what was added to the file since it was last read. */
  readonly refresh = saveLatest(() => this.#readOn());
  readonly #store = saveLatest(() => this.#storeIndex());
  readonly #syncSoon = debounce(() => void this.#sync(), syncPace);

  /**
   * Call `refresh` before the index is used. `openFile`: another way to write results; tests pass one whose disk fails. `copied`: what
   * is known of a new run, whose prompts were just written.
   */
  constructor(folder: string, run: Run, owned: OwnedFile, openFile?: OpenFile, copied?: CopiedPrompts) {
    this.#run = { ...run, models: [...run.models] };
    this.#planned = run.models.length;
    this.#index = new RunIndex(this.#run, copied?.prompts);
    this.#read = copied?.read ?? 0;
    this.#folder = folder;
    this.#owned = owned;
    this.#path = join(folder, resultsName);
    this.#openFile = openFile;
  }

  /** Its models may grow by one. */
  get run(): Run {
    return this.#run;
  }

  get index(): RunIndex {
    return this.#index;
  }

  /** How much of the results the index has, in bytes. */
  get indexed(): number {
    return this.#read;
  }

  /** Whether this window may add to the run, as far as it knows. */
  get isOwned(): boolean {
    return this.#owned.isOurs;
  }

  /**
   * Makes this window the run's owner, and reads what the last one left. False if another has it or has deleted it, or a newer version
   * wrote to it. Call `release` once for each claim that succeeded: a run can be rated while it is asked for.
   */
  claim(): Promise<boolean> {
    return this.#owned.hold(async () => {
      // Since an earlier claim was lost, another window may have torn the last line.
      await this.#closeLines();
      this.isDeleted = !(await hasRun(this.#folder));
      await this.refresh();
      return !this.isDeleted && !this.isNewer;
    });
  }

  /**
   * Resolves when the line is in the file and the index. Lines added during a write are written together. Rejects with a
   * `TakenError` or the disk's error, for all of them.
   */
  add(...lines: NewRunLine[]): Promise<void> {
    this.#added.push(...lines);
    this.#nextWrite ??= this.#writes.run(() => this.#writeAdded());
    return this.#nextWrite;
  }

  /** Yields the lines that the index knows, and perhaps newer ones. */
  pieces(): AsyncGenerator<LinePiece, void> {
    return readPieces(this.#path);
  }

  async prompt(prompt: number): Promise<Prompt | undefined> {
    const line = await this.#lineAt(this.index.promptPlace(prompt), 'prompt');
    return line && promptOf(line);
  }

  result(cell: RunCell): Promise<RunResult | undefined> {
    return this.#lineAt(this.index.resultPlace(cell), 'result');
  }

  async checks(cell: RunCell): Promise<RunLineOf<'checked'>['checks'] | undefined> {
    return (await this.#lineAt(this.index.checksPlace(cell), 'checked'))?.checks;
  }

  /** Reads what a judge answered with this model's answer as A. */
  judged(other: number, prompt: number, first: 'base' | 'other'): Promise<RunLineOf<'judged'> | undefined> {
    return this.#lineAt(this.index.judgments.place(other, prompt, first), 'judged');
  }

  /** Frees the run for other windows, once everything is on disk, unless it has other users here, or with `isForAll` even then. */
  async release(isForAll = false): Promise<void> {
    const finish = async () => {
      this.#syncSoon.cancel();
      await this.#sync();
      // Of what another window writes now, this index knows nothing.
      if (await this.#owned.isStillOurs()) await this.#store();
    };
    await this.#owned.letGo(finish, isForAll);
    if (this.isOwned) return;
    await this.#closeLines();
    this.#onDidChange.fire();
  }

  async #closeLines(): Promise<void> {
    const lines = this.#lines;
    this.#lines = undefined;
    await lines?.close();
  }

  async #readOn(): Promise<void> {
    const size = (await ifExists(stat(this.#path)))?.size ?? 0;
    // The last line end isn't counted. A shorter file is an earlier one, which a sync tool or a person put back.
    if (size + 1 < this.#read) this.#forget();
    const before = this.#read;
    if (before === 0) await this.#load();
    let torn = 0;
    const read = ({ bytes, place }: { bytes: Buffer; place: LinePlace }) => {
      const json = parsedJson(bytes.toString());
      this.isNewer ||= isNewerLine(json);
      const line = readRunLine(json);
      if (!line) {
        // The last line may be one that its owner is just writing: it is read again.
        torn += 1;
        return;
      }
      this.index.add(line, place);
      this.#read = place.offset + place.length;
      this.unreadable += torn;
      torn = 0;
    };
    for await (const piece of readPieces(this.#path, this.#read)) await inSlices(linesIn(piece), read);
    if (this.#read === before) return;
    this.#storeSometimes();
    this.#onDidChange.fire();
  }

  #forget(): void {
    this.#run = { ...this.#run, models: this.#run.models.slice(0, this.#planned) };
    this.#index = new RunIndex(this.#run);
    [this.#read, this.#stored, this.unreadable] = [0, 0, 0];
    this.#onDidChange.fire();
  }

  async #load(): Promise<void> {
    const stored = await loadIndex(this.#folder, this.#path, this.run);
    if (!stored) return;
    this.#index = stored.index;
    this.#run = stored.run;
    this.#read = stored.read;
    this.#stored = stored.read;
    this.unreadable = stored.unreadable;
  }

  /** Whoever reads much stores the index, so that nobody reads it all again: the owner may have been killed. */
  #storeSometimes(): void {
    if (this.#read - this.#stored >= Math.max(storedEvery, storedSize(this.index))) void this.#store();
  }

  async #storeIndex(): Promise<void> {
    const [index, read, unreadable] = [this.#index, this.#read, this.unreadable];
    // What a newer version wrote is not in it, but that version could read it.
    if (read === this.#stored || this.isNewer) return;
    this.#stored = read;
    // Without it, the results are read from the beginning.
    await storeIndex(this.#folder, this.#path, this.run, { index, read, unreadable }).catch(() => undefined);
  }

  async #writeAdded(): Promise<void> {
    // What is added in the same moment is written together.
    await (this.#openFile?.isAtOnce ? afterMicrotasks() : yieldToEventLoop());
    const lines = this.#added.map(runLine);
    this.#added = [];
    this.#nextWrite = undefined;
    const { before, places, after, isAlone } = await this.#owned.append(async () => {
      this.#lines ??= await LineAppender.open(this.#path, { openFile: this.#openFile, isOurs: true });
      return this.#lines.append(lines, false);
    });
    this.#syncSoon();
    // Behind the last line that was read is at most its end.
    if (!isAlone || before > this.#read + 1) {
      // There are lines that we don't know: of a window that lost the run, or that took it from this one.
      await this.refresh();
      return this.#owned.check();
    }
    for (const [at, place] of places.entries()) {
      const line = lines[at];
      if (line) this.index.add(line, place);
    }
    this.#read = after;
    this.#storeSometimes();
    this.#onDidChange.fire();
  }

  async #sync(): Promise<void> {
    // The next write tells what is wrong with the disk.
    await this.#lines?.sync().catch(() => undefined);
  }

  async #lineAt<I extends RunLine['is']>(
    place: LinePlace | undefined,
    is: I,
  ): Promise<RunLineOf<I> | undefined> {
    if (!place) return undefined;
    const line = readRunLine(parsedJson(await this.#textAt(place)));
    return line?.is === is ? (line as RunLineOf<I>) : undefined;
  }

  /** Lines that are asked for in the same moment are read together. */
  #textAt(place: LinePlace): Promise<string> {
    return new Promise((resolve, reject) => {
      const wanted = this.#wanted.push({ place, resolve, reject });
      if (wanted === 1) queueMicrotask(() => void this.#readWanted());
    });
  }

  async #readWanted(): Promise<void> {
    const wanted = this.#wanted;
    this.#wanted = [];
    const places = wanted.map(({ place }) => place);
    try {
      const texts = await (this.#lines?.read(places) ?? readLinesAt(this.#path, places));
      for (const [at, { resolve }] of wanted.entries()) resolve(texts[at] ?? '');
    } catch (error) {
      for (const { reject } of wanted) reject(error);
    }
  }
}

/** Whether a folder has a run: without its `run.json`, it has none. */
export async function hasRun(folder: string): Promise<boolean> {
  return (await namesIn(folder)).includes(runName);
}
