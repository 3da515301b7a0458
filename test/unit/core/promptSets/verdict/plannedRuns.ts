import { earlyClaim } from '../../../../../src/core/promptSets/verdict/earlyClaim.ts';
import { pairedVerdict } from '../../../../../src/core/promptSets/verdict/pairedVerdict.ts';
import { createRandom, hashText } from '../../../../service/random.ts';
import type { CellResult } from './bounds.ts';
import { isClear } from './simulate.ts';
import { drawPairs, type SimulatedPairs } from './simulatedPairs.ts';

/** What a run is to find, with one answer to each prompt. */
export interface Plan {
  discordance: number;
  difference: number;
}

/** The difference is half of the discordance at most. Where all that differ lean to one side, the power is 93%, more than planned for. */
export const plans: readonly Plan[] = [
  { discordance: 0.4, difference: 0.2 },
  { discordance: 0.2, difference: 0.1 },
  { discordance: 0.1, difference: 0.05 },
  { discordance: 0.4, difference: 0.1 },
  { discordance: 0.2, difference: 0.05 },
  { discordance: 0.4, difference: 0.05 },
];

/**
 * Returns how many prompts tell apart two models in 80% of runs. Source: R. J. Connor, "Sample size for testing differences in
 * proportions for the paired-sample design", Biometrics 43 (1987), 207–211; 2 / |difference| more are for the exact test.
 */
export function plannedUnits({ discordance, difference }: Plan): number {
  const differing = Math.max(discordance, Math.abs(difference));
  const both = 1.96 * Math.sqrt(differing) + 0.8416 * Math.sqrt(differing - difference ** 2);
  return Math.ceil(both ** 2 / difference ** 2 + 2 / Math.abs(difference));
}

/** Runs plans whose difference is the true one, and twice as large. */
export function simulatePlan(plan: Plan, draws: number): CellResult {
  const random = createRandom(hashText(JSON.stringify(plan)));
  const truth = { ...plan, units: plannedUnits(plan), answers: 'one' as const, passing: 0.5 };
  const twice = { ...truth, difference: 2 * plan.difference };
  let [found, foundEarlier, asked] = [0, 0, 0];
  for (let draw = 0; draw < draws; draw++) {
    const { pairs } = drawPairs(truth, random);
    const kind = pairedVerdict(pairs).kind;
    if (kind === 'better') found += 1;
    if ((earlyClaim(pairs, { pairs: pairs.length, models: 1 })?.clear ?? kind) === 'better')
      foundEarlier += 1;
    asked += firstClear(drawPairs(twice, random), truth.units) / truth.units;
  }
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  return {
    name: `${truth.units} planned for ${percent(plan.difference)}, ${percent(plan.discordance)} differ`,
    draws,
    shares: {
      power: found / draws,
      'power, stopped when clear': foundEarlier / draws,
      'prompts needed at twice the difference': asked / draws,
    },
  };
}

/** Returns after how many units a run is clear for the first time, or all. What is clear stays so. */
function firstClear(run: SimulatedPairs, units: number): number {
  let [low, high] = [1, units];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isClear(run, middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}
