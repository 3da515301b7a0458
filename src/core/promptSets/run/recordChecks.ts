import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '../../../api/types.ts';
import { errorTrace } from '../../files/errorCode.ts';
import type { CheckResult, Prompt } from '../prompt.ts';
import type { RunFile } from './runFile.ts';
import { answeredStates } from './runIndex.ts';
import { digestOf, type NewRunLine, promptLine, type RunCell } from './runRecord.ts';

export interface Checking {
  /** Runs the prompt's checks on an answer. */
  check: (prompt: Prompt, text: string) => Promise<CheckResult[]>;
  log: Logger;
}

/**
 * Checks an answer and returns the line that records it. Returns `undefined` if there is nothing to check, or if it can't be checked:
 * then it stays unchecked until `checkMissing`. Never rejects.
 */
export async function checkedLine(
  cell: RunCell,
  { prompt, text }: { prompt: Prompt; text: string },
  { check, log }: Checking,
): Promise<NewRunLine | undefined> {
  if (prompt.expected === undefined && prompt.checks.length === 0) return undefined;
  try {
    return { is: 'checked', ...cell, checks: await check(prompt, text) };
  } catch (error) {
    log.error(`An answer could not be checked: ${errorTrace(error)}`);
    return undefined;
  }
}

/** Checks the answers that have not been, such as those whose window was killed before. Asks no model. */
export async function checkMissing(file: RunFile, checking: Checking, signal: AbortSignal): Promise<void> {
  for (const state of answeredStates)
    for (const cell of file.index.inState(state)) {
      if (signal.aborted) return;
      if (!file.index.isChecked(cell.prompt) || file.index.checksPlace(cell)) continue;
      const [prompt, result] = await Promise.all([file.prompt(cell.prompt), file.result(cell)]);
      const line = prompt && result && (await checkedLine(cell, { prompt, text: result.text }, checking));
      if (line) await file.add(line);
    }
}

/**
 * Takes over the checks that a run's set has now, for the prompts that ask the same as then, and checks their answers anew. Asks no
 * model. Returns how many prompts have other checks than before, and how many of the set's the run has not asked. Call as the run's
 * owner.
 */
export async function checkAnew(
  file: RunFile,
  prompts: AsyncIterable<Prompt>,
  checking: Checking,
  signal: AbortSignal,
): Promise<{ changed: number; unknown: number }> {
  const numbers = Map.groupBy(Array(file.run.prompts).keys(), (at) => file.index.promptDigest(at));
  let [changed, unknown] = [0, 0];
  for await (const now of prompts) {
    signal.throwIfAborted();
    const alike = numbers.get(digestOf(JSON.stringify(now.messages))) ?? [];
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
  await checkMissing(file, checking, signal);
  return { changed, unknown };
}

async function firstAlike(
  file: RunFile,
  numbers: readonly number[],
  { messages }: Prompt,
): Promise<{ at: number; prompt: Prompt } | undefined> {
  for (const at of numbers) {
    const prompt = await file.prompt(at);
    if (prompt && isDeepStrictEqual(prompt.messages, messages)) return { at, prompt };
  }
  return undefined;
}

function ruleOf({ expected, checks, group, reference }: Prompt) {
  return { expected, checks, group, reference };
}
