import fc, { type IAsyncPropertyWithHooks, type IPropertyWithHooks } from 'fast-check';

// PROPERTY_RUNS=50 tries each property 50 times as often as `npm run test:unit` does.
const FACTOR = Math.max(1, Number(process.env['PROPERTY_RUNS'] ?? 1) || 1);

/**
 * Declares a test that a property holds for `runs` random cases. Where it does not, fast-check's message has the smallest case
 * it found, with the seed and the path that bring it back.
 */
export function holds<T>(
  title: string,
  runs: number,
  property: IPropertyWithHooks<T> | IAsyncPropertyWithHooks<T>,
): void {
  it(title, async () => {
    await fc.assert(property, { numRuns: runs * FACTOR });
  }).timeout(20_000 * FACTOR);
}
