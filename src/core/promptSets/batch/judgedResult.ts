import type { BatchAnswer } from '../../../api/chat/batchWire.ts';
import { longerOf, readPair } from '../judge/judgeRequests.ts';
import { readSaid } from '../judge/judgment.ts';
import type { RunFile } from '../run/runFile.ts';
import type { NewRunLine } from '../run/runRecord.ts';
import { type JudgeId, pairDigest } from './customId.ts';

/** Returns whether the run has this judgment; `outdated`: it is of another judging, or of answers that are there no more. */
export function judgedState(
  { run, index }: Pick<RunFile, 'run' | 'index'>,
  { other, seed, prompt, first, digest }: JudgeId,
): 'missing' | 'known' | 'outdated' {
  const isOfThese =
    index.judgments.of(other)?.seed === seed &&
    prompt < run.prompts &&
    pairDigest(index, other, prompt) === digest;
  if (!isOfThese) return 'outdated';
  return index.judgments.said(other, prompt)[first] === undefined ? 'missing' : 'known';
}

/** Returns the lines that record what a judge answered in a batch. */
export async function judgedLines(
  file: RunFile,
  { other, seed, prompt, first }: JudgeId,
  { text = '', finishReason }: BatchAnswer,
): Promise<NewRunLine[]> {
  const pair = await readPair(file, other, prompt);
  const longer = pair && longerOf(pair);
  // The last line of an answer that was cut off is none.
  const said = finishReason === 'length' ? undefined : readSaid(text);
  const judged = { other, seed, prompt, first, ...(said && { said }), ...(longer && { longer }) };
  return [{ is: 'judged', ...judged, text, at: Date.now() }];
}
