/** How often something came up in the runs of one cell, as a share of them. */
export interface CellResult {
  name: string;
  draws: number;
  shares: Partial<Record<Measure, number>>;
}

interface Bound {
  most?: number;
  least?: number;
  /** Of the average over all cells. */
  mostOnAverage?: number;
  /** Chance may take a share two standard errors beyond. */
  hasErrors?: true;
}

/**
 * "False" is a claim that isn't true. N, the difference that matters, is the true one: what is said of it is false by a hair, and nowhere
 * else as often.
 */
const all = {
  'false, complete': { most: 0.055, mostOnAverage: 0.05, hasErrors: true },
  'false, stopped at any look': { most: 0.025, hasErrors: true },
  'false, stopped at a random look': { most: 0.025, hasErrors: true },
  'false, stopped when clear': { most: 0.055, mostOnAverage: 0.05, hasErrors: true },
  coverage: { least: 0.935, hasErrors: true },
  'false, at least N': { most: 0.025, hasErrors: true },
  'false, below N': { most: 0.025, hasErrors: true },
  'false, equivalent': { most: 0.025, hasErrors: true },
  power: { least: 0.77, most: 0.9 },
  'power, stopped when clear': { least: 0.73 },
  'prompts needed at twice the difference': { most: 0.5 },
  'false, depends on the tag': { most: 0.055, hasErrors: true },
  'false, any tag': { most: 0.055, hasErrors: true },
  'a tag that is worse, found': { least: 0.95 },
  'a tag that is worse, named': { least: 0.8 },
} as const satisfies Record<string, Bound>;

export type Measure = keyof typeof all;

export const bounds: Readonly<Record<Measure, Bound>> = all;
export const measures = Object.keys(all) as Measure[];

/** Returns what a share of so many runs is held to. */
export function limitsOf(measure: Measure, draws: number): Pick<Bound, 'most' | 'least'> {
  const { most, least, hasErrors } = bounds[measure];
  const slack = (share: number) => (hasErrors ? 2 * Math.sqrt((share * (1 - share)) / draws) : 0);
  return {
    ...(most !== undefined && { most: most + slack(most) }),
    ...(least !== undefined && { least: least - slack(least) }),
  };
}

/** Returns the bounds that a cell breaks, for people. */
export function brokenBounds({ draws, shares }: CellResult): string[] {
  return measures.flatMap((measure) => {
    const share = shares[measure];
    const { most = 1, least = 0 } = limitsOf(measure, draws);
    return share === undefined || (share <= most && share >= least) ? [] : `${measure}: ${share}`;
  });
}

/** Returns a measure of all cells that have it. */
export function sharesOf(results: readonly CellResult[], measure: Measure): number[] {
  return results.flatMap(({ shares }) => shares[measure] ?? []);
}

export function average(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
