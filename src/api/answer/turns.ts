/** For so long at most nothing else runs while a long list is read, in milliseconds. */
const sliceMs = 5;

/** Whatever else waits for the event loop comes first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Maps many items, and lets everything else run every few milliseconds; an abort ends it there with its reason. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  map: (item: T) => R,
  signal?: AbortSignal,
): Promise<R[]> {
  const results: R[] = [];
  let end = performance.now() + sliceMs;
  for (const item of items) {
    results.push(map(item));
    if (performance.now() < end) continue;
    await nextTurn();
    signal?.throwIfAborted();
    end = performance.now() + sliceMs;
  }
  return results;
}
