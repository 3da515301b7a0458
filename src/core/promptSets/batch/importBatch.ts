import type { BatchAnswer } from '../../../api/chat/batchWire.ts';
import { type Checking, checkedLine, checkMissing } from '../ask/recordChecks.ts';
import type { SetProblem } from '../file/setProblem.ts';
import { readBatchOutput } from '../readBatchOutput.ts';
import type { RunFile } from '../run/runFile.ts';
import { hasAnswered } from '../run/runIndex.ts';
import type { NewRunLine, RunCell } from '../run/runRecord.ts';
import { answerDigest, batchResult, otherModel } from './batchResult.ts';
import { batchIdOf, readCustomId } from './customId.ts';

/** A file with results of a batch, which may be read twice. */
export interface BatchOutput {
  name: string;
  bytes: () => AsyncIterable<Uint8Array>;
}

/** What an import would put other answers in place of, and what goes with them. */
export interface Replaced {
  answers: number;
  ratings: number;
  judgments: number;
}

/** What came of an import. */
export interface ImportSummary {
  files: number;
  /** Results that the run did not have. */
  added: number;
  /** Results that it had, and those of which there is a later or a better one. */
  known: number;
  /** Of these, answers that differ from the run's own, which stayed. */
  kept: number;
  /** Of the run, afterwards. */
  answered: number;
  failed: number;
  size: number;
  /** By the batch id of another run, how many results are its own; by '' those that are no run's. */
  others: Map<string, number>;
  /** By a model's name that was not asked, how many answers are its own. */
  otherModels: Map<string, number>;
  /** The first problems, and how many there are. */
  problems: { file: string; problem: SetProblem }[];
  problemCount: number;
}

/** So much is taken before it is written. */
const maxPending = 64;
const maxPendingLength = 256 * 1024;
const maxProblems = 100;
/** So many runs or models are counted by name; further ones by ''. */
const maxKeys = 20;

/**
 * Takes results of a batch into a run and checks the answers, as a run's own. An answer is never lost to a failure; of several new
 * answers the last one counts, the files being read in the order of their names. Answers that were there before give way to others only
 * if `mayReplace` resolves with true, which is asked once at most. Importing again adds nothing. Call as the run's owner. Rejects as
 * reading the files does, with the disk's error, or as the signal was aborted.
 */
export async function importBatch(
  file: RunFile,
  outputs: readonly BatchOutput[],
  { mayReplace, ...checking }: Checking & { mayReplace: (replaced: Replaced) => Promise<boolean> },
  signal: AbortSignal,
): Promise<ImportSummary> {
  const batchImport = new BatchImport(file, checking);
  const sorted = [...outputs].sort((one, other) => (one.name < other.name ? -1 : 1));
  try {
    for (const [at, output] of sorted.entries()) await batchImport.read(at, output, signal);
    const { replaced } = batchImport;
    if (replaced.answers > 0 && !(await mayReplace(replaced))) batchImport.keepFormer();
    for (const [at, output] of sorted.entries()) await batchImport.readReplacing(at, output, signal);
  } finally {
    await batchImport.end();
  }
  await checkMissing(file, checking, signal);
  return batchImport.summary(sorted.length);
}

/** A result in place of an answer. `isNew`: that came with the same import. */
interface Replacing {
  output: number;
  result: number;
  cell: RunCell;
  isNew: boolean;
}

/** A result that is not in the index yet. */
interface Pending {
  key: string;
  /** Returns what to write for it. */
  lines: () => Promise<NewRunLine[]>;
}

class BatchImport {
  readonly #file: RunFile;
  readonly #checking: Checking;
  readonly #batchId: string;
  #pending: Pending[] = [];
  #pendingLength = 0;
  /** Of the cells whose results are not in the index yet. */
  readonly #pendingKeys = new Set<string>();
  /** Writes what was taken before, while more is read. */
  #writing: Promise<void> = Promise.resolve();
  /** By cell, which result of which file replaces the answer that is there: known only when all are read. */
  readonly #replacing = new Map<string, Replacing>();
  /** By an answer's number, 1 if it came with this import. */
  readonly #isNew: Uint8Array;
  /** How many answers differ from those that were there before, and stayed. */
  #kept = 0;
  #hasBegun = false;
  #added = 0;
  #read = 0;
  readonly #others = new Map<string, number>();
  readonly #otherModels = new Map<string, number>();
  readonly #problems: ImportSummary['problems'] = [];
  #problemCount = 0;

  constructor(file: RunFile, checking: Checking) {
    this.#file = file;
    this.#checking = checking;
    this.#batchId = batchIdOf(file.run);
    this.#isNew = new Uint8Array(file.index.size);
  }

