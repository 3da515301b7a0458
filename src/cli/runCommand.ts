import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { english } from '../base/texts.ts';
import { cleanText } from '../core/cleanText.ts';
import { errorCode } from '../core/files/errorCode.ts';
import { OwnerLocks } from '../core/files/locks/ownerLocks.ts';
import { fileBytes } from '../core/files/readLines.ts';
import { Checker, readPromptSet } from '../core/promptSets/index.ts';
import type { Prompt } from '../core/promptSets/prompt.ts';
import { pointsToldApart } from '../core/promptSets/report/discordance.ts';
import { runFindings } from '../core/promptSets/report/runFindings.ts';
import { answersJob, upToTokens } from '../core/promptSets/run/askJob.ts';
import { WindowClosedError } from '../core/promptSets/run/promptRun.ts';
import type { RunFile } from '../core/promptSets/run/runFile.ts';
import { defaultMaxTokens } from '../core/promptSets/run/runRecord.ts';
import { RunStore } from '../core/promptSets/run/runStore.ts';
import {
  type Baseline,
  type BaselineMatch,
  baselineLines,
  baselinePairs,
  matchBaseline,
  outcomeOf,
  readBaseline,
} from '../core/promptSets/transfer/baseline.ts';
import { runReport } from '../core/promptSets/transfer/runReport.ts';
import { type GateEnd, gateEnd, gateExits } from '../core/promptSets/verdict/gate.ts';
import { pairedVerdict } from '../core/promptSets/verdict/pairedVerdict.ts';
import { dayAndTime, modelNames } from '../core/promptSets/words/runFacts.ts';
import { runNotices } from '../core/promptSets/words/runNotices.ts';
import { runVerdictTexts, verdictSubject } from '../core/promptSets/words/runVerdictTexts.ts';
import { verdictText } from '../core/promptSets/words/verdictText.ts';
import { VerdictThread } from '../core/promptSets/worker/verdictThread.ts';
import { CannotRun, failureSentence, note } from './cannotRun.ts';
import { junitReport } from './junit.ts';
import { showProgress } from './progress.ts';
import type { RunOptions } from './runOptions.ts';
import { openService } from './service.ts';

/** What a run is compared with, if that isn't one of its models. */
interface Compared extends BaselineMatch {
  baseline: Baseline;
}

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
      openRun(new RunStore(out, locks, log), options),
    ]);
    const compared = baseline && { baseline, ...(await matchBaseline(file, baseline)) };
    if (compared) tellMatch(compared, options);
    if (!(await file.claim()))
      throw new CannotRun(`Another process, or a newer version, has the run in ${out}.`);
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
    return await report(file, compared, options);
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
  await store.sweep();
  for (const known of await store.list()) {
    if ('isNewer' in known || !isDeepStrictEqual({ ...known, ...plan }, known)) continue;
    const file = await store.open(known.id);
    if (file && !file.index.missing().next().done) {
      const { answered, size } = file.index;
      note(
        `Going on with the run of ${dayAndTime(english, known.createdAt)}: ${answered} of ${size} answered.`,
      );
      return file;
    }
  }
  const file = await store.create(plan, promptsOf(set));
  if (file.run.prompts === 0) {
    await file.release(true);
    await store.delete(file.run.id);
    throw new CannotRun(`${set} has no prompts.`);
  }
  return file;
}

async function* promptsOf(set: string): AsyncGenerator<Prompt, void> {
  for await (const item of readPromptSet(fileBytes(set), path.basename(set))) {
    if ('prompt' in item) yield item.prompt;
    else {
      const { line, text, isFatal } = item.problem;
      if (isFatal) throw new CannotRun(`${set}:${line}: ${text}`);
      note(`${set}:${line}: ${text}`);
    }
  }
}

