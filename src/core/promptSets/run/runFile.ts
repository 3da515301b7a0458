import { join } from 'node:path';
import { yieldToEventLoop } from '../../../api/clocks/eventLoop.ts';
import { debounce } from '../../debounce.ts';
import { Emitter } from '../../emitter.ts';
import { LineAppender, type OpenFile } from '../../files/appendLines.ts';
import type { Hold } from '../../files/locks/ownerLocks.ts';
import { type LinePlace, parseLine, readLineAt, readLines } from '../../files/readLines.ts';
import { saveLatest } from '../../saveLatest.ts';
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

/** Thrown for a write to a run that another window has taken over. */
export class RunTakenError extends Error {
  override readonly name = 'RunTakenError';
}

/** A power cut loses at most what came within this time, in milliseconds; a killed process loses nothing. */
const syncPace = { restMs: 500, maxMs: 500 };

export const resultsName = 'results.jsonl';

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
  readonly run: Run;
  readonly index: RunIndex;
  readonly #path: string;
  readonly #openFile: OpenFile | undefined;
  /** `undefined` unless this window is the owner. */
  #hold: Hold | undefined;
  #heldAt = 0;
  /** Open for appending while this window is the owner. */
  #lines: LineAppender | undefined;
  /** How far the file was read, in bytes. */
  #read = 0;
  /** How many lines were torn. */
  unreadable = 0;
  /** True if a newer version wrote some of the lines: then nothing may be added. */
  isNewer = false;
  #added: NewRunLine[] = [];
  readonly #write = saveLatest(async () => {
    // What is added in the same moment is written together.
    await yieldToEventLoop();
    const lines = this.#added;
    this.#added = [];
    await this.#append(lines);
  });
  readonly #syncSoon = debounce(() => void this.#sync(), syncPace);

  /** Call `refresh` before the index is used. Tests pass an `openFile` whose disk fails. */
  constructor(folder: string, run: Run, openFile?: OpenFile) {
    this.run = run;
    this.index = new RunIndex(run);
    this.#path = join(folder, resultsName);
    this.#openFile = openFile;
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

  /** Reads what was added to the file since it was last read. */
  async refresh(): Promise<void> {
    const before = this.#read;
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
    if (this.#read !== before) this.#onDidChange.fire();
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
    this.#hold = undefined;
    this.#lines = undefined;
    await lines?.close();
    await hold?.release();
    this.#onDidChange.fire();
  }

  async #append(added: readonly NewRunLine[]): Promise<void> {
    if (!(await this.#isStillOurs())) throw new RunTakenError('Another window has this run.');
    this.#lines ??= await LineAppender.open(this.#path, { openFile: this.#openFile, isOurs: true });
    const lines = added.map(runLine);
    const { places, after } = await this.#lines.append(lines, false);
    for (const [at, place] of places.entries()) {
      const line = lines[at];
      if (line) this.index.add(line, place);
    }
    this.#read = after;
    this.#syncSoon();
    this.#onDidChange.fire();
  }

  /** Another window may have taken over if this one was silent, for instance because the machine slept. */
  async #isStillOurs(): Promise<boolean> {
    const now = Date.now();
    if (this.#hold && Math.abs(now - this.#heldAt) < heldMs) return true;
    this.#heldAt = now;
    return (await this.#hold?.isHeld()) ?? false;
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
