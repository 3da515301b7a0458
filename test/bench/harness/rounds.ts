/** How often each contender is measured, after it has warmed up. Odd, so that the median is one of the figures. */
export const defaultRounds = 7;

const warmUps = 2;

/**
 * Lets contenders run in turn, A B C A B C …, so that whatever else slows the machine down meets them all alike. Gives the
 * results of each in the order of the rounds, without those of the warm-up.
 */
export async function runInTurn<Name extends string, T>(
  contenders: Record<Name, () => Promise<T>>,
  { rounds = defaultRounds, warmUpRounds = warmUps }: { rounds?: number; warmUpRounds?: number } = {},
): Promise<Record<Name, T[]>> {
  const names = Object.keys(contenders) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, T[]>;
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const name of names) {
      const result = await contenders[name]();
      if (round >= 0) results[name].push(result);
    }
  }
  return results;
}