async function openBaseline(file: string): Promise<Baseline> {
  const baseline = readBaseline(await readFile(file, 'utf8'));
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

/** Says what a run found, writes what was asked for, and returns the exit code. */
async function report(file: RunFile, compared: Compared | undefined, options: RunOptions): Promise<number> {
  const { run, index } = file;
  const { minimumDifference = pointsOf(file) / 100, strict, summary, junit } = options;
  if (options.minimumDifference === undefined && run.prompts > 0)
    note(
      `The least difference that matters is ${pointsOf(file)} points, which this set can tell apart; see --min-difference.`,
    );
  const findings = await runFindings(file, new VerdictThread(), { minimumDifference });
  const display = {
    ...{ t: english, names: modelNames(english, run.models, { byId: () => undefined }) },
    errorWords: (error: Parameters<typeof failureSentence>[0], model: number) =>
      failureSentence(error, options.baseUrl, run.models[model]?.name),
    judgeErrorWords: () => '',
  };
  const said = () => {
    if (!compared)
      return { verdict: findings.verdicts[0]?.verdict, words: runVerdictTexts(findings, display)[0] };
    const { baseline, base } = compared;
    const isComplete = index.isComplete(0);
    const verdict = pairedVerdict(baselinePairs(file, 0, base), { minimumDifference, isComplete });
    const name = english('{0} (baseline)', cleanText(baseline.model, 80));
    const subject = { ...verdictSubject(findings, display, 0), base: name, comparisons: 1 };
    return { verdict, words: verdictText(verdict, subject) };
  };
  const { verdict, words } = said();
  for (const notice of runNotices(file, {}, display)) note(notice);
  const why = whyNotRun(file);
  const found = verdict ? gateEnd(verdict, minimumDifference) : index.isComplete(0) ? 'pass' : 'unclear';
  const end: GateEnd = why === undefined ? (found === 'unclear' && strict ? 'fail' : found) : 'notRun';
  const text = words?.text ?? `${index.answered} of ${index.size} answered.`;
  process.stdout.write(`${[text, words?.test].filter(Boolean).join('\n')}\n`);
  const report = () =>
    runReport(file, {
      findings,
      display,
      situation: {},
      isPlain: true,
      ...(compared && words && { verdicts: [words] }),
    });
  const stepSummary = process.env['GITHUB_STEP_SUMMARY'];
  if (summary) await written(summary, await report());
  if (stepSummary) await appendFile(stepSummary, await report());
  const baseOf = (prompt: number) =>
    compared ? compared.base.get(prompt) : outcomeOf(file, prompt, 0).passed;
  if (junit) await written(junit, junitReport(file, { end, said: why ?? text, baseOf }));
  if (why !== undefined) throw new CannotRun(why);
  if (options.saveBaseline && index.isComplete(run.models.length - 1))
    await written(options.saveBaseline, baselineLines(file, run.models.length - 1, options.withAnswers));
  if (index.state === 'begun') note('The same command goes on.');
  return gateExits[end];
}

function pointsOf({ index }: RunFile): number {
  const checked = index.askedOrder.filter((prompt) => index.isChecked(prompt));
  return pointsToldApart(new Set(checked.map((prompt) => index.unitOf(prompt))).size);
}

/** Why nothing can be said that anybody could go by, although all was asked. */
function whyNotRun({ run, index }: RunFile): string | undefined {
  const { answered, size } = index;
  if (!index.hasChecks) return 'The set has no checks, so no answer passes or fails.';
  const isOver = run.models.every((_, model) => index.isComplete(model));
  if (isOver && answered * 2 <= size) return `Only ${answered} of ${size} requests were answered.`;
  if (answered > 0 && index.unchecked() === answered) return 'No check could be run.';
  return undefined;
}

async function written(file: string, content: string | AsyncIterable<string>): Promise<void> {
  try {
    await mkdir(path.dirname(path.resolve(file)), { recursive: true });
    await writeFile(file, content);
  } catch (error) {
    throw new CannotRun(`${file} can't be written (${errorCode(error) ?? 'unknown error'}).`);
  }
}
