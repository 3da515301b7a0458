import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import type { NewRunLine } from '../../../../../src/core/promptSets/run/runRecord.ts';
import type { RunStore } from '../../../../../src/core/promptSets/run/runStore.ts';
import { plan, prompts } from '../run/runBench.ts';

/** What both models say to a prompt; `undefined`: not asked. */
export type Texts = readonly [base: string | undefined, other: string | undefined];

/** So many prompts with answers that differ. */
export function textsOf(count: number): Texts[] {
  return Array.from({ length: count }, (_, at) => [`base ${at}`, `other ${at}`]);
}

export function answerLine(
  prompt: number,
  model: number,
  text: string,
  fields: { reasoning?: string; repetition?: number; attempt?: number } = {},
): NewRunLine {
  const rest = { state: 'complete' as const, figures: { durationMs: 1 }, settings: {} };
  return {
    is: 'result',
    ...{ prompt, model, repetition: 0, attempt: 1, at: 1, text, reasoning: '', ...rest },
    ...fields,
  };
}

/** A run that this window owns, with these answers. */
export async function answeredRun(store: RunStore, texts: readonly Texts[]): Promise<RunFile> {
  const file = await store.create(plan, prompts(texts.length));
  const lines = texts.flatMap((row, prompt) =>
    row.flatMap((text, model) => (text === undefined ? [] : [answerLine(prompt, model, text)])),
  );
  if (lines.length > 0) await file.add(...lines);
  return file;
}
