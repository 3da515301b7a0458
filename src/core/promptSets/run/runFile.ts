import { join } from 'node:path';
import { debounce } from '../../../base/debounce.ts';
import { Emitter } from '../../../base/emitter.ts';
import { yieldToEventLoop } from '../../../base/eventLoop.ts';
import { saveLatest } from '../../../base/saveLatest.ts';
import { LineAppender, type OpenFile } from '../../files/appendLines.ts';
import type { Hold } from '../../files/locks/ownerLocks.ts';
import { type LinePlace, parseLine, readLineAt, readLines } from '../../files/readLines.ts';
import type { Prompt } from '../prompt.ts';
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
import { loadIndex, storeIndex } from './storedIndex.ts';

/** Thrown for a write to a run that another window has taken over. */
export class RunTakenError extends Error {
  override readonly name = 'RunTakenError';
}

/** A power cut loses at most what came within this time, in milliseconds; a killed process loses nothing. */
const syncPace = { restMs: 500, maxMs: 500 };

export const resultsName = 'results.jsonl';

/** The index is stored once so much of the results is not in the stored one, in bytes: they are read in 0.2 s. */
const storedEvery = 16 * 1024 * 1024;

/** How long we trust a hold: much less than another window needs to take over. In milliseconds. */
const heldMs = 1000;

/**
 * A run's results: an index of them in memory, and the lines on disk, which are read again when they are shown. Its owner appends;
 * other windows follow with `refresh`.
 */
export class RunFile {
  readonly #onDidChange = new Emitter<void>();
  /** Fires when lines were added, here or by another window and then read by `refresh`. */
  readonly onDidChange = this.#onDidChange.event;
  #run: Run;
  #index: RunIndex;
  readonly #folder: string;
  readonly #path: string;
  readonly #openFile: OpenFile | undefined;
  /** `undefined` unless this window is the owner. */
  #hold: Hold | undefined;
  #heldAt = 0;
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
  readonly #write = saveLatest(async () => {
    // What is added in the same moment is written together.
    await yieldToEventLoop();
    const lines = this.#added;
    this.#added = [];
    await this.#append(lines);
  });
  /** Reads what was added to the file since it was last read. */
  readonly refresh = saveLatest(() => this.#readOn());
  readonly #store = saveLatest(() => this.#storeIndex());
  readonly #syncSoon = debounce(() => void this.#sync(), syncPace);

  /** Call `refresh` before the index is used. Tests pass an `openFile` whose disk fails. */
  constructor(folder: string, run: Run, openFile?: OpenFile) {
    this.#run = { ...run, models: [...run.models] };
    this.#index = new RunIndex(this.#run);
    this.#folder = folder;
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
    return this.#hold !== undefined;
  }

  /** Makes this window the owner until `release`, or until another takes over. */
  own(hold: Hold): void {
    this.#hold = hold;
    this.#heldAt = 0;
  }

  /**
   * Resolves when the line is in the file and the index. Lines added during a write are written together. Rejects with a
   * `RunTakenError` or the disk's error, for all of them.
   */
  add(...lines: NewRunLine[]): Promise<void> {
    this.#added.push(...lines);
    return this.#write();
  }

  /** Yields the lines that the index knows, and perhaps newer ones. */
  lines(): AsyncGenerator<{ text: string; place: LinePlace }, void> {
    return readLines(this.#path);
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

  /** Frees the run for other windows, once everything is on disk. */
  async release(): Promise<void> {
    this.#syncSoon.cancel();
    const [hold, lines] = [this.#hold, this.#lines];
    await this.#sync();
    // Of what another window writes now, this index knows nothing.
    if (await hold?.isHeld()) await this.#store();
    this.#hold = undefined;
    this.#lines = undefined;
    await lines?.close();
    await hold?.release();
    this.#onDidChange.fire();
  }

  async #readOn(): Promise<void> {
    const before = this.#read;
    if (before === 0) await this.#load();
    let torn = 0;
    for await (const { text, place } of readLines(this.#path, this.#read)) {
      const json = parseLine(text);
      this.isNewer ||= isNewerLine(json);
      const line = readRunLine(json);
      if (!line) {
        // The last line may be one that its owner is just writing: it is read again.
        torn += 1;
        continue;
      }
      this.index.add(line, place);
      this.#read = place.offset + place.length;
      this.unreadable += torn;
      torn = 0;
    }
    if (this.#read === before) return;
    this.#storeSometimes();
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
    if (this.#read - this.#stored >= Math.max(storedEvery, this.index.byteLength)) void this.#store();
  }

  async #storeIndex(): Promise<void> {
    const [index, read, unreadable] = [this.#index, this.#read, this.unreadable];
    // What a newer version wrote is not in it, but that version could read it.
    if (read === this.#stored || this.isNewer) return;
    this.#stored = read;
    // Without it, the results are read from the beginning.
    await storeIndex(this.#folder, this.#path, this.run, { index, read, unreadable }).catch(() => undefined);
  }

  async #append(added: readonly NewRunLine[]): Promise<void> {
    if (!(await this.#isStillOurs())) throw new RunTakenError('Another window has this run.');
    this.#lines ??= await LineAppender.open(this.#path, { openFile: this.#openFile, isOurs: true });
    const lines = added.map(runLine);
    const { before, places, after, isAlone } = await this.#lines.append(lines, false);
    this.#syncSoon();
    // Behind the last line that was read is at most its end.
    if (!isAlone || before > this.#read + 1) return this.#amongOthers();
    for (const [at, place] of places.entries()) {
      const line = lines[at];
      if (line) this.index.add(line, place);
    }
    this.#read = after;
    this.#storeSometimes();
    this.#onDidChange.fire();
  }

  /** Reads what was added, since there are lines that we don't know: of a window that lost the run, or that took it from this one. */
  async #amongOthers(): Promise<void> {
    await this.refresh();
    this.#heldAt = 0;
    if (!(await this.#isStillOurs())) throw new RunTakenError('Another window has this run.');
  }

  /** Another window may have taken over if this one was silent, for instance because the machine slept. */
  async #isStillOurs(): Promise<boolean> {
    const now = Date.now();
    if (this.#hold && Math.abs(now - this.#heldAt) < heldMs) return true;
    const isHeld = (await this.#hold?.isHeld()) ?? false;
    if (isHeld) this.#heldAt = now;
    return isHeld;
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
    const text = await (this.#lines?.read(place) ?? readLineAt(this.#path, place));
    const line = readRunLine(parseLine(text));
    return line?.is === is ? (line as RunLineOf<I>) : undefined;
  }
}
