import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { english, type Texts, type Wording } from '../base/texts.ts';
import { cleanText } from '../core/cleanText.ts';
import { errorCode } from '../core/files/errorCode.ts';
import { pointsToldApart } from '../core/promptSets/report/discordance.ts';
import { type RunFindings, runFindings } from '../core/promptSets/report/runFindings.ts';
import type { RunFile } from '../core/promptSets/run/runFile.ts';
import {
  type Baseline,
  type BaselineMatch,
  baselineLines,
  baselinePairs,
  outcomeOf,
} from '../core/promptSets/transfer/baseline.ts';
import { runReport } from '../core/promptSets/transfer/runReport.ts';
import { type GateEnd, gateEnd, gateExits } from '../core/promptSets/verdict/gate.ts';
import { pairedVerdict } from '../core/promptSets/verdict/pairedVerdict.ts';
import { modelNames } from '../core/promptSets/words/runFacts.ts';
import { type RunDisplay, runNotices } from '../core/promptSets/words/runNotices.ts';
import { runVerdictTexts, verdictSubject } from '../core/promptSets/words/runVerdictTexts.ts';
import { verdictText } from '../core/promptSets/words/verdictText.ts';
import { packedVerdict } from '../core/promptSets/worker/packedPairs.ts';
import type { VerdictMaker } from '../core/promptSets/worker/verdictThread.ts';
import { CannotRun, failureSentence, note } from './cannotRun.ts';
import { junitReport } from './junit.ts';
import type { RunOptions } from './runOptions.ts';

/** What a run is compared with, if that isn't one of its models. */
export interface Compared extends BaselineMatch {
  baseline: Baseline;
}

const withoutButtons = (text: string) => text.replace(/ (?:Choose )?Run Missing[^.]*\./u, '');

/** The page's texts, without what is about its buttons. */
const t: Texts = Object.assign((...wording: Wording) => withoutButtons(english(...wording)), english, {
  plural: (...given: Parameters<Texts['plural']>) => withoutButtons(english.plural(...given)),
});

/** Nobody waits for this thread meanwhile. */
const onThisThread: VerdictMaker = { verdict: async (pairs, options) => packedVerdict(pairs, options) };

/** Says what a run found, writes what was asked for, and returns the exit code. Throws a `CannotRun` if nobody could go by it. */
export async function tellFindings(
  file: RunFile,
  compared: Compared | undefined,
  options: RunOptions,
): Promise<number> {
  const { run, index } = file;
  const adapter = run.models.length - 1;
  const { saveBaseline, withAnswers, strict } = options;
  const minimumDifference = options.minimumDifference ?? toldApart(file);
  const findings = await runFindings(file, onThisThread, { minimumDifference });
  const display: RunDisplay = {
    ...{ t, names: modelNames(t, run.models, { byId: () => undefined }) },
    errorWords: (error, model) => failureSentence(error, options.baseUrl, run.models[model]?.name),
    judgeErrorWords: () => '',
  };
  const { verdict, words } = compared
    ? verdictBeside(compared, file, findings, display)
    : { verdict: findings.verdicts[0]?.verdict, words: runVerdictTexts(findings, display)[0] };
  for (const notice of runNotices(file, {}, display)) note(notice);
  const [failed] = index.inState('failed');
  const { error } = (failed && (await file.result(failed))) ?? {};
  if (failed && error) note(`For instance: ${display.errorWords(error, failed.model)}`);
  const why = whyNotRun(file);
  const found = verdict
    ? gateEnd(verdict, minimumDifference)
    : index.isComplete(adapter)
      ? 'pass'
      : 'unclear';
  const end: GateEnd = why === undefined ? (found === 'unclear' && strict ? 'fail' : found) : 'notRun';
  const text = words?.text ?? `${index.answered} of ${index.size} answered.`;
  process.stdout.write(`${[text, words?.test].filter(Boolean).join('\n')}\n`);
  const verdicts = compared && words && { verdicts: [words] };
  const report = () => runReport(file, { findings, display, situation: {}, ...verdicts });
  const baseOf = (prompt: number) =>
    compared ? compared.base.get(prompt) : outcomeOf(file, prompt, 0).passed;
  const stepSummary = process.env['GITHUB_STEP_SUMMARY'];
  if (options.summary) await written(options.summary, await report());
  if (stepSummary) await appendFile(stepSummary, await report());
  if (options.junit) await written(options.junit, junitReport(file, { end, said: why ?? text, baseOf }));
  if (why !== undefined) throw new CannotRun(why);
  if (saveBaseline && index.isComplete(adapter))
    await written(saveBaseline, baselineLines(file, adapter, withAnswers));
  else if (saveBaseline) note(`${saveBaseline} was not written, since not all was asked.`);
  if (!isOver(file)) note('The same command goes on.');
  return gateExits[end];
}

/** Whether a run ended by itself, even with some failures: what its models would answer now is another question. */
export function isOver({ index }: RunFile): boolean {
  return index.answered === index.size || (index.state === 'complete' && index.models.gaveUp.size === 0);
}

function verdictBeside(
  { baseline, base }: Compared,
  file: RunFile,
  findings: RunFindings,
  display: RunDisplay,
) {
  const { minimumDifference } = findings;
  const isComplete = file.index.isComplete(0);
  const verdict = pairedVerdict(baselinePairs(file, 0, base), { minimumDifference, isComplete });
  const name = `${cleanText(baseline.model, 80)} (baseline)`;
  const subject = { ...verdictSubject(findings, display, 0), base: name, comparisons: 1 };
  return { verdict, words: verdictText(verdict, subject) };
}

/** Returns the least difference that a run's set tells apart, in whole points, and says so. */
function toldApart({ index }: RunFile): number {
  const checked = index.askedOrder.filter((prompt) => index.isChecked(prompt));
  const points = pointsToldApart(new Set(checked.map((prompt) => index.unitOf(prompt))).size);
  note(
    `The least difference that matters is ${points} points, which this set can tell apart; see --min-difference.`,
  );
  return points / 100;
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
