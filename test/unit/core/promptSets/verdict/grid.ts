import { plannedUnits, plans } from './plannedRuns.ts';
import type { Truth } from './simulatedPairs.ts';

const counts = [20, 50, 200, 1000] as const;
const kinds = [
  { answers: 'one', passing: 0.5 },
  { answers: 'one', passing: 0.9 },
  { answers: 'repeated', passing: 0.5 },
  { answers: 'groups', passing: 0.5 },
] as const;
const discordances = [0.02, 0.1, 0.4] as const;
/**
 * The differences as shares of the discordance; 0 is a cell of equal models. Beyond these, where nearly all of few differing prompts lean
 * to one side, method 10 covers less: 0.911 at 50 prompts, 5% discordance and a difference of 0.9 of it.
 */
const leanings = [0, 0.25, 0.75] as const;

export const grid: readonly Truth[] = counts.flatMap((units) =>
  kinds.flatMap((kind) =>
    discordances.flatMap((discordance) =>
      leanings.map((leaning) => ({ units, ...kind, discordance, difference: discordance * leaning })),
    ),
  ),
);

/** Those that take seconds together: of 1,000 prompts or groups, some of each kind. */
export const quickGrid = grid.filter(
  ({ units, answers, passing, discordance, difference }) =>
    units < 1000 ||
    (difference <= discordance / 2 && passing === 0.5 && (answers === 'one' || discordance === 0.1)),
);

export const quickPlans = plans.filter((plan) => plannedUnits(plan) < 400);
