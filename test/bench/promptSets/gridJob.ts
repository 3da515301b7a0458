import type { CellResult } from '../../unit/core/promptSets/verdict/bounds.ts';
import { grid } from '../../unit/core/promptSets/verdict/grid.ts';
import { plans, simulatePlan } from '../../unit/core/promptSets/verdict/plannedRuns.ts';
import { simulate } from '../../unit/core/promptSets/verdict/simulate.ts';

/** How many inputs there are: the cells of the grid, then the plans. */
export const cellCount = grid.length + plans.length;

/** Simulates the cell with the number that is given. */
export async function makeJob(settings: { draws: number }): Promise<(cell: number) => Promise<CellResult>> {
  return async (cell) => {
    const truth = grid[cell];
    if (truth) return simulate(truth, settings.draws);
    const plan = plans[cell - grid.length];
    if (plan) return simulatePlan(plan, settings.draws);
    throw new RangeError(`There is no cell ${cell}.`);
  };
}
