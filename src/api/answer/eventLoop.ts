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
  await runYielding(mapEach(items, map, results), signal);
  return results;
}

/** Runs a long computation made of short steps and returns its result; yields and aborts in the same way. */
export async function runYielding<R>(steps: Iterator<unknown, R>, signal?: AbortSignal): Promise<R> {
  let end = performance.now() + sliceMs;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < end) continue;
    await yieldToEventLoop();
    signal?.throwIfAborted();
    end = performance.now() + sliceMs;
  }
}

function* mapEach<T, R>(items: readonly T[], map: (item: T) => R, results: R[]): Generator<void, void> {
  for (const item of items) {
    results.push(map(item));
    yield;
  }
}
