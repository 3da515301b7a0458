import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { english } from '../base/texts.ts';
import { cleanText } from '../core/cleanText.ts';
import { OwnerLocks } from '../core/files/locks/ownerLocks.ts';
import { openAtOnce } from '../core/files/openAtOnce.ts';
import { fileBytes } from '../core/files/readLines.ts';
import { answersJob, upToTokens } from '../core/promptSets/ask/askJob.ts';
import { WindowClosedError } from '../core/promptSets/ask/promptRun.ts';
import { readRows } from '../core/promptSets/file/readRows.ts';
import { Checker } from '../core/promptSets/index.ts';
import type { Prompt } from '../core/promptSets/prompt.ts';
import type { RunFile } from '../core/promptSets/run/runFile.ts';
import { defaultMaxTokens } from '../core/promptSets/run/runRecord.ts';
import { RunStore } from '../core/promptSets/run/runStore.ts';
import { type Baseline, matchBaseline, readBaseline } from '../core/promptSets/transfer/baseline.ts';
import { dayAndTime } from '../core/promptSets/words/runFacts.ts';
import { CannotRun, note, withoutMark } from './cannotRun.ts';
import type { RunOptions } from './runOptions.ts';
import { type Compared, isOver, tellFindings } from './runReports.ts';
import { openService } from './service.ts';

/** How often progress is told, in ms: on a terminal, and in a log. */
const paces = { bar: 200, line: 10_000 };

const barLength = 20;

/** A lock counts as left behind before that. */
const waitSeconds = 40;

/** `run`: asks all that is missing, says what came of it, and returns the exit code. Throws a `CannotRun` if there is nothing to say. */
export async function runCommand(options: RunOptions): Promise<number> {
  const { out, base, adapter, concurrency, maxTotalTokens } = options;
  const silent = () => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: note };
  const locks = new OwnerLocks(out, log);
  try {
    const baseline = options.baseline === undefined ? undefined : await openBaseline(options.baseline);
    const [service, file] = await Promise.all([
      openService(options, base === undefined ? [adapter] : [base, adapter], note),
      openRun(new RunStore(out, locks, log, openAtOnce), options),
    ]);
    const compared = baseline && { baseline, ...(await matchBaseline(file, baseline)) };
    if (compared) tellMatch(compared, options);
    await claim(file, locks, out);
    const interrupted = new AbortController();
    const interrupt = () => interrupted.abort(new WindowClosedError('The script was interrupted.'));
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, interrupt);
    const { signal } = interrupted;
    const asking = { service, concurrency, signal, checker: new Checker(), log, onWait: silent };
    const job = upToTokens(answersJob, maxTotalTokens);
    const stopProgress = showProgress(() => job.progress(file));
    const end = await job.run(file, asking).finally(stopProgress);
    await file.release();
    if (end === 'taken') throw new CannotRun(`Another process has taken over the run in ${out}.`);
    if (end === 'disk')
      throw new CannotRun(`${out} takes no more answers. Once there is space, the same command goes on.`);
    return await tellFindings(file, compared, options);
  } finally {
    locks.dispose();
  }
}

/** Goes on with the run that the same command left without some answers, else makes one. */
async function openRun(store: RunStore, options: RunOptions): Promise<RunFile> {
  const { set, base, adapter, baseUrl, repetitions } = options;
  const name = path.basename(set);
  const settings = { maxTokens: defaultMaxTokens, ...options.settings };
  const models = [base, adapter].flatMap((model) =>
    model ? { connectionId: baseUrl, name: model, baseUrl } : [],
  );
  const hash = createHash('sha256');
  for await (const piece of fileBytes(set)) hash.update(piece);
  // The order of the prompts follows from the set alone, which tells whether a run is of the same one.
  const plan = { set: { name }, models, settings, repetitions, seed: hash.digest().readUInt32BE() };
  for (const known of await store.list()) {
    if ('isNewer' in known || !isDeepStrictEqual({ ...known, ...plan }, known)) continue;
    const file = await store.open(known.id);
    if (!file || isOver(file)) continue;
    const { answered, size } = file.index;
    note(
      `Going on with the run of ${dayAndTime(english, known.createdAt)}: ${answered} of ${size} answered.`,
    );
    return file;
  }
  const file = await store.create(plan, promptsOf(set));
  const lacks = file.run.prompts === 0 ? 'prompts' : file.index.hasChecks ? undefined : 'checks';
  if (lacks === undefined) return file;
  await file.release(true);
  await store.delete(file.run.id);
  throw new CannotRun(`${set} has no ${lacks}, so nothing can be said of its answers.`);
}

