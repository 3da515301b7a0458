import fc, { type IAsyncPropertyWithHooks, type IPropertyWithHooks } from 'fast-check';

// PROPERTY_RUNS=50 tries each property 50 times as often as `npm run test:unit` does.
const factor = Math.max(1, Number(process.env['PROPERTY_RUNS'] ?? 1) || 1);
// PROPERTY_SEED=7 tries the same cases each time.
const seed = Number(process.env['PROPERTY_SEED'] ?? Number.NaN);

/**
 * Declares a test that a property holds for `runs` cases, the `examples` first and then random ones, within `longestMs` milliseconds. If it
 * doesn't, fast-check's message has the smallest failing case, with the seed and path that reproduce it.
 */
export function holds<T>(
  title: string,
  runs: number,
  property: IPropertyWithHooks<T> | IAsyncPropertyWithHooks<T>,
  { longestMs = 20_000, examples = [] }: { longestMs?: number; examples?: T[] } = {},
): void {
  it(title, async () => {
    await fc.assert(property, { numRuns: runs * factor, examples, ...(Number.isInteger(seed) && { seed }) });
  }).timeout(longestMs * factor);
}
