/** Longest time we block the event loop while reading a long answer, in ms. */
const sliceMs = 5;

/** Resolves after other work waiting for the event loop. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Maps many items, yielding to the event loop every few ms; an abort then rejects it with the signal's reason. */
export async function mapYielding<T, R>(
  items: readonly T[],
  map: (item: T) => R,
  signal?: AbortSignal,
): Promise<R[]> {
  const results: R[] = [];
  let end = performance.now() + sliceMs;
  for (const item of items) {
    results.push(map(item));
    if (performance.now() < end) continue;
    await yieldToEventLoop();
    signal?.throwIfAborted();
    end = performance.now() + sliceMs;
  }
  return results;
}