  /** What was there before the import, and would be replaced. */
  get replaced(): Replaced {
    const { index } = this.#file;
    const former = [...this.#replacing.values()].filter(({ isNew }) => !isNew).map(({ cell }) => cell);
    return {
      answers: former.length,
      ratings: index.ratings.affected(former),
      judgments: index.judgments.affected(former),
    };
  }

  /** Leaves all answers that were there before. */
  keepFormer(): void {
    for (const [key, { isNew }] of this.#replacing) {
      if (isNew) continue;
      this.#replacing.delete(key);
      this.#kept += 1;
    }
  }

  async read(output: number, { name, bytes }: BatchOutput, signal: AbortSignal): Promise<void> {
    let result = 0;
    for await (const item of readBatchOutput(bytes())) {
      signal.throwIfAborted();
      if ('problem' in item) this.#addProblem(name, item.problem);
      else {
        result += 1;
        const cell = this.#cellOf(item);
        if (cell) await this.#take(cell, item, { output, result });
      }
    }
    await this.#writeAll();
  }

  /** Reads a file again for the answers that replace others. */
  async readReplacing(output: number, { bytes }: BatchOutput, signal: AbortSignal): Promise<void> {
    const wanted = new Map(
      [...this.#replacing].flatMap(([key, at]) => (at.output === output ? [[at.result, key] as const] : [])),
    );
    if (wanted.size === 0) return;
    let result = 0;
    for await (const item of readBatchOutput(bytes())) {
      signal.throwIfAborted();
      if ('problem' in item) continue;
      result += 1;
      const key = wanted.get(result);
      const cell = key === undefined ? undefined : this.#cellOf(item, false);
      // The file may have changed since it was read: then something else may stand there.
      if (cell && keyOf(cell) === key && !item.failure) await this.#add(cell, item);
    }
    await this.#writeAll();
  }

  async end(): Promise<void> {
    // Also if the import was stopped: then a failure to write matters no more.
    await this.#writing.catch(() => undefined);
    if (!this.#hasBegun) return;
    const { run, index } = this.#file;
    const isComplete = run.models.every((_, model) => {
      const { missing, sent } = index.counts(model);
      return missing + sent === 0;
    });
    if (isComplete) await this.#file.add({ is: 'ended', why: 'complete', at: Date.now() });
  }

  summary(files: number): ImportSummary {
    const { index } = this.#file;
    return {
      files,
      added: this.#added,
      known: this.#read - this.#added,
      kept: this.#kept,
      answered: index.answered,
      failed: index.failed,
      size: index.size,
      others: this.#others,
      otherModels: this.#otherModels,
      problems: this.#problems,
      problemCount: this.#problemCount,
    };
  }

  #addProblem(file: string, problem: SetProblem): void {
    this.#problemCount += 1;
    if (this.#problems.length < maxProblems) this.#problems.push({ file, problem });
  }

  /** Returns the answer's place in this run; counts what has none. */
  #cellOf({ customId }: BatchAnswer, isCounted = true): RunCell | undefined {
    const id = readCustomId(customId);
    const { run } = this.#file;
    const isOwn =
      id?.batchId === this.#batchId &&
      id.cell.model < run.models.length &&
      id.cell.prompt < run.prompts &&
      id.cell.repetition < run.repetitions;
    if (isOwn) return id.cell;
    const from = id?.batchId ?? '';
    if (isCounted) count(this.#others, from === this.#batchId ? '' : from);
    return undefined;
  }

  async #take(cell: RunCell, answer: BatchAnswer, at: { output: number; result: number }): Promise<void> {
    this.#read += 1;
    const key = keyOf(cell);
    // What this one is compared with has to be in the index.
    if (this.#pendingKeys.has(key)) await this.#writeAll();
    const { state, digest } = this.#file.index.facts(cell);
    const hasAnswer = hasAnswered(state);
    if (answer.failure) {
      if (!hasAnswer && state !== 'failed') await this.#add(cell, answer);
      return;
    }
    const other = otherModel(this.#file, cell, answer);
    if (other !== undefined) count(this.#otherModels, other);
    if (!hasAnswer) await this.#add(cell, answer);
    else if (digest === answerDigest(answer)) this.#replacing.delete(key);
    else this.#replacing.set(key, { ...at, cell, isNew: this.#isNew[this.#file.index.numberOf(cell)] === 1 });
  }

  async #add(cell: RunCell, answer: BatchAnswer): Promise<void> {
    const begun: NewRunLine[] = this.#hasBegun ? [] : [{ is: 'ended', why: 'waiting', at: Date.now() }];
    this.#hasBegun = true;
    this.#added += 1;
    this.#isNew[this.#file.index.numberOf(cell)] = 1;
    const key = keyOf(cell);
    this.#pending.push({ key, lines: async () => [...begun, ...(await this.#linesOf(cell, answer))] });
    this.#pendingKeys.add(key);
    this.#pendingLength += (answer.text?.length ?? 0) + (answer.reasoning?.length ?? 0);
    if (this.#pending.length >= maxPending || this.#pendingLength >= maxPendingLength) await this.#write();
  }

  async #writeAll(): Promise<void> {
    await this.#write();
    await this.#writing;
  }

  /** Begins to write what is pending, once what was pending before is written. */
  async #write(): Promise<void> {
    const pending = this.#pending;
    if (pending.length === 0) return;
    this.#pending = [];
    this.#pendingLength = 0;
    await this.#writing;
    const write = async () => {
      const lines = await Promise.all(pending.map((one) => one.lines()));
      await this.#file.add(...lines.flat());
      for (const { key } of pending) this.#pendingKeys.delete(key);
    };
    this.#writing = write();
    // Whoever waits for it is told.
    this.#writing.catch(() => undefined);
  }

  async #linesOf(cell: RunCell, answer: BatchAnswer): Promise<NewRunLine[]> {
    const { index } = this.#file;
    const result = batchResult(this.#file, { ...cell, attempt: index.facts(cell).attempt + 1 }, answer);
    const prompt =
      answer.failure || !index.isChecked(cell.prompt) ? undefined : await this.#file.prompt(cell.prompt);
    const checked = prompt && (await checkedLine(cell, { ...result, prompt }, this.#checking));
    return checked ? [result, checked] : [result];
  }
}

function keyOf({ prompt, model, repetition }: RunCell): string {
  return `${prompt} ${model} ${repetition}`;
}

function count(counts: Map<string, number>, key: string): void {
  const kept = counts.size < maxKeys || counts.has(key) ? key : '';
  counts.set(kept, (counts.get(kept) ?? 0) + 1);
}
