/** For so long at most nothing else runs, in milliseconds. */
const sliceMs = 5;

/** Does something short to each of many items, and lets everything else run every few milliseconds. */
export async function inSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let end = performance.now() + sliceMs;
  for (const item of items) {
    work(item);
    if (performance.now() < end) continue;
    await new Promise(setImmediate);
    end = performance.now() + sliceMs;
  }
}
