import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { debounce } from '../../debounce.ts';
import { Emitter } from '../../emitter.ts';
import { appendLines, type OpenFile } from '../../files/appendLines.ts';
import type { Hold } from '../../files/locks/ownerLocks.ts';
import { type LinePlace, parseLine, readLineAt, readLines } from '../../files/readLines.ts';
import { saveLatest } from '../../saveLatest.ts';
import type { Prompt } from '../prompt.ts';
import { RunIndex } from './runIndex.ts';
import {
  type Cell,
  isNewerLine,
  type NewRunLine,
  promptOf,
  type Run,
  type RunLine,
  type RunLineOf,
  type RunResult,
  readRunLine,
  runLine,
} from './runRecord.ts';

/** Thrown for a write to a run that another window has taken over. */
export class RunTakenError extends Error {
  override readonly name = 'RunTakenError';
}

/** A power cut loses at most what came within this time, in milliseconds; a killed process loses nothing. */
const syncPace = { restMs: 500, maxMs: 500 };

/**
 * A run's results: an index of them in memory, and the lines on disk, which are read again when they are shown. Its owner appends;
 * other windows follow with `refresh`.
 */
export class RunFile {
  readonly #onDidChange = new Emitter<void>();
  /** Fires when lines were added, here or by another window and then read by `refresh`. */
  readonly onDidChange = this.#onDidChange.event;
  readonly run: Run;
  readonly index: RunIndex;
  readonly #path: string;
  readonly #openFile: OpenFile | undefined;
  /** `undefined` unless this window is the owner. */
  #hold: Hold | undefined;
  /** How far the file was read, in bytes. */
  #read = 0;
  /** How many lines were torn. */
  unreadable = 0;
  /** True if a newer version wrote some of the lines: then nothing may be added. */
  isNewer = false;
  #added: NewRunLine[] = [];
  readonly #write = saveLatest(async () => {
    const lines = this.#added;
    this.#added = [];
    await this.#append(lines);
  });
  readonly #syncSoon = debounce(() => void this.#sync(), syncPace);

  /** Call `refresh` before the index is used. Tests pass an `openFile` whose disk fails. */
  constructor(folder: string, run: Run, openFile?: OpenFile) {
    this.run = run;
    this.index = new RunIndex(run);
    this.#path = join(folder, 'results.jsonl');
    this.#openFile = openFile;
  }

  /** Whether this window may add to the run, as far as it knows. */
  get isOwned(): boolean {
    return this.#hold !== undefined;
  }

  /** Makes this window the owner until `release`, or until another takes over. */
  own(hold: Hold): void {
    this.#hold = hold;
  }

  /**
   * Resolves when the line is in the file and the index. Lines added during a write are written together. Rejects with a
   * `RunTakenError` or the disk's error, for all of them.
   */
  add(...lines: NewRunLine[]): Promise<void> {
    this.#added.push(...lines);
    return this.#write();
  }

  /** Reads what was added to the file since it was last read. */
  async refresh(): Promise<void> {
    let torn = 0;
    for await (const { text, place } of readLines(this.#path, this.#read)) {
      // Only the last line may be one that its owner is just writing.
      this.unreadable += torn;
      torn = 0;
      const json = parseLine(text);
      this.isNewer ||= isNewerLine(json);
      const line = readRunLine(json);
      if (!line) torn = 1;
      else {
        this.index.add(line, place);
        this.#read = place.offset + place.length;
      }
    }
    this.#onDidChange.fire();
  }

  async prompt(prompt: number): Promise<Prompt | undefined> {
    const line = await this.#lineAt(this.index.promptPlace(prompt), 'prompt');
    return line && promptOf(line);
  }

  result(cell: Cell): Promise<RunResult | undefined> {
    return this.#lineAt(this.index.resultPlace(cell), 'result');
  }

  async checks(cell: Cell): Promise<RunLineOf<'checked'>['checks'] | undefined> {
    return (await this.#lineAt(this.index.checksPlace(cell), 'checked'))?.checks;
  }

  /** Frees the run for other windows, once everything is on disk. */
  async release(): Promise<void> {
    this.#syncSoon.cancel();
    if (this.#hold) await this.#sync();
    const hold = this.#hold;
    this.#hold = undefined;
    await hold?.release();
    this.#onDidChange.fire();
  }

  async #append(added: readonly NewRunLine[]): Promise<void> {
    // Checked before each write: another window may have taken over while this one was silent.
    if (!(await this.#hold?.isHeld())) throw new RunTakenError('Another window has this run.');
    const lines = added.map(runLine);
    const options = { openFile: this.#openFile, isOurs: true, isUnsynced: true };
    const { places, after } = await appendLines(this.#path, lines, options);
    for (const [at, place] of places.entries()) {
      const line = lines[at];
      if (line) this.index.add(line, place);
    }
    this.#read = after;
    this.#syncSoon();
    this.#onDidChange.fire();
  }

  async #sync(): Promise<void> {
    try {
      await using file = await open(this.#path, 'r+');
      await file.datasync();
    } catch {
      // The next write tells what is wrong with the disk.
    }
  }

  async #lineAt<I extends RunLine['is']>(
    place: LinePlace | undefined,
    is: I,
  ): Promise<RunLineOf<I> | undefined> {
    const line = place && readRunLine(parseLine(await readLineAt(this.#path, place)));
    return line?.is === is ? (line as RunLineOf<I>) : undefined;
  }
}
