import type { JudgedCell } from '../judge/judgeRequests.ts';
import type { RunIndex } from '../run/runIndex.ts';
import { digestOf, type RunCell } from '../run/runRecord.ts';

const form = /^([0-9a-f]{12})-(\d{1,9})-(\d{1,9})-(\d{1,9})$/u;
const judgeForm = /^([0-9a-f]{12})-judge(\d)-([0-9a-f]{1,8})-(\d{1,9})-(base|other)-([0-9a-f]{1,8})$/u;

/** Returns the part of a run's id that its requests carry in a batch: its last 12 characters, all of them random. */
export function batchIdOf({ id }: { id: string }): string {
  return id.slice(-12);
}

/** Returns the `custom_id` of a request: the run's id, then the model, the prompt and the repetition by number, from 0. */
export function customIdOf(batchId: string, { model, prompt, repetition }: RunCell): string {
  return `${batchId}-${model}-${prompt}-${repetition}`;
}

/** Returns `undefined` for an id that is not ours. */
export function readCustomId(customId: string): { batchId: string; cell: RunCell } | undefined {
  const [, batchId = '', model, prompt, repetition] = form.exec(customId) ?? [];
  if (batchId === '') return undefined;
  return { batchId, cell: { model: Number(model), prompt: Number(prompt), repetition: Number(repetition) } };
}

/** What a request to a judge is about. */
export interface JudgeId extends JudgedCell {
  other: number;
  /** Of the judging: another judge or template has another. */
  seed: number;
  /** Of both answers, as `pairDigest` returns it. */
  digest: number;
}

/** Returns the `custom_id` of a request to a judge: the run's id, the model, the judging, the prompt, the answer known as A, the digest. */
export function judgeIdOf(batchId: string, { other, seed, prompt, first, digest }: JudgeId): string {
  return `${batchId}-judge${other}-${seed.toString(16)}-${prompt}-${first}-${digest.toString(16)}`;
}

/** Returns `undefined` for an id that is no request's to a judge. */
export function readJudgeId(customId: string): { batchId: string; id: JudgeId } | undefined {
  const [, batchId = '', other, seed = '', prompt, first, digest = ''] = judgeForm.exec(customId) ?? [];
  if (first !== 'base' && first !== 'other') return undefined;
  const id = { other: Number(other), seed: Number(`0x${seed}`), prompt: Number(prompt) };
  return { batchId, id: { ...id, first, digest: Number(`0x${digest}`) } };
}

/** Returns a number that changes when one of two answers is replaced: what a judge said was of those it saw. */
export function pairDigest(index: RunIndex, other: number, prompt: number): number {
  const texts = [0, other].map((model) => index.facts({ prompt, model, repetition: 0 }).textDigest);
  return digestOf(texts.join(' '));
}
