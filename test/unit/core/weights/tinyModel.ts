import type { TokenLogprob } from '../../../../src/api/types.ts';
import type { WeightsAnswer } from '../../../../src/core/weights/distance.ts';
import { createRandom, hashText } from '../../../service/random.ts';

const tokens = [...'abcdefghijklmno '];

/** Weights that add up, each with how much: a base, and adapters on it. */
export type Weights = readonly (readonly [seed: string, strength: number])[];

export const base: Weights = [['base', 4]];
export const adapterOf = (seed: string, strength = 0.5): Weights => [...base, [seed, strength]];

export interface Sampling {
  /** Standard deviation of what is added to each logit anew: what batches and kernels change. */
  noise?: number;
  random?: () => number;
  maxTokens?: number;
}

/** What a language model of sixteen tokens says at temperature 0. Its logits follow from its weights and the text before. */
export function say(
  weights: Weights,
  prompt: string,
  { noise = 0, random = Math.random, maxTokens = 16 }: Sampling = {},
): Required<WeightsAnswer> {
  const said: TokenLogprob[] = [];
  let text = '';
  while (said.length < maxTokens) {
    const parts = weights.map(([seed, strength]) => ({
      strength,
      drawn: draws(`${seed}\n${prompt}\n${text}`),
    }));
    const logits = tokens.map((_, at) =>
      parts.reduce((sum, { strength, drawn }) => sum + strength * (drawn[at] ?? 0), noise * gaussian(random)),
    );
    const most = Math.max(...logits);
    const sum = logits.reduce((all, logit) => all + Math.exp(logit - most), 0);
    const token = tokens[logits.indexOf(most)] ?? '';
    said.push({ token, logprob: -Math.log(sum) });
    text += token;
  }
  return { text, tokens: said };
}

const known = new Map<string, readonly number[]>();

/** A number from -1 to 1 for each token. */
function draws(seed: string): readonly number[] {
  const found = known.get(seed);
  if (found) return found;
  const random = createRandom(hashText(seed));
  const drawn = tokens.map(() => random() * 2 - 1);
  if (known.size > 10_000) known.clear();
  known.set(seed, drawn);
  return drawn;
}

/** Box and Muller's. */
function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