/** Makes the run this process's own. One that was killed elsewhere, as in a container, may seem alive for half a minute. */
async function claim(file: RunFile, locks: OwnerLocks, out: string): Promise<void> {
  for (let left = waitSeconds; !(await file.claim()); left -= 1) {
    if (file.isNewer) throw new CannotRun(`A newer version of the script wrote to the run in ${out}.`);
    if (left === 0 || locks.isBeating(file.run.id))
      throw new CannotRun(`Another process has the run in ${out}.`);
    if (left === waitSeconds) note('Another process had the run. Waiting to see whether it still does.');
    await pause(1000);
  }
}

async function* promptsOf(set: string): AsyncGenerator<Prompt, void> {
  // On this thread, which nobody waits for: a worker takes a quarter of a second to start.
  for await (const item of readRows(fileBytes(set), path.basename(set))) {
    if ('prompt' in item) yield item.prompt;
    else {
      const { line, text, isFatal } = item.problem;
      if (isFatal) throw new CannotRun(`${set}:${line}: ${text}`);
      note(`${set}:${line}: ${text}`);
    }
  }
}

async function openBaseline(file: string): Promise<Baseline> {
  const baseline = readBaseline(withoutMark(await readFile(file, 'utf8')));
  if (!baseline) throw new CannotRun(`${file} is no baseline.`);
  return baseline;
}

function tellMatch({ fault, base, added, gone }: Compared, { baseline: file, set }: RunOptions): void {
  if (fault === 'settings')
    throw new CannotRun(`${file} was asked with other settings. Renew it with --save-baseline.`);
  if (fault === 'rows')
    throw new CannotRun(`${file} is of another set: it has ${base.size} rows in common with ${set}.`);
  const shown = added.slice(0, 10).map((id) => cleanText(id, 40));
  if (added.length > 0)
    note(
      `Not in the baseline, and left out: ${shown.join(', ')}${added.length > shown.length ? ' …' : ''} (${added.length}).`,
    );
  if (gone > 0) note(`Rows of the baseline that are not in the set, or were changed: ${gone}.`);
}

/** Tells on the error output how far something is: as a bar on a terminal, else as a line now and then. Call the result at its end. */
function showProgress(progressOf: () => { done: number; of: number }): () => void {
  const out = process.stderr;
  const startedAt = performance.now();
  const before = progressOf().done;
  const text = () => {
    const { done, of } = progressOf();
    const leftMs = ((performance.now() - startedAt) * (of - done)) / (done - before);
    const left = done === of || !Number.isFinite(leftMs) ? '' : ` · about ${Math.ceil(leftMs / 60_000)} min`;
    if (!out.isTTY) return `${done} of ${of}${left}`;
    const filled = Math.round((barLength * done) / Math.max(1, of));
    return `${'█'.repeat(filled)}${'░'.repeat(barLength - filled)} ${done} of ${of}${left}`;
  };
  const [start, end] = out.isTTY ? ['\r\x1b[K', ''] : ['', '\n'];
  const show = () => void out.write(start + text() + end);
  const timer = setInterval(show, out.isTTY ? paces.bar : paces.line);
  return () => {
    clearInterval(timer);
    if (out.isTTY || progressOf().done > before) show();
    if (out.isTTY) out.write('\n');
  };
}
