import type { CellResult } from '../../unit/core/promptSets/verdict/bounds.ts';
import { grid } from '../../unit/core/promptSets/verdict/grid.ts';
import { plans, simulatePlan } from '../../unit/core/promptSets/verdict/plannedRuns.ts';
import { simulate } from '../../unit/core/promptSets/verdict/simulate.ts';
import { simulateTags, taggedTruths } from '../../unit/core/promptSets/verdict/taggedRuns.ts';

/** How many inputs there are: the cells of the grid, then the plans, then the sets with tags. */
export const cellCount = grid.length + plans.length + taggedTruths.length;

/** Simulates the cell with the number that is given. */
export async function makeJob(settings: { draws: number }): Promise<(cell: number) => Promise<CellResult>> {
  return async (cell) => {
    const truth = grid[cell];
    if (truth) return simulate(truth, settings.draws);
    const plan = plans[cell - grid.length];
    if (plan) return simulatePlan(plan, settings.draws);
    const tagged = taggedTruths[cell - grid.length - plans.length];
    if (tagged) return simulateTags(tagged, settings.draws);
    throw new RangeError(`There is no cell ${cell}.`);
  };
}
