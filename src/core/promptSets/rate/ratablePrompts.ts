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

/** Returns how far a round of ratings is that was begun and not finished, if there is one. */
export async function begunRating(
  file: Pick<RunFile, 'run' | 'index'>,
): Promise<{ rated: number; of: number } | undefined> {
  for (const [other, { open }] of Object.entries(file.index.ratings.rounds)) {
    const rated = Object.values(open?.choices ?? {}).filter((choice) => choice !== 'skipped').length;
    if (!open || rated === 0) continue;
    const { prompts } = await ratablePrompts(file, { other: Number(other), seed: open.seed });
    return { rated, of: prompts.length };
  }
  return undefined;
}
