import type { ScoredPair } from '../../../../../src/core/promptSets/verdict/scoredPair.ts';

/** What is true of two models on the prompts of a set. */
export interface Truth {
  /** How many prompts, or groups of prompts, there are. */
  units: number;
  /** The share of answers where one passes and the other doesn't. */
  discordance: number;
  /** The other's pass rate minus the base's. */
  difference: number;
  answers: keyof typeof answerCounts;
  /** The share that pass of the answers where both do the same. */
  passing: number;
}

/** How many answers the units have, one after the other and from the beginning again. */
const answerCounts = { one: [1], repeated: [2], groups: [1, 1, 2, 4] };

/** How often an answer of a unit is the unit's usual one; else it is drawn anew. */
const likeness = 0.8;

export interface SimulatedPairs {
  pairs: ScoredPair[];
  /** How many pairs the first units have, by the number of units less 1. */
  ends: number[];
}

/** Draws a run in the order in which its prompts are asked. A unit's answers resemble each other. */
export function drawPairs(truth: Truth, random: () => number): SimulatedPairs {
  const counts = answerCounts[truth.answers];
  const pairs: ScoredPair[] = [];
  const ends: number[] = [];
  for (let at = 0; at < truth.units; at++) {
    const usual = drawScores(truth, random);
    for (let answer = counts[at % counts.length] ?? 1; answer > 0; answer--) {
      const { base, other } = random() < likeness ? usual : drawScores(truth, random);
      pairs.push({ unit: at, base, other });
    }
    ends.push(pairs.length);
  }
  return { pairs, ends };
}

function drawScores({ discordance, difference, passing }: Truth, random: () => number) {
  const at = random();
  if (at < discordance) return at < (discordance + difference) / 2 ? onlyOther : onlyBase;
  return at < discordance + (1 - discordance) * passing ? both : neither;
}

const onlyOther = { base: 0, other: 1 };
const onlyBase = { base: 1, other: 0 };
const both = { base: 1, other: 1 };
const neither = { base: 0, other: 0 };
