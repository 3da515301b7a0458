import type { RunCell } from '../run/runRecord.ts';

const form = /^([0-9a-f]{12})-(\d{1,9})-(\d{1,9})-(\d{1,9})$/u;

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
