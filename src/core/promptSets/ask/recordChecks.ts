import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '../../../api/types.ts';
import { errorTrace } from '../../files/errorCode.ts';
import type { Checker } from '../checker.ts';
import { askedDigest } from '../digests.ts';
import type { Prompt } from '../prompt.ts';
import type { RunFile } from '../run/runFile.ts';
import { type NewRunLine, promptLine, type RunCell, type RunResult } from '../run/runRecord.ts';

export interface Checking {
  checker: Pick<Checker, 'check'>;
  log: Logger;
}

/**
 * Checks an answer and returns the line that records it. Returns `undefined` if there is nothing to check, or if it can't be checked:
 * then it stays unchecked until `checkMissing`. Never rejects.
 */
export async function checkedLine(
  cell: RunCell,
  { prompt, text, toolCalls }: { prompt: Prompt } & Pick<RunResult, 'text' | 'toolCalls'>,
  { checker, log }: Checking,
): Promise<Extract<NewRunLine, { is: 'checked' }> | undefined> {
  if (prompt.expected === undefined && prompt.checks.length === 0) return undefined;
  try {
    return { is: 'checked', ...cell, checks: await checker.check(prompt, text, toolCalls) };
  } catch (error) {
    log.error(`An answer could not be checked: ${errorTrace(error)}`);
    return undefined;
  }
}

/**
 * Checks the answers that have not been: their window was killed before, or a check took too long. Asks no model. Returns how many of
 * the latter are checked now.
 */
export async function checkMissing(file: RunFile, checking: Checking, signal: AbortSignal): Promise<number> {
  const { index } = file;
  let mended = 0;
  for (const cell of index.inNeedOfChecks()) {
    if (signal.aborted) break;
    const isAgain = index.checksPlace(cell) !== undefined;
    const [prompt, result] = await Promise.all([file.prompt(cell.prompt), file.result(cell)]);
    const line = prompt && result && (await checkedLine(cell, { ...result, prompt }, checking));
    if (!line || (isAgain && line.checks.some(({ isUnchecked }) => isUnchecked))) continue;
    await file.add(line);
    if (isAgain) mended += 1;
  }
  return mended;
}

/** What came of checking a run's answers anew. */
export interface CheckedAnew {
  /** How many prompts have other checks than before. */
  changed: number;
  /** How many prompts of the set the run has not asked. */
  unknown: number;
  /** How many answers are checked whose checks took too long before. */
  mended: number;
}

/**
 * Takes over the checks that a run's set has now, for the prompts that ask the same as then, and checks what is unchecked then. Asks no
 * model. Call as the run's owner.
 */
export async function checkAnew(
  file: RunFile,
  prompts: AsyncIterable<Prompt>,
  checking: Checking,
  signal: AbortSignal,
): Promise<CheckedAnew> {
  const numbers = Map.groupBy(Array(file.run.prompts).keys(), (at) => file.index.promptDigest(at));
  let [changed, unknown] = [0, 0];
  for await (const now of prompts) {
    signal.throwIfAborted();
    const alike = numbers.get(askedDigest(now)) ?? [];
    const found = await firstAlike(file, alike, now);
    if (!found) {
      unknown += 1;
      continue;
    }
    // A set may ask the same several times, with other checks: in order.
    alike.splice(alike.indexOf(found.at), 1);
    if (isDeepStrictEqual(ruleOf(found.prompt), ruleOf(now))) continue;
    changed += 1;
    await file.add(promptLine(now, found.at));
  }
  return { changed, unknown, mended: await checkMissing(file, checking, signal) };
}

async function firstAlike(
  file: RunFile,
  numbers: readonly number[],
  now: Prompt,
): Promise<{ at: number; prompt: Prompt } | undefined> {
  for (const at of numbers) {
    const prompt = await file.prompt(at);
    if (prompt && isDeepStrictEqual([prompt.messages, prompt.offered], [now.messages, now.offered]))
      return { at, prompt };
  }
  return undefined;
}

function ruleOf({ expected, checks, group, tags, reference }: Prompt) {
  return { expected, checks, group, tags, reference };
}
