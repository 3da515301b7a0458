import * as v from 'valibot';
import type { TokenLogprob } from '../../api/types.ts';

/** What a model said to one prompt, its reasoning included; the tokens with their logprobs if the server tells them. */
const weightsAnswerSchema = v.object({
  text: v.string(),
  tokens: v.exactOptional(v.array(v.object({ token: v.string(), logprob: v.number() }))),
});
export type WeightsAnswer = v.InferOutput<typeof weightsAnswerSchema>;

/** Two answers of one model to the same prompt. */
export const answerPairSchema = v.object({ first: weightsAnswerSchema, second: weightsAnswerSchema });
export type AnswerPair = v.InferOutput<typeof answerPairSchema>;

/** How far apart the answers of two models to a prompt are, both in the same unit. */
export interface Spread {
  /** The smallest of the four distances between them. */
  across: number;
  /** The greater of the two distances within them: what a model differs from itself. */
  within: number;
  /** True if the distances are shares of text, since a server gave no logprobs; else they are in nats per token. */
  isByText: boolean;
}

export function spread(one: AnswerPair, other: AnswerPair): Spread {
  const isByText = !bothOf(one, other).every(({ tokens }) => tokens?.length);
  const far = isByText ? textDistance : tokenDistance;
  return {
    across: Math.min(
      ...[one.first, one.second].flatMap((own) => [far(own, other.first), far(own, other.second)]),
    ),
    within: Math.max(far(one.first, one.second), far(other.first, other.second)),
    isByText,
  };
}

/** Returns the four answers of two models to a prompt. */
export function bothOf(...pairs: readonly AnswerPair[]): WeightsAnswer[] {
  return pairs.flatMap(({ first, second }) => [first, second]);
}

/**
 * True if a prompt tells two models apart. If they are the same, all four answers are alike by chance, so each of the three ways to
 * make pairs of them is as likely to be the one that separates, and at most one of them is: at most 1 in 3.
 */
export function separates({ across, within }: Spread): boolean {
  return across > within;
}

/** Returns the mean |Δ logprob| over the common beginning of two answers and the first token that differs, in nats per token. */
function tokenDistance({ tokens: ones = [] }: WeightsAnswer, { tokens: others = [] }: WeightsAnswer): number {
  let sum = 0;
  for (let at = 0; ; at += 1) {
    const [one, other] = [ones[at], others[at]];
    if (!one && !other) return at === 0 ? 0 : sum / at;
    if (one?.token !== other?.token) return (sum + leastDifference(one, other)) / (at + 1);
    sum += Math.abs((one?.logprob ?? 0) - (other?.logprob ?? 0));
  }
}

/** Some servers say -9999 for a token that can't be. */
const leastLogprob = -20;

/**
 * Returns the least |Δ logprob| of two tokens that were chosen in the same place. Each is known of its own answer alone, but at
 * temperature 0 the other had at most what the chosen one has, and what it leaves. `undefined`: the answer had ended.
 */
function leastDifference(one: TokenLogprob | undefined, other: TokenLogprob | undefined): number {
  const least = (chosen: TokenLogprob | undefined, instead: TokenLogprob | undefined) =>
    chosen ? Math.max(chosen.logprob, leastLogprob) - mostBeside(instead) : 0;
  return Math.max(0, least(one, other), least(other, one));
}

/** Returns the greatest logprob that another token can have beside the one that was chosen; an end has none of its own. */
function mostBeside(chosen: TokenLogprob | undefined): number {
  if (!chosen) return Math.log(0.5);
  return Math.max(
    leastLogprob,
    Math.min(chosen.logprob, Math.log(Math.max(0, 1 - Math.exp(chosen.logprob)))),
  );
}

/** Returns the share of the longer text after the common beginning, from 0 to 1. */
function textDistance({ text: one }: WeightsAnswer, { text: other }: WeightsAnswer): number {
  const length = Math.max(one.length, other.length);
  let common = 0;
  while (common < length && one[common] === other[common]) common += 1;
  return length === 0 ? 0 : 1 - common / length;
}
