/** The second chat of `dyingStorage.ts`; another killed window has left its lock. */
export const otherId = '00000000-0000-4000-8000-000000000001';

export const dayMs = 86_400_000;
