import { type AnswerPair, bothOf, type Spread, separates, spread } from './distance.ts';

/** Everything that a model answered in one test. */
export interface ModelAnswers {
  /** Unix milliseconds. */
  at: number;
  /** Two answers to each prompt. */
  answers: readonly AnswerPair[];
  /** True if the service refused `temperature`: answers then differ by chance, and a small difference does not show. */
  isWarm?: boolean;
}

/** Why nothing can be said: some prompts separate; the service chose answers by chance; it said nothing to some prompts. */
type Doubt = 'some' | 'warm' | 'empty';

export interface Comparison {
  is: 'differs' | 'same' | 'unclear';
  why?: Doubt;
  /** One of each prompt. */
  spreads: readonly Spread[];
  separating: number;
}

/** If at most so many of the eight prompts separate, two models count as the same. */
const mostOfSame = 4;

/**
 * Compares two models by their answers to the same prompts. They differ if all prompts separate: if they were the same, that
 * would happen in at most (1/3)^8 = 0.015% of tests.
 */
export function compareModels(one: ModelAnswers, other: ModelAnswers): Comparison {
  const pairs = one.answers.flatMap((own, at) => {
    const others = other.answers[at];
    return others ? [[own, others] as const] : [];
  });
  const spreads = pairs.map(([own, others]) => spread(own, others));
  const separating = spreads.filter(separates).length;
  const found = { spreads, separating };
  if (separating === spreads.length && separating > 0) return { is: 'differs', ...found };
  if (one.isWarm || other.isWarm) return { is: 'unclear', why: 'warm', ...found };
  if (pairs.some((both) => bothOf(...both).every(({ text }) => text.trim() === '')))
    return { is: 'unclear', why: 'empty', ...found };
  return separating <= mostOfSame ? { is: 'same', ...found } : { is: 'unclear', why: 'some', ...found };
}

/** A model's comparison with an earlier test. */
export interface ChangeSince {
  /** When that was, in Unix milliseconds. */
  at: number;
  /** True if the adapter was loaded anew since. */
  isReloaded: boolean;
  found: Comparison;
}

export interface WeightsVerdict {
  /** The adapter beside its base. */
  adapter: Comparison;
  /** `undefined` without an earlier test. */
  baseSince: ChangeSince | undefined;
  adapterSince: ChangeSince | undefined;
}

export type EarlierAnswers = ModelAnswers & { isReloaded?: boolean };
export type OfBoth<T> = Record<'base' | 'adapter', T>;

/** Says what a test found. */
export function weightsVerdict(
  now: OfBoth<ModelAnswers>,
  earlier: OfBoth<EarlierAnswers | undefined>,
): WeightsVerdict {
  const since = (which: 'base' | 'adapter'): ChangeSince | undefined => {
    const before = earlier[which];
    return (
      before && {
        at: before.at,
        isReloaded: before.isReloaded ?? false,
        found: compareModels(before, now[which]),
      }
    );
  };
  return {
    adapter: compareModels(now.base, now.adapter),
    baseSince: since('base'),
    adapterSince: since('adapter'),
  };
}
