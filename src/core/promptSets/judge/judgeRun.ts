import { randomInt } from 'node:crypto';
import { BusyGate } from '../../busyGate.ts';
import { eachLimited } from '../../eachLimited.ts';
import { joinWaits } from '../../joinWaits.ts';
import { offered } from '../rate/offered.ts';
import { messagesText } from '../report/promptText.ts';
import { promptRequest } from '../run/askPrompt.ts';
import { askThroughGate, maxFailures } from '../run/askThroughGate.ts';
import type { PromptRunOptions, RunEnd } from '../run/promptRun.ts';
import { Recording } from '../run/recording.ts';
import type { RunFile } from '../run/runFile.ts';
import type { Judging } from '../run/runJudgments.ts';
import type { NewRunLine } from '../run/runRecord.ts';
import { judgeMessages } from './judgeMessages.ts';
import { readSaid } from './judgment.ts';

/** Who is to judge which model's answers beside the base's. */
export interface JudgePlan extends Omit<Judging, 'seed' | 'gaveUp'> {
  other: number;
}

/** Of the judge's requests. It must have room to reason. */
const judgeSettings = { temperature: 0, maxTokens: 2048 };

interface Asked {
  prompt: number;
  /** Whose answer the judge knows as A. */
  first: 'base' | 'other';
}

/** Returns the seed of the judging that a plan goes on with: the same judge with the same template, not done yet. */
export async function goesOn(
  { run, index }: Pick<RunFile, 'run' | 'index'>,
  { other, judge, template }: JudgePlan,
): Promise<number | undefined> {
  const last = index.judgments.of(other);
  const isSame = last && last.judge.connectionId === judge.connectionId && last.judge.name === judge.name;
  if (!isSame || last.template !== template) return undefined;
  const { prompts } = await offered({ run, index }, { other, seed: last.seed });
  return missingOf({ index }, other, prompts).next().done ? undefined : last.seed;
}

/**
 * Asks a judge about each prompt that both models answered, in both orders, or what is missing of that if the same judge was asked
 * before. What it says is on record as soon as it is there. `file` must be owned by this window.
 */
export async function judgeRun(
  file: RunFile,
  { other, ...about }: JudgePlan,
  options: PromptRunOptions,
): Promise<RunEnd> {
  const { index } = file;
  const { service, concurrency, log } = options;
  const recording = new Recording(file, log);
  const signal = AbortSignal.any([options.signal, recording.signal]);
  const seed = (await goesOn(file, { other, ...about })) ?? randomInt(2 ** 32);
  const keep = (line: NewRunLine) => recording.keep(line);
  await keep({ is: 'judgeBegun', other, seed, ...about, at: Date.now() });
  const { prompts } = await offered(file, { other, seed });
  const gate = new BusyGate();
  const nextOnWait = joinWaits(options.onWait);
  let failures = 0;
  const isOver = () => signal.aborted || failures >= maxFailures;

  await eachLimited(missingOf({ index }, other, prompts), concurrency, async ({ prompt, first }) => {
    if (isOver()) return;
    const pair = await readPair(file, other, prompt).catch((error: unknown) => recording.failed(error));
    if (!pair) return;
    const { question, base, other: second } = pair;
    const [one, two] = first === 'base' ? [base, second] : [second, base];
    const messages = judgeMessages(about.template, { question, first: one, second: two });
    const asking = { model: about.judge, settings: judgeSettings, service, signal, onWait: nextOnWait() };
    const result = await askThroughGate({ messages }, { ...asking, gate, isOver });
    if (!result) return;
    if (result.state === 'failed') {
      failures += 1;
      const { error } = result;
      if (failures === maxFailures)
        void keep({ is: 'judgeGaveUp', other, seed, ...(error && { error }), at: Date.now() });
      return;
    }
    failures = 0;
    // The last line of an answer that was cut off is none.
    const said = result.state === 'complete' ? readSaid(result.text) : undefined;
    const judged = { other, seed, prompt, first, ...(said && { said }), ...longerOf(base, second) };
    void keep({ is: 'judged', ...judged, text: result.text, at: result.at });
  });
  await recording.settled();
  return recording.failure ?? (options.signal.aborted ? 'stopped' : 'complete');
}

/** Yields what the judge was not asked yet. */
function* missingOf(
  { index }: Pick<RunFile, 'index'>,
  other: number,
  prompts: readonly number[],
): Generator<Asked, void> {
  for (const prompt of prompts)
    for (const first of ['base', 'other'] as const)
      if (index.judgments.said(other, prompt)[first] === undefined) yield { prompt, first };
}

async function readPair(file: RunFile, other: number, prompt: number) {
  const [asked, base, second] = await Promise.all([
    file.prompt(prompt),
    file.result({ prompt, model: 0, repetition: 0 }),
    file.result({ prompt, model: other, repetition: 0 }),
  ]);
  if (!asked || !base || !second) return undefined;
  // With the system prompt, if there is one.
  const question = messagesText(promptRequest('', file.run.settings, asked));
  return { question, base: base.text, other: second.text };
}

function longerOf(base: string, other: string): { longer?: 'base' | 'other' } {
  if (base.length === other.length) return {};
  return { longer: base.length > other.length ? 'base' : 'other' };
}
