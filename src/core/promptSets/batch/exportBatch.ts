import { createHash } from 'node:crypto';
import type { RunFile } from '../run/runFile.ts';
import { hasAnswered } from '../run/runIndex.ts';
import { cellsOf, type Run, type RunCell, type RunModel, runFormat } from '../run/runRecord.ts';
import {
  type BatchLimits,
  ModelFiles,
  modelFileName,
  modelFileNames,
  plainName,
  type TextSink,
} from './batchFiles.ts';
import { batchLine } from './batchLine.ts';
import { batchIdOf, customIdOf } from './customId.ts';

export interface ExportOptions {
  /** What stands as `model` in the requests, by the model's number; the models' names unless given. */
  wireNames?: readonly string[];
  /** Writes only what has no answer. */
  isMissingOnly?: boolean;
  signal: AbortSignal;
  /** Tests pass lower ones. */
  limits?: BatchLimits;
}

export interface ExportedBatch {
  /** The names of the files with requests, by the model's number. */
  files: string[][];
  /** The name of the file that says what is in them. */
  about: string;
  requests: number;
}

/** Returns the names of all files, what says what is in the others last. */
export function writtenNames({ files, about }: ExportedBatch): string[] {
  return [...files.flat(), about];
}

/** So many prompts are read from the disk at once. */
const readAhead = 16;

/**
 * Writes a run as a batch: files of requests for each model, and `<set>.run.json` with all that the run consists of. Rejects as
 * reading the run and writing the files do, or as the signal was aborted.
 */
export async function exportBatch(
  file: RunFile,
  open: (name: string) => Promise<TextSink>,
  { wireNames: given, isMissingOnly = false, signal, limits }: ExportOptions,
): Promise<ExportedBatch> {
  const { run } = file;
  const wireNames = given ?? run.models.map(({ name }) => name);
  const name = batchName(run, isMissingOnly);
  const batchId = batchIdOf(run);
  const models = run.models.map(
    (model, at) => new ModelFiles((part) => modelFileName(name, at, model, part), open, limits),
  );
  const about = aboutName(name);
  const aboutFile = new ModelFiles(() => about, open, { lines: Infinity, bytes: Infinity });
  const hash = createHash('sha256');
  let requests = 0;
  try {
    await aboutFile.add(aboutStart(run, batchId, wireNames));
    let comma = '';
    for await (const { cells, prompt } of promptsOf(file, isMissingOnly)) {
      signal.throwIfAborted();
      for (const cell of cells) {
        const model = wireNames[cell.model] ?? '';
        const customId = customIdOf(batchId, cell);
        await models[cell.model]?.add(batchLine({ ...prompt, customId, model, settings: run.settings }));
        requests += 1;
      }
      const line = JSON.stringify({ prompt: cells[0]?.prompt, ...prompt });
      hash.update(`${line}\n`);
      await aboutFile.add(comma + line);
      comma = ',';
    }
    await Promise.all(models.map((one) => one.close()));
    const files = models.map(({ names }) => names);
    await aboutFile.add(`${aboutEnd}"sha256": "${hash.digest('hex')}", "files": ${JSON.stringify(files)}}`);
    return { files, about, requests };
  } finally {
    await Promise.all([...models, aboutFile].map((one) => one.close()));
  }
}

/** Returns what the names of a run's files begin with. */
function batchName({ set }: { set: Pick<Run['set'], 'name'> }, isMissingOnly: boolean): string {
  return plainName(set.name.replace(/\.[^.]*$/u, '')) + (isMissingOnly ? '.missing' : '');
}

/** Returns those names of files that a run's batch would take the place of. */
export function namesTaken(
  run: { set: Pick<Run['set'], 'name'>; models: readonly Pick<RunModel, 'name'>[] },
  isMissingOnly: boolean,
  among: readonly string[],
): string[] {
  const name = batchName(run, isMissingOnly);
  const ofModels = run.models.flatMap((model, at) => modelFileNames(name, at, model, among));
  return [...among.filter((one) => one === aboutName(name)), ...ofModels];
}

function aboutName(name: string): string {
  return `${name}.run.json`;
}

/** In `<set>.run.json`, what is before the prompts, which stand in a line each, and after them. */
export const [aboutMiddle, aboutEnd] = [', "prompts": [', '], '];

/** Everything but the prompts, which follow one by one. */
function aboutStart(run: Run, batchId: string, wireNames: readonly string[]): string {
  const { id, createdAt, set, settings, repetitions, prompts: count, seed } = run;
  const models = run.models.map(({ baseUrl: _baseUrl, ...model }, at) => ({
    ...model,
    ...(wireNames[at] !== model.name && { wireName: wireNames[at] }),
  }));
  const head = {
    v: runFormat,
    batch: batchId,
    run: id,
    createdAt,
    set: set.name,
    models,
    settings,
    repetitions,
    seed,
    count,
  };
  return `${JSON.stringify(head).slice(0, -1)}${aboutMiddle}`;
}

/** Yields the prompts with the answers that are asked for, in the set's order. */
async function* promptsOf(file: RunFile, isMissingOnly: boolean) {
  const { prompts } = file.run;
  const stateOf = (cell: RunCell) => file.index.facts(cell).state;
  for (let from = 0; from < prompts; from += readAhead) {
    const numbers = Array.from({ length: Math.min(readAhead, prompts - from) }, (_, at) => from + at);
    const wanted = numbers
      .map((at) => cellsOf(file.run, at).filter((cell) => !isMissingOnly || !hasAnswered(stateOf(cell))))
      .filter(({ length }) => length > 0);
    const read = await Promise.all(
      wanted.map(async (cells) => ({ cells, prompt: await file.prompt(cells[0]?.prompt ?? 0) })),
    );
    for (const { cells, prompt } of read) if (prompt) yield { cells, prompt };
  }
}
