import { inSlices } from '../../../base/eventLoop.ts';
import { rankOf } from '../drawnOrder.ts';
import type { RunFile } from '../run/runFile.ts';
import { hasAnswered } from '../run/runIndex.ts';

/** The prompts that can be rated, in a round's order, and how many can't since both answers are the same. */
export interface RatablePrompts {
  prompts: number[];
  same: number;
}

/** Looks up which prompts both models have answered, with texts that differ. */
export async function ratablePrompts(
  { run, index }: Pick<RunFile, 'run' | 'index'>,
  { other, seed }: { other: number; seed: number },
): Promise<RatablePrompts> {
  const prompts = new Map<number, number>();
  let same = 0;
  await inSlices(Array(run.prompts).keys(), (prompt) => {
    const [one, two] = [0, other].map((model) => index.facts({ prompt, model, repetition: 0 }));
    if (!one || !two || !hasAnswered(one.state) || !hasAnswered(two.state)) return;
    if (one.textDigest === two.textDigest) same += 1;
    else prompts.set(rankOf(seed, prompt), prompt);
  });
  // Numbers alone are sorted fast.
  const inOrder = Float64Array.from(prompts.keys()).sort();
  return { prompts: Array.from(inOrder, (rank) => prompts.get(rank) ?? 0), same };
}
