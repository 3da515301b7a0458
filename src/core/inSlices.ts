/** For so long at most nothing else runs, in milliseconds. */
const sliceMs = 5;

/** Does something short to each of many items, and lets everything else run every few milliseconds. */
export async function inSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  await runInSlices(eachOf(items, work));
}

/** Goes through the steps of a long computation, each of them short, to its result; lets everything else run likewise. */
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
