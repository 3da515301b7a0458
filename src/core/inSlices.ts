/** Longest time that we block the event loop, in milliseconds. */
const sliceMs = 5;

/** Runs `work`, which must be short, on each of many items, and yields to the event loop every few milliseconds. */
export async function inSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  await runInSlices(eachOf(items, work));
}

/** Runs a long computation made of short steps and returns its result; yields to the event loop in the same way. */
export async function runInSlices<R>(steps: Iterator<unknown, R>): Promise<R> {
  let end = performance.now() + sliceMs;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < end) continue;
    await new Promise(setImmediate);
    end = performance.now() + sliceMs;
  }
}

function* eachOf<T>(items: Iterable<T>, work: (item: T) => void): Generator<void, void> {
  for (const item of items) {
    work(item);
    yield;
  }
}
