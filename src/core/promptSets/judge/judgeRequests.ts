import type { ChatMessage } from '../../../api/types.ts';
import { textWithCalls } from '../../messageContent.ts';
import { promptRequest } from '../ask/askPrompt.ts';
import { messagesText } from '../prompt.ts';
import { ratablePrompts } from '../rate/ratablePrompts.ts';
import type { RunFile } from '../run/runFile.ts';
import type { Judging, SaidOfPair } from '../run/runJudgments.ts';
import { judgeMessages } from './judgeMessages.ts';

/** Who is to judge which model's answers beside the base's. */
export interface JudgePlan extends Omit<Judging, 'seed' | 'gaveUp'> {
  other: number;
}

/** Of the judge's requests. It must have room to reason. */
export const judgeSettings = { temperature: 0, maxTokens: 2048 };

/** One request to a judge. */
export interface JudgedCell {
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
  const { prompts } = await ratablePrompts({ run, index }, { other, seed: last.seed });
  return missingOf((prompt) => index.judgments.said(other, prompt), prompts).next().done
    ? undefined
    : last.seed;
}

/** Yields what a judge was not asked yet, each pair in both orders. */
export function* missingOf(
  saidOf: (prompt: number) => SaidOfPair,
  prompts: readonly number[],
): Generator<JudgedCell, void> {
  for (const prompt of prompts)
    for (const first of ['base', 'other'] as const)
      if (saidOf(prompt)[first] === undefined) yield { prompt, first };
}

/** Returns what a judge is asked about two answers; `undefined` if one of them is there no more. */
export async function judgeRequest(
  file: RunFile,
  { other, template }: Pick<JudgePlan, 'other' | 'template'>,
  { prompt, first }: JudgedCell,
): Promise<{ messages: ChatMessage[]; longer: 'base' | 'other' | undefined } | undefined> {
  const [asked, pair] = await Promise.all([file.prompt(prompt), readPair(file, other, prompt)]);
  if (!asked || !pair) return undefined;
  // With the system prompt, if there is one.
  const question = messagesText(promptRequest('', file.run.settings, asked));
  const [one, two] = first === 'base' ? [pair.base, pair.other] : [pair.other, pair.base];
  return { messages: judgeMessages(template, { question, first: one, second: two }), longer: longerOf(pair) };
}

/** Returns both models' answers to a prompt. */
export async function readPair(
  file: RunFile,
  other: number,
  prompt: number,
): Promise<{ base: string; other: string } | undefined> {
  const [base, second] = await Promise.all(
    [0, other].map((model) => file.result({ prompt, model, repetition: 0 })),
  );
  return base && second && { base: textWithCalls(base), other: textWithCalls(second) };
}

export function longerOf({ base, other }: { base: string; other: string }): 'base' | 'other' | undefined {
  if (base.length === other.length) return undefined;
  return base.length > other.length ? 'base' : 'other';
}
