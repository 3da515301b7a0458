/** How often each contender is measured after its warm-up. Odd, so that the median is one of the values. */
export const defaultRounds = 7;

const warmUps = 2;

/**
 * Lets contenders run in turn, A B C A B C …, so that anything else that slows the machine down affects all alike. Returns the
 * results of each by round, without the warm-up.
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
